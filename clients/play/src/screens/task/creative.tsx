import { useSignal } from '@preact/signals';
import type { TaskDetail } from '../../../../typescript/src/index.ts';
import { send } from '../../api/read.ts';
import { t } from '../../messages.ts';
import { Press } from '../../parts/buttons.tsx';
import { Icon } from '../../parts/icon.tsx';
import { errorText } from '../../parts/states.tsx';
import { go } from '../../router.ts';
import { Ground } from '../../scenes/scene.tsx';
import { DrawingBoard } from './drawing-board.tsx';
import { TaskHeader, TaskIntroduction } from './task-introduction.tsx';
import { VoiceRecorder } from './voice-recorder.tsx';

type Way = 'write' | 'draw' | 'photo' | 'voice';

const WAYS = [
  ['write', 'pen'],
  ['draw', 'brush'],
  ['photo', 'camera'],
  ['voice', 'microphone'],
] as const;

/** Work of the child's own: written, drawn, photographed or spoken, and what has become of it. */
export function CreativeTask({ task, reload }: { task: TaskDetail; reload: () => void }) {
  const { latest_submission: latest, status } = task;
  const canSubmit = status !== 'pending_review' && status !== 'completed';
  return (
    <>
      <Ground />
      <TaskHeader task={task} />
      <main class="work">
        <TaskIntroduction task={task} />
        {latest && (
          <section class={`told ${status === 'completed' ? 'good' : 'try'}`}>
            <div role="status">
              <h2>{t(`work.${latest.status}`)}</h2>
              {latest.feedback?.text && <p>{latest.feedback.text}</p>}
              {latest.text && <p class="soft">{latest.text}</p>}
            </div>
          </section>
        )}
        {canSubmit && <Workshop task={task} onSent={reload} />}
      </main>
      {!canSubmit && (
        <div class="foot">
          <Press look="world wide" onClick={() => go(`/play/world/${task.world_id}`)}>
            {t('result.back')}
          </Press>
        </div>
      )}
    </>
  );
}

/** Chooses a way to work, makes something, and sends it. */
function Workshop({ task, onSent }: { task: TaskDetail; onSent: () => void }) {
  const way = useSignal<Way>('write');
  const text = useSignal('');
  const file = useSignal<Blob | undefined>(undefined);
  const sent = useSignal(-1);
  const problem = useSignal('');
  const isSending = sent.value >= 0;
  const isReady = text.value.trim() !== '' || file.value !== undefined;
  const submit = async () => {
    sent.value = 0;
    problem.value = '';
    const body = {
      ...(text.value.trim() && { text: text.value.trim() }),
      ...(file.value && { files: [file.value] }),
    };
    try {
      await send((client) =>
        client.post('/app/tasks/{id}/submit-creative', {
          path: { id: task.id },
          body,
          onProgress: ({ sentBytes, totalBytes }) => {
            sent.value = Math.round((sentBytes / totalBytes) * 100);
          },
        }),
      );
      onSent();
    } catch (error) {
      problem.value = errorText(error);
    } finally {
      sent.value = -1;
    }
  };
  const choose = (next: Way) => {
    way.value = next;
    file.value = undefined;
  };
  return (
    <>
      <div class="slots" role="tablist">
        {WAYS.map(([name, icon]) => (
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
          onInput={(event) => (text.value = event.currentTarget.value)}
        />
      )}
      {way.value === 'draw' && <DrawingBoard onDrawing={(drawing) => (file.value = drawing)} />}
      {way.value === 'photo' && <PhotoChooser chosen={file.value} onPhoto={(photo) => (file.value = photo)} />}
      {way.value === 'voice' && <VoiceRecorder onRecording={(sound) => (file.value = sound)} />}
      {problem.value && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
      <Press look="world wide" disabled={!isReady || isSending} onClick={() => void submit()}>
        {isSending ? t('work.sending', { percent: sent.value }) : t('work.send')}
      </Press>
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
