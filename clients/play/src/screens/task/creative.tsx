import { type Signal, useSignal } from '@preact/signals';
import type { TaskDetail } from '../../../../typescript/src/index.ts';
import { describeError } from '../../api/describe-error.ts';
import { useLoaded } from '../../api/requests.ts';
import { t } from '../../messages.ts';
import { saveDraft } from '../../offline/drafts.ts';
import { readDrawings } from '../../offline/drawings.ts';
import { isSubmissionWaiting, sendOrQueue } from '../../offline/queue.ts';
import { BigButton } from '../../parts/controls/buttons.tsx';
import { createDrawingPng, DrawingBoard, DrawingPicture } from '../../parts/drawing-board.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Warning } from '../../parts/loading-and-failure.tsx';
import { StickerPicture } from '../../parts/sticker-picture.tsx';
import { SentPicture } from '../../parts/work-picture.tsx';
import { navigate } from '../../router.ts';
import type { Stroke } from '../../rules/drawing.ts';
import { playSound } from '../../sound/sounds.ts';
import { isYoung } from '../../speech/read-aloud.ts';
import { isPicture } from '../me/works.ts';
import type { Ending } from './ending.ts';
import { PhotoChooser } from './photo-chooser.tsx';
import { TaskBackdrop } from './task-backdrop.tsx';
import { TaskHeader, TaskIntroduction } from './task-introduction.tsx';
import { VoiceRecorder } from './voice-recorder.tsx';

/** The maximum number of characters that the service accepts. */
const MAX_TEXT_LENGTH = 5000;

type CreativeFormat = 'write' | 'draw' | 'photo' | 'voice';

/** The formats of creative work, each with the icon of its tab. */
const CREATIVE_FORMATS = [
  ['write', 'pen'],
  ['draw', 'brush'],
  ['photo', 'camera'],
  ['voice', 'microphone'],
] as const;

/** Unsent work for a creative task, as it is saved on the device after each change. */
export interface CreativeDraft {
  /** The format of the work. Drafts with this property name are stored on devices, so it cannot be renamed. */
  readonly way: CreativeFormat;
  readonly text: string;
  /** A photo or a recording. A drawing is made from its strokes when it is sent. */
  readonly file: Blob | undefined;
  readonly strokes: readonly Stroke[];
}

interface CreativeTaskProps {
  readonly task: TaskDetail;
  readonly draft: CreativeDraft | undefined;
  readonly finish: (ending: Ending) => void;
  readonly reload: () => void;
}

/** A creative task, with the state of the last submission and, if the child may submit, an editor. */
export function CreativeTask({ task, draft, finish, reload }: CreativeTaskProps) {
  const { latest_submission: latest, status } = task;
  const isWaiting = isSubmissionWaiting(task.id);
  const isOpen = status !== 'pending_review' && status !== 'completed' && !isWaiting;
  const canSubmit = isOpen && task.guardian_missing !== 'work_refused';
  const isPending = latest?.status === 'pending_review';
  const title = latest && t(isPending ? 'creative.made' : `creative.${latest.status}`);
  const reply = isPending && !task.guardian_missing ? t('creative.pending_review') : latest?.feedback?.text;
  const news = isWaiting ? [t('feedback.queued'), t('result.queued')] : [title, reply].flatMap((text) => text || []);
  // What happens to the work without a grown-up is for grown-ups to read.
  const missing = isOpen && task.guardian_missing && t(`creative.${task.guardian_missing}`);
  const advice = canSubmit ? [t('guide.creative')] : missing ? [missing] : [];
  const [picture] = latest?.media.filter(isPicture) ?? [];
  return (
    <>
      <TaskBackdrop />
      <TaskHeader task={task} />
      <main class="task-content">
        <div class="creative-part">
          <TaskIntroduction task={task} news={news} advice={advice} />
          {isWaiting && (
            <section class="feedback warning">
              <div role="status">
                <h2>{t('feedback.queued')}</h2>
                <p>{t('result.queued')}</p>
              </div>
            </section>
          )}
          {missing && <p class={canSubmit ? 'muted' : 'lock-reason'}>{missing}</p>}
          {picture && !isWaiting && <SentPicture url={picture.url} title={task.title} />}
          {latest && !isWaiting && (
            <section class={`feedback ${isPending || status === 'completed' ? 'success' : 'warning'}`}>
              {latest.feedback?.sticker && <StickerPicture sticker={latest.feedback.sticker} />}
              <div role="status">
                <h2>{title}</h2>
                {reply && <p>{reply}</p>}
                {latest.text && <p class="own-text muted">{latest.text}</p>}
              </div>
            </section>
          )}
        </div>
        {canSubmit && <CreativeEditor task={task} draft={draft} finish={finish} reload={reload} />}
      </main>
      {!canSubmit && (
        <div class="action-bar">
          <BigButton className="world-color full-width" onClick={() => navigate(`/play/world/${task.world_id}`)}>
            {t('result.back')}
          </BigButton>
        </div>
      )}
    </>
  );
}

