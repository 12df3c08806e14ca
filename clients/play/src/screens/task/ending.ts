import type { Completion } from '../../../../typescript/src/index.ts';

/** The end of a task: its result, or that it is kept until there is a network. */
export type Ending = Completion | 'kept';
