import { useSignal } from '@preact/signals';
import type { TaskDetail } from '../../../../typescript/src/index.ts';
import { read, send, useLoaded } from '../../api/read.ts';
import { t } from '../../messages.ts';
import { Failure, Loading } from '../../parts/states.tsx';
import { landscapeName } from '../../scenes/worlds.tsx';
import { CreativeTask } from './creative.tsx';
import type { Ending } from './ending.ts';
import { Items } from './items.tsx';
import { RealWorldTask } from './real-world.tsx';
import { Kept, ResultScreen } from './result.tsx';

/** A task: its items one after the other, then the result. */
export function TaskScreen({ id }: { id: string }) {
  const loaded = useLoaded(() => openTask(id), id);
  const ending = useSignal<Ending | undefined>(undefined);
  const again = () => {
    ending.value = undefined;
    loaded.reload();
  };
  const task = loaded.data;
  if (ending.value === 'kept' && task) return <Kept task={task} />;
  if (ending.value && ending.value !== 'kept' && task)
    return <ResultScreen task={task} completion={ending.value} again={again} />;
  return (
    <div class="task" data-world={landscapeName(task?.world_id ?? '')}>
      {loaded.error !== undefined && <Failure error={loaded.error} retry={loaded.reload} />}
      {task ? (
        <Kind task={task} finish={(end) => (ending.value = end)} reload={loaded.reload} />
      ) : (
        loaded.error === undefined && <Loading />
      )}
      {!task && <h1 class="hide">{t('state.loading')}</h1>}
    </div>
  );
}

interface KindProps {
  readonly task: TaskDetail;
  readonly finish: (ending: Ending) => void;
  readonly reload: () => void;
}

function Kind({ task, finish, reload }: KindProps) {
  if (task.kind === 'creative') return <CreativeTask task={task} reload={reload} />;
  if (task.kind === 'real_world') return <RealWorldTask task={task} finish={finish} />;
  return <Items key={task.attempt?.id} task={task} finish={finish} />;
}

/** Starts or resumes the attempt, then reads the task with the order of its options. */
async function openTask(id: string): Promise<TaskDetail> {
  const path = { id };
  const task = await read('/app/tasks/{id}', { path });
  const isPlayed = task.kind === 'quiz' || task.kind === 'lesson';
  if (!isPlayed || task.attempt?.status === 'in_progress' || !navigator.onLine) return task;
  await send((client) => client.post('/app/tasks/{id}/start', { path }));
  return read('/app/tasks/{id}', { path });
}
