import type { ComponentChildren } from 'preact';
import { Icon } from '../../parts/icon.tsx';

/** The feedback on an answer. */
export interface Told {
  readonly look: 'good' | 'try';
  readonly title: string;
  readonly text: string;
}

/** The panel at the bottom of a task, with its button and the feedback on the answer. */
export function ToldSheet({
  told,
  problem,
  children,
}: {
  told: Told | undefined;
  problem: string;
  children: ComponentChildren;
}) {
  return (
    <div class={told ? `told ${told.look}` : 'untold'}>
      {told && (
        <span class="told-sign" aria-hidden="true">
          <Icon name={told.look === 'good' ? 'check' : 'bulb'} />
        </span>
      )}
      <div role="status">
        {told && (
          <>
            <h2>{told.title}</h2>
            <p>{told.text}</p>
          </>
        )}
        {problem && <p class="problem">{problem}</p>}
      </div>
      {children}
    </div>
  );
}
