import { useEffect } from 'preact/hooks';
import type { TaskDetail } from '../../../../typescript/src/index.ts';
import { language, t } from '../../messages.ts';
import { ScreenLink } from '../../parts/controls/buttons.tsx';
import { GuideFace } from '../../parts/guide.tsx';
import { Heading } from '../../parts/heading.tsx';
import { Icon } from '../../parts/icon.tsx';
import { getReturnLink } from '../../rules/return-link.ts';
import { isTaskReadAloud } from '../../speech/read-aloud.ts';
import { speakAll, stopSpeaking } from '../../speech/speak.ts';
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

interface TaskIntroductionProps {
  readonly task: TaskDetail;
  /** How the child's work stands, which the guide says first. */
  readonly news: readonly string[];
  /** What the guide says last. */
  readonly advice: readonly string[];
}

/** The title, instructions and media of a task that is shown on one page. The guide reads them aloud. */
export function TaskIntroduction({ task, news, advice }: TaskIntroductionProps) {
  const texts = [
    ...news.map((text) => ({ text })),
    { text: `${task.title}. ${task.instructions}`, language: task.language_served },
    ...advice.map((text) => ({ text })),
  ];
  useEffect(() => {
    if (isTaskReadAloud(task)) void speakAll(texts, language.value);
    return stopSpeaking;
  }, [news.join('\n')]);
  return (
    <>
      <div class="task-heading">
        <GuideFace texts={texts} character={task.character} mood="calm" />
        <Heading title={task.title}>{task.title}</Heading>
      </div>
      <p class="reading-text">{task.instructions}</p>
      <ItemMedia of={task} />
    </>
  );
}
