import type { Task } from '../../../typescript/src/index.ts';
import { useLoaded } from '../api/requests.ts';
import { loadTask } from '../api/tasks.ts';
import { t } from '../messages.ts';
import { findTaskPicture } from '../rules/task-picture.ts';
import { getLandscapeName } from '../scenes/landscapes.tsx';
import { ScreenLink, SpeakButton } from './controls/buttons.tsx';
import { Icon, type IconName } from './icon.tsx';
import { toLocalPath } from './local-path.ts';

export const TASK_ICONS: Readonly<Record<Task['kind'], IconName>> = {
  quiz: 'bulb',
  lesson: 'list',
  creative: 'brush',
  real_world: 'house',
};

/** A task as a picture, with a button that reads its title aloud, for children who cannot read yet. */
export function TaskTile({ task, isNext }: { readonly task: Task; readonly isNext?: boolean }) {
  const { id, title, status, lock, stars_best } = task;
  const isLocked = status === 'locked';
  const content = (
    <>
      <TaskPicture task={task} />
      <b>{title}</b>
      {status === 'completed' ? (
        <SmallStars count={stars_best} />
      ) : (
        <span class="visually-hidden">{t(isNext ? 'status.current' : `task.${status}`)}</span>
      )}
    </>
  );
  return (
    <div class="task-tile" data-landscape={getLandscapeName(task.world_id)}>
      {isLocked ? (
        <span class="card locked">{content}</span>
      ) : (
        <ScreenLink href={`/play/task/${id}`} className="card">
          {content}
        </ScreenLink>
      )}
      <SpeakButton texts={[{ text: title }, ...(lock ? [{ text: lock.message }] : [])]} />
    </div>
  );
}

/** What a task is about, or else an icon. */
export function TaskPicture({ task }: { readonly task: Task }) {
  const { id, kind, status } = task;
  const isLocked = status === 'locked';
  const picture = useLoaded(async () => findTaskPicture(await loadTask(task)), `${id} ${status}`).data;
  return (
    <span class="task-picture">
      {picture && <img class="dim-in-dark" src={toLocalPath(picture)} alt="" />}
      {(isLocked || !picture) && <Icon name={isLocked ? 'lock' : TASK_ICONS[kind]} />}
    </span>
  );
}

export function SmallStars({ count }: { count: number }) {
  return (
    <span class="small-stars" role="img" aria-label={t('result.stars', { stars: count })}>
      {[1, 2, 3].map((star) => (
        <svg key={star} viewBox="0 0 24 24" class={star <= count ? 'earned' : ''} aria-hidden="true">
          <path d="M12 2.5l2.9 6.1 6.6.8-4.9 4.6 1.3 6.6L12 17.3l-5.9 3.3 1.3-6.6L2.5 9.4l6.6-.8z" />
        </svg>
      ))}
    </span>
  );
}
