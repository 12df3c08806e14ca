import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { TaskDetail } from '../../../../typescript/src/index.ts';
import { isLookQuiet } from '../../look.ts';
import { Character } from '../../parts/character.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Warning } from '../../parts/loading-and-failure.tsx';

/** The feedback on an answer. */
export interface AnswerFeedback {
  /** An answer is `kept` until there is a network, and `unknown` if the child has said so. */
  readonly variant: 'success' | 'warning' | 'kept' | 'unknown';
  readonly title: string;
  readonly text: string;
  /** What is wrong with parts of the answer. */
  readonly partTexts?: readonly string[];
}

export const MOODS = { success: 'happy', warning: 'thinking', kept: 'calm', unknown: 'calm' } as const;
const ICONS = { success: 'check', warning: 'bulb', kept: 'cloud', unknown: 'bulb' } as const;

/**
 * The panel at the bottom of a task, with its buttons and the feedback on the answer. A character gives the feedback. After the last one, the
 * last button gets the focus, because the controls of the answer are disabled.
 */
export function FeedbackPanel({
  feedback,
  isFinal,
  errorMessage,
  character,
  children,
}: {
  feedback: AnswerFeedback | undefined;
  /** Whether the answer can no longer be changed. */
  isFinal: boolean;
  errorMessage: string;
  character: TaskDetail['character'];
  children: ComponentChildren;
}) {
  const panel = useRef<HTMLDivElement>(null);
  const isEnd = isFinal && feedback !== undefined;
  useLayoutEffect(() => {
    if (feedback) panel.current?.parentElement?.scrollIntoView({ block: 'nearest' });
  }, [feedback?.text]);
  useLayoutEffect(() => {
    const buttons = panel.current?.querySelectorAll<HTMLElement>('.big-button');
    if (!isEnd) return;
    buttons?.[buttons.length - 1]?.focus({ preventScroll: true });
  }, [isEnd]);
  return (
    <div ref={panel} class={feedback ? `feedback ${feedback.variant}` : 'no-feedback'}>
      {feedback && (
        <span class="feedback-icon" aria-hidden="true">
          {character && !isLookQuiet.value && <Character character={character} mood={MOODS[feedback.variant]} />}
          <Icon name={ICONS[feedback.variant]} />
        </span>
      )}
      <div role="status">
        {feedback && (
          <>
            <h2>{feedback.title}</h2>
            <p>{feedback.text}</p>
            {feedback.partTexts?.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </>
        )}
      </div>
      <Warning text={errorMessage} />
      {children}
    </div>
  );
}
