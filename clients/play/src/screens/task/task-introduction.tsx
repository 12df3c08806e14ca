import type { TaskDetail } from '../../../../typescript/src/index.ts';
import { t } from '../../messages.ts';
import { ScreenLink, SpeakButton } from '../../parts/controls/buttons.tsx';
import { Heading } from '../../parts/heading.tsx';
import { Icon } from '../../parts/icon.tsx';
import { getReturnLink } from '../../rules/return-link.ts';
import { ItemMedia } from './item-media.tsx';

/** The link that leaves a task, above a task that is shown on one page. */
export function TaskHeader({ task }: { task: TaskDetail }) {
  return (
    <header>
      <ScreenLink href={getReturnLink(task).path} className="round-button" label={t('task.leave')}>
        <Icon name="close" />
      </ScreenLink>
    </header>
  );
}

/** The title, instructions and media of a task that is shown on one page. */
export function TaskIntroduction({ task }: { task: TaskDetail }) {
  return (
    <>
      <div class="task-heading">
        <SpeakButton texts={[{ text: `${task.title}. ${task.instructions}` }]} lang={task.language_served} />
        <Heading title={task.title}>{task.title}</Heading>
      </div>
      <p class="reading-text">{task.instructions}</p>
      <ItemMedia media={task.media} />
    </>
  );
}