/** Lets the child choose a format, create the work and submit it. */
function CreativeEditor({ task, draft, finish, reload }: CreativeTaskProps) {
  const format = useSignal<CreativeFormat>(draft?.way ?? (isYoung.value ? 'draw' : 'write'));
  const text = useSignal(draft?.text ?? '');
  const file = useSignal(draft?.file);
  const strokes = useSignal(draft?.strokes ?? []);
  /** The drawings that the child has made for itself. One of them can be sent instead of a new one. */
  const ownDrawings = useLoaded(readDrawings, 'drawings').data ?? [];
  const chosenDrawingId = useSignal(0);
  /** Percent, or -1 when nothing is being sent. */
  const sentPercent = useSignal(-1);
  const errorMessage = useSignal('');
  const isSending = sentPercent.value >= 0;
  const hasDrawing = format.value === 'draw' && strokes.value.length > 0;
  /** A photo or a recording stays while the child looks at another format, which does not send it. */
  const getFile = (shownFormat: 'photo' | 'voice') => {
    const isRecording = file.value?.type.startsWith('audio/') === true;
    return format.value === shownFormat && isRecording === (shownFormat === 'voice') ? file.value : undefined;
  };
  const chosenFile = getFile('photo') ?? getFile('voice');
  const hasContent = text.value.trim() !== '' || chosenFile !== undefined || hasDrawing;
  const save = () => {
    const changedDraft = { way: format.value, text: text.value, file: file.value, strokes: strokes.value };
    void saveDraft(task.id, changedDraft satisfies CreativeDraft);
  };
  const setAndSave = <T,>(signal: Signal<T>, value: T) => {
    signal.value = value;
    save();
  };
  const submit = async () => {
    sentPercent.value = 0;
    errorMessage.value = '';
    const previousId = task.latest_submission?.id;
    try {
      const sentFile = hasDrawing ? await createDrawingPng(strokes.value) : chosenFile;
      const body = { ...(text.value.trim() && { text: text.value.trim() }), ...(sentFile && { files: [sentFile] }) };
      const receipt = await sendOrQueue(
        { kind: 'submission', taskId: task.id, previousId, body },
        task.title,
        (progress) => {
          sentPercent.value = Math.round((progress.sentBytes / progress.totalBytes) * 100);
        },
      );
      if (receipt === 'queued') playSound('complete');
      else if (receipt === 'already-received') reload();
      else finish(receipt);
    } catch (error) {
      errorMessage.value = describeError(error);
    } finally {
      sentPercent.value = -1;
    }
  };
  return (
    <div class="creative-part">
      <div class="tab-buttons" role="tablist">
        {CREATIVE_FORMATS.map(([name, icon]) => (
          <button
            key={name}
            type="button"
            role="tab"
            aria-selected={format.value === name}
            onClick={() => setAndSave(format, name)}
          >
            <Icon name={icon} />
            {t(`creative.${name}`)}
          </button>
        ))}
      </div>
      {format.value === 'write' && (
        <textarea
          class="text-input multiline"
          rows={6}
          maxLength={MAX_TEXT_LENGTH}
          aria-label={t('creative.write')}
          value={text.value}
          onInput={(event) => setAndSave(text, event.currentTarget.value)}
        />
      )}
      {format.value === 'draw' && (
        <DrawingBoard
          key={chosenDrawingId.value}
          initialStrokes={strokes.value}
          onDrawing={(drawing) => setAndSave(strokes, drawing)}
        />
      )}
      {format.value === 'draw' && strokes.value.length === 0 && ownDrawings.length > 0 && (
        <ul class="own-drawings" aria-label={t('draw.mine')}>
          {ownDrawings.map((drawing) => (
            <li key={drawing.id}>
              <button
                type="button"
                class="work-preview"
                onClick={() => {
                  chosenDrawingId.value = drawing.id;
                  setAndSave(strokes, drawing.strokes);
                }}
              >
                <DrawingPicture strokes={drawing.strokes} label={t('draw.title')} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {format.value === 'photo' && (
        <PhotoChooser photo={getFile('photo')} onPhoto={(photo) => setAndSave(file, photo)} />
      )}
      {format.value === 'voice' && (
        <VoiceRecorder recording={getFile('voice')} onRecording={(recording) => setAndSave(file, recording)} />
      )}
      <Warning text={errorMessage.value} />
      <BigButton className="world-color full-width" disabled={!hasContent || isSending} onClick={() => void submit()}>
        {isSending ? t('creative.sending', { percent: sentPercent.value }) : t('creative.send')}
      </BigButton>
    </div>
  );
}
