import type { TaskDetail } from '../../../../typescript/src/index.ts';
import { t } from '../../messages.ts';
import { ScreenLink, Speaker } from '../../parts/buttons.tsx';
import { Heading } from '../../parts/heading.tsx';
import { Icon } from '../../parts/icon.tsx';
import { getWayOut } from '../../rules/way-out.ts';
import { ItemMedia } from './item-media.tsx';

/** The link back to the map, above a task that is shown on one page. */
export function TaskHeader({ task }: { task: TaskDetail }) {
  return (
    <header>
      <ScreenLink href={getWayOut(task).path} look="round" label={t('task.leave')}>
        <Icon name="close" />
      </ScreenLink>
    </header>
  );
}

/** The title, instructions and media of a task that is shown on one page. */
export function TaskIntroduction({ task }: { task: TaskDetail }) {
  return (
    <>
      <div class="ask">
        <Speaker text={`${task.title}. ${task.instructions}`} />
        <Heading title={task.title}>{task.title}</Heading>
      </div>
      <p class="reading">{task.instructions}</p>
      <ItemMedia media={task.media} />
    </>
  );
}
