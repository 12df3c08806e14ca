import type { AnswerValue, Item } from '../../../typescript/src/index.ts';
import type { Narrator } from '../speech/narrator.ts';

/** The props of the controls for each kind of item. */
export interface ItemProps<K extends Item['kind'] = Item['kind']> {
  readonly item: Extract<Item, { kind: K }>;
  readonly narrator: Narrator;
  readonly value: AnswerValue | undefined;
  /** The ids of the options that were wrong, or in the wrong place, when an answer was checked. */
  readonly wrongIds: readonly string[];
  /** The ids of the options that are right, once the child may know it. */
  readonly rightIds?: readonly string[];
  /** Whether the answer was wrong and the child has not changed it yet, so that a typed number replaces it. */
  readonly startsAnew?: boolean;
  readonly onChange: (value: AnswerValue) => void;
  /** Whether the answer was checked and can no longer be changed. */
  readonly disabled: boolean;
  /** Announces a change to screen readers. */
  readonly announce: (text: string) => void;
}
