import type { AnswerValue, Item } from '../../../typescript/src/index.ts';

/** What the part of a task for one kind of item gets. */
export interface ItemProps<K extends Item['kind'] = Item['kind']> {
  readonly item: Extract<Item, { kind: K }>;
  readonly value: AnswerValue | undefined;
  readonly onChange: (value: AnswerValue) => void;
  /** Sends the answer, as Enter does. */
  readonly onSend: () => void;
  /** The answer was judged and cannot be changed. */
  readonly isClosed: boolean;
  /** Says what has happened to those who cannot see it. */
  readonly tell: (text: string) => void;
}
