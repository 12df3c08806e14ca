import type { ComponentChildren } from 'preact';
import { Icon } from '../../parts/icon.tsx';

/** The feedback on an answer. */
export interface AnswerFeedback {
  readonly variant: 'success' | 'warning';
  readonly title: string;
  readonly text: string;
}

/** The panel at the bottom of a task, with its button and the feedback on the answer. */
export function FeedbackSheet({
  feedback,
  problem,
  children,
}: {
  feedback: AnswerFeedback | undefined;
  problem: string;
  children: ComponentChildren;
}) {
  return (
    <div class={feedback ? `feedback ${feedback.variant}` : 'no-feedback'}>
      {feedback && (
        <span class="feedback-icon" aria-hidden="true">
          <Icon name={feedback.variant === 'success' ? 'check' : 'bulb'} />
        </span>
      )}
      <div role="status">
        {feedback && (
          <>
            <h2>{feedback.title}</h2>
            <p>{feedback.text}</p>
          </>
        )}
        {problem && <p class="problem">{problem}</p>}
      </div>
      {children}
    </div>
  );
}
