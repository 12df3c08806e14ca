import { useEffect } from 'preact/hooks';
import type { Location, Task } from '../../../../typescript/src/index.ts';
import type { Placement } from '../../api/placements.ts';
import { fetchReading } from '../../api/reading.ts';
import { fetchData, useLoaded } from '../../api/requests.ts';
import { session } from '../../api/session.ts';
import { language, t } from '../../messages.ts';
import { ScreenLink, SpeakButton } from '../../parts/controls/buttons.tsx';
import { Dialog } from '../../parts/controls/dialog.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Failure, Loading } from '../../parts/loading-and-failure.tsx';
import { toLocalPath } from '../../parts/local-path.ts';
import { useTasksWithWords } from '../../parts/suggested-steps.ts';
import { SmallStars, TASK_ICONS, TaskTile } from '../../parts/task-tile.tsx';
import { findCurrent, findFirst } from '../../rules/map-layout.ts';
import { isReadAloudOn } from '../../speech/read-aloud.ts';
import { speakAll } from '../../speech/speak.ts';
import { Story } from './story.tsx';

/** A dialog about a location: its description, the reason for its lock, its story and its tasks. */
export function LocationDialog({
  location,
  placement,
  suggestedTasks,
  landscape,
  before,
  onOpen,
  close,
}: {
  location: Location;
  /** Where the child can show that it knows the way to a locked location. */
  placement: Placement | undefined;
  /** What home suggests, in its order. */
  suggestedTasks: readonly Task[];
  landscape: string;
  /** The location with which the child begins to open this one, and what opens then. */
  before: { readonly place: Location; readonly message: string } | undefined;
  onOpen: (location: Location) => void;
  close: () => void;
}) {
  const { id, title, description, icon_url, lock } = location;
  const detail = useLoaded(async () => {
    const [place, reading] = await Promise.all([fetchData('/app/locations/{id}', { path: { id } }), fetchReading()]);
    return { ...place, reads: reading?.reads ?? true };
  }, id);
  const intro = { text: `${title}. ${lock?.message ?? description}` };
  const story = lock ? [] : detail.data?.story; // undefined while it loads
  /** Whether the child has completed no task of the location. Only then is the story read aloud automatically. */
  const isNew = location.tasks_completed === 0;
  useEffect(() => {
    const hasLoaded = story !== undefined || detail.error !== undefined;
    if (isReadAloudOn.value && hasLoaded) void speakAll(isNew && story ? [intro, ...story] : [intro], language.value);
  }, [story !== undefined, detail.error]);
  return (
    <Dialog label={title} close={close} landscape={landscape}>
      <div class="location-head">
        <img class="dim-in-dark" src={toLocalPath(icon_url)} alt="" />
        <div>
          <h2>{title}</h2>
          <p class="muted">{description}</p>
        </div>
        <SpeakButton texts={[intro, ...(story ?? [])]} />
      </div>
      {lock && before && (
        <button type="button" class="menu-link first-location" onClick={() => onOpen(before.place)}>
          <img class="dim-in-dark" src={toLocalPath(before.place.icon_url)} alt="" />
          <span>{before.message}</span>
        </button>
      )}
      {lock && !before && (
        <p class="lock-reason">
          <Icon name="lock" />
          {lock.message}
        </p>
      )}
      {lock?.reason === 'prerequisite' && placement && (
        <ScreenLink href={`/play/task/${placement.task_id}`} className="menu-link">
          <Icon name="bulb" />
          <span>
            {t('placement.know')}
            <small>{t('placement.offer')}</small>
          </span>
        </ScreenLink>
      )}
      {detail.data && !lock && detail.data.story.length > 0 && <Story location={detail.data} />}
      {detail.error !== undefined && <Failure error={detail.error} retry={detail.reload} />}
      {detail.data ? (
        <TaskLists {...detail.data} suggestedTasks={suggestedTasks} />
      ) : (
        detail.error === undefined && <Loading />
      )}
    </Dialog>
  );
}

interface TaskListsProps {
  readonly tasks: readonly Task[];
  readonly reads: boolean;
  readonly suggestedTasks: readonly Task[];
}

/**
 * The tasks. The child's avatar stands at the one that home suggests, if the location has it. A child who does not read sees pictures; those that need reading come
 * last, and before them those that nothing says to it.
 */
function TaskLists({ tasks, reads, suggestedTasks }: TaskListsProps) {
  const preReaderTasks = tasks.filter(({ pre_reader }) => pre_reader || reads);
  const wordIds = useTasksWithWords(preReaderTasks, reads);
  if (!wordIds) return <Loading />;
  const groups = [
    ['reading.together', preReaderTasks.filter(({ id }) => wordIds.has(id))],
    ['reading.later', tasks.filter((task) => !preReaderTasks.includes(task))],
  ] as const;
  const firstTasks = preReaderTasks.filter(({ id }) => !wordIds.has(id));
  const suggestedIds = suggestedTasks.map(({ id }) => id);
  const next =
    suggestedIds.length > 0 ? findFirst(suggestedIds, tasks) : (findCurrent(firstTasks) ?? findCurrent(tasks));
  return (
    <>
      <TaskList tasks={firstTasks} next={next} hasTiles={!reads} />
      {groups.map(
        ([heading, group]) =>
          group.length > 0 && (
            <div class="later-tasks" key={heading}>
              <h3>{t(heading)}</h3>
              <TaskList tasks={group} next={next} hasTiles />
            </div>
          ),
      )}
    </>
  );
}

interface TaskListProps {
  readonly tasks: readonly Task[];
  readonly next: Task | undefined;
  readonly hasTiles: boolean;
}

function TaskList({ tasks, next, hasTiles }: TaskListProps) {
  const Entry = hasTiles ? TaskTile : TaskRow;
  return (
    <ul class={hasTiles ? 'task-tiles' : 'tasks'}>
      {tasks.map((task) => (
        <li key={task.id} class={task === next ? 'next-task' : ''}>
          <Entry task={task} isNext={task === next} />
          {task === next && session.value && (
            <img class="avatar next-mark dim-in-dark" src={toLocalPath(session.value.avatarUrl)} alt="" />
          )}
        </li>
      ))}
    </ul>
  );
}

function TaskRow({ task, isNext }: { readonly task: Task; readonly isNext: boolean }) {
  const { id, title, kind, status, stars_best, xp_reward } = task;
  const content = (
    <>
      <span class={`task-icon ${status}`}>
        <Icon name={status === 'locked' ? 'lock' : TASK_ICONS[kind]} />
      </span>
      <span class="task-name">
        <b>{title}</b>
        <small>{t(isNext ? 'status.current' : `task.${status}`)}</small>
      </span>
      {status === 'completed' ? <SmallStars count={stars_best} /> : <em>{t('todo.xp', { xp: xp_reward })}</em>}
    </>
  );
  if (status === 'locked') return <span class="task-row locked">{content}</span>;
  return (
    <ScreenLink href={`/play/task/${id}`} className="task-row">
      {content}
    </ScreenLink>
  );
}
