import type { ComponentChildren } from 'preact';
import { Icon } from '../../parts/icon.tsx';

/** What is said about an answer. */
export interface Told {
  readonly look: 'good' | 'try';
  readonly title: string;
  readonly text: string;
}

/** The sheet at the bottom of a task with its one button, and what is said about the answer. */
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
