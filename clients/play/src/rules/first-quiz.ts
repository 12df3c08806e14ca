import type { NextStep } from '../../../typescript/src/index.ts';

/**
 * Chooses the first step of a child who cannot read: a quiz, or else a lesson, which need nobody's help. A quiz that is only to be played again
 * comes after both.
 */
export function chooseFirstQuiz(steps: readonly NextStep[]): NextStep | undefined {
  return steps.toSorted((a, b) => rank(a) - rank(b))[0];
}

function rank({ task, reason }: NextStep): number {
  if (task.kind === 'quiz') return reason.code === 'again' ? 2 : 0;
  return task.kind === 'lesson' ? 1 : 3;
}
