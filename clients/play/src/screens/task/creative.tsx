import { type Signal, useSignal } from '@preact/signals';
import type { TaskDetail } from '../../../../typescript/src/index.ts';
import { t } from '../../messages.ts';
import { saveDraft } from '../../offline/drafts.ts';
import { deliver, waiting } from '../../offline/queue.ts';
import { BigButton } from '../../parts/buttons.tsx';
import { Icon } from '../../parts/icon.tsx';
import { describeError } from '../../parts/states.tsx';
import { go } from '../../router.ts';
import { Ground } from '../../scenes/scene.tsx';
import { DrawingBoard, type Stroke } from './drawing-board.tsx';
import { TaskHeader, TaskIntroduction } from './task-introduction.tsx';
import { VoiceRecorder } from './voice-recorder.tsx';

type WorkFormat = 'write' | 'draw' | 'photo' | 'voice';

const WORK_FORMATS = [
  ['write', 'pen'],
  ['draw', 'brush'],
  ['photo', 'camera'],
  ['voice', 'microphone'],
] as const;

/** Unsent work for a creative task. Each change is saved on the device. */
export interface WorkDraft {
  readonly way: WorkFormat;
  readonly text: string;
  /** A photo or a recording. */
  readonly file: Blob | undefined;
  readonly strokes: readonly Stroke[];
}

interface CreativeTaskProps {
  readonly task: TaskDetail;
  readonly draft: WorkDraft | undefined;
  readonly reload: () => void;
}

/** A creative task: text, drawings, photos or recordings, and the state of the last submission. */
export function CreativeTask({ task, draft, reload }: CreativeTaskProps) {
  const { latest_submission: latest, status } = task;
  const isWaiting = waiting.value.some(
    ({ work, hasWaited }) => hasWaited && work?.kind === 'submission' && work.taskId === task.id,
  );
  const canSubmit = status !== 'pending_review' && status !== 'completed' && !isWaiting;
  return (
    <>
      <Ground />
      <TaskHeader task={task} />
      <main class="work">
        <TaskIntroduction task={task} />
        {isWaiting && (
          <section class="feedback try">
            <div role="status">
              <h2>{t('feedback.queued')}</h2>
              <p>{t('result.queued')}</p>
            </div>
          </section>
        )}
        {latest && !isWaiting && (
          <section class={`feedback ${status === 'completed' ? 'good' : 'try'}`}>
            <div role="status">
              <h2>{t(`work.${latest.status}`)}</h2>
              {latest.feedback?.text && <p>{latest.feedback.text}</p>}
              {latest.text && <p class="soft">{latest.text}</p>}
            </div>
          </section>
        )}
        {canSubmit && <WorkEditor task={task} draft={draft} onSent={reload} />}
      </main>
      {!canSubmit && (
        <div class="foot">
          <BigButton look="world wide" onClick={() => go(`/play/world/${task.world_id}`)}>
            {t('result.back')}
          </BigButton>
        </div>
      )}
    </>
  );
}

/** Lets the child choose a kind of work, create it and submit it. */
function WorkEditor({ task, draft, onSent }: Omit<CreativeTaskProps, 'reload'> & { onSent: () => void }) {
  const way = useSignal<WorkFormat>(draft?.way ?? 'write');
  const text = useSignal(draft?.text ?? '');
  const file = useSignal(draft?.file);
  const strokes = useSignal(draft?.strokes ?? []);
  const sent = useSignal(-1);
  const problem = useSignal('');
  const isSending = sent.value >= 0;
  const isReady = text.value.trim() !== '' || file.value !== undefined;
  const save = () => {
    const isDrawn = way.value === 'draw'; // the strokes are enough
    const kept = { way: way.value, text: text.value, file: isDrawn ? undefined : file.value, strokes: strokes.value };
    void saveDraft(task.id, kept satisfies WorkDraft);
  };
  const change = <T,>(part: Signal<T>, value: T) => {
    part.value = value;
    save();
  };
  const submit = async () => {
    sent.value = 0;
    problem.value = '';
    const body = {
      ...(text.value.trim() && { text: text.value.trim() }),
      ...(file.value && { files: [file.value] }),
    };
    const previousId = task.latest_submission?.id;
    try {
      const receipt = await deliver(
        { kind: 'submission', taskId: task.id, previousId, body },
        task.title,
        (progress) => {
          sent.value = Math.round((progress.sentBytes / progress.totalBytes) * 100);
        },
      );
      if (receipt !== 'queued') onSent();
    } catch (error) {
      problem.value = describeError(error);
    } finally {
      sent.value = -1;
    }
  };
  const choose = (next: WorkFormat) => {
    file.value = undefined;
    change(way, next);
  };
  return (
    <>
      <div class="slots" role="tablist">
        {WORK_FORMATS.map(([name, icon]) => (
          <button key={name} type="button" role="tab" aria-selected={way.value === name} onClick={() => choose(name)}>
            <Icon name={icon} />
            {t(`work.${name}`)}
          </button>
        ))}
      </div>
      {way.value === 'write' && (
        <textarea
          class="word long"
          rows={6}
          maxLength={5000}
          aria-label={t('work.write')}
          value={text.value}
          onInput={(event) => change(text, event.currentTarget.value)}
        />
      )}
      {way.value === 'draw' && (
        <DrawingBoard
          initialStrokes={strokes.value}
          onDrawing={(drawing, drawn) => {
            file.value = drawing;
            change(strokes, drawn);
          }}
        />
      )}
      {way.value === 'photo' && <PhotoChooser chosen={file.value} onPhoto={(photo) => change(file, photo)} />}
      {way.value === 'voice' && <VoiceRecorder onRecording={(sound) => change(file, sound)} />}
      {problem.value && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
      <BigButton look="world wide" disabled={!isReady || isSending} onClick={() => void submit()}>
        {isSending ? t('work.sending', { percent: sent.value }) : t('work.send')}
      </BigButton>
    </>
  );
}

function PhotoChooser({ chosen, onPhoto }: { chosen: Blob | undefined; onPhoto: (photo: Blob) => void }) {
  return (
    <label class={`option file ${chosen ? 'chosen' : ''}`}>
      <input
        type="file"
        class="hide"
        accept="image/png,image/jpeg,image/webp"
        onChange={(event) => {
          const [photo] = event.currentTarget.files ?? [];
          if (photo) onPhoto(photo);
        }}
      />
      <Icon name={chosen ? 'check' : 'camera'} />
      {chosen ? t('work.photoReady') : t('work.takePhoto')}
    </label>
  );
}
