import type { Static } from 'typebox';
import { categorize } from './categorize.ts';
import { fillIn } from './fill-in.ts';
import { hotspot } from './hotspot.ts';
import { info } from './info.ts';
import type { DrawnPicture, QuestionRules, QuestionSchemas } from './kind.ts';
import { matching } from './matching.ts';
import { multipleChoice } from './multiple-choice.ts';
import { numeric } from './numeric.ts';
import { sequencing } from './sequencing.ts';
import { singleChoice } from './single-choice.ts';
import { trace } from './trace.ts';
import { trueFalse } from './true-false.ts';

export const QUESTION_KINDS = [
  'single_choice',
  'true_false',
  'multiple_choice',
  'fill_in',
  'numeric',
  'matching',
  'sequencing',
  'categorize',
  'hotspot',
  'trace',
] as const;
type QuestionKindName = (typeof QUESTION_KINDS)[number];

/** A module for each kind of question. A kind without a module and a module without a required rule are compile errors. */
export type QuestionModules<Name extends string> = {
  readonly [N in Name]: SchemasOfKind<N> & QuestionSchemas & QuestionRules<unknown, unknown, unknown, object>;
};
type SchemasOfKind<N> = Readonly<Record<'item' | 'key', { properties: { kind: { const: N } } }>>;

const QUESTION_MODULES = {
  single_choice: singleChoice,
  true_false: trueFalse,
  multiple_choice: multipleChoice,
  fill_in: fillIn,
  numeric,
  matching,
  sequencing,
  categorize,
  hotspot,
  trace,
} satisfies QuestionModules<QuestionKindName>;

export const ITEM_MODULES = { ...QUESTION_MODULES, info };
export const ITEM_KINDS = [...QUESTION_KINDS, 'info'] as const;

/** An item as its author has written it. */
export type StaticItem = Static<(typeof ITEM_MODULES)[keyof typeof ITEM_MODULES]['item']>;
/** How an item is graded, with its hints and feedback. Before grading, a child receives only the hints that it asks for. */
export type AnswerKey = Static<(typeof QUESTION_MODULES)[QuestionKindName]['key']>;

/** An item as a child may see it. An info item has 0 points. */
export type Item = WithDefaults<StaticItem>;
type WithDefaults<T> = T extends StaticItem
  ? Omit<T, 'media' | 'points'> & {
      readonly media: readonly string[];
      readonly points: number;
      readonly hints_available: number;
      /** The picture of a generated item, drawn for this item alone. */
      readonly picture?: DrawnPicture;
    }
  : never;

/** A question, from a file or a generator. */
export type Question = DistributiveOmit<Exclude<StaticItem, { kind: 'info' }>, 'media' | 'points'>;
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** The rules of an item's kind. The item and the key that they are given must be of this kind. */
export function getQuestionRules(kind: QuestionKindName): QuestionRules<Question, AnswerKey, unknown, object> {
  return QUESTION_MODULES[kind];
}
