import { type Static, type TProperties, Type } from 'typebox';
import { GeneratorAnswerKey } from './generators.ts';
import { defineStrictObject, Id, LOCALE_PATTERN, MultilingualText } from './pack.ts';
import { discriminateByKind } from './task.ts';

const Ids = Type.Array(Id, { uniqueItems: true });
const IdById = Type.Unsafe<Readonly<Record<string, string>>>({
  type: 'object',
  additionalProperties: { type: 'string' },
  minProperties: 1,
});
const Fraction = Type.Number({ minimum: 0, maximum: 1 });
const Area = defineStrictObject({ x: Fraction, y: Fraction, width: Fraction, height: Fraction });

const WordsByLanguage = Type.Unsafe<Readonly<Record<string, readonly string[]>>>({
  type: 'object',
  description: 'Words per language; case and spaces do not matter',
  propertyNames: { pattern: LOCALE_PATTERN },
  additionalProperties: { type: 'array', minItems: 1, items: { type: 'string', pattern: '\\S' } },
});
const Tolerance = Type.Optional(
  Type.Number({ minimum: 0, description: 'The accepted deviation from the answer; default 0' }),
);

const STATIC_ANSWER_KEYS = [
  defineAnswerKey('single_choice', { answer: Id, mistakes: defineMistakes({ answer: Id }) }),
  defineAnswerKey('true_false', { answer: Id, mistakes: defineMistakes({ answer: Id }) }),
  defineAnswerKey('multiple_choice', {
    answers: Type.Array(Id, { uniqueItems: true, minItems: 1 }),
    mistakes: defineMistakes({ answer: Id }),
  }),
  defineAnswerKey('fill_in', { accepted: WordsByLanguage, mistakes: defineMistakes({ typed: WordsByLanguage }) }),
  defineAnswerKey('numeric', {
    answer: Type.Number(),
    tolerance: Tolerance,
    mistakes: defineMistakes({ answer: Type.Number(), tolerance: Tolerance }),
  }),
  defineAnswerKey('matching', { pairs: IdById }),
  defineAnswerKey('sequencing', { order: Ids }),
  defineAnswerKey('categorize', { groups: IdById }),
  defineAnswerKey('hotspot', {
    areas: Type.Array(Area, { minItems: 1, description: 'Rectangles; 0,0 is the upper left corner' }),
  }),
] as const;
const AnswerKeyEntry = discriminateByKind([...STATIC_ANSWER_KEYS, GeneratorAnswerKey]);

/** The schema of worlds/<world>/answers/<task>.yaml. A child must not see such a file before grading. */
export const AnswersFile = defineStrictObject({ items: Type.Array(AnswerKeyEntry) });

export type AnswersFile = Static<typeof AnswersFile>;
/** How an item is graded, with its hints and feedback. Before grading, a child receives only the hints that it asks for. */
export type AnswerKey = Static<(typeof STATIC_ANSWER_KEYS)[number]>;

/** Defines wrong answers with specific feedback, which replaces `feedback.wrong`. The first match is used. */
function defineMistakes<T extends TProperties>(properties: T) {
  return Type.Optional(
    Type.Array(defineStrictObject({ misconception: Type.Optional(Id), ...properties, says: MultilingualText }), {
      minItems: 1,
      maxItems: 12,
      description: 'Wrong answers with specific feedback; `misconception` names what the child may be thinking',
    }),
  );
}

function defineAnswerKey<const K extends string, T extends TProperties>(kind: K, properties: T) {
  return defineStrictObject({
    id: Id,
    kind: Type.Literal(kind),
    ...properties,
    hints: Type.Array(MultilingualText, {
      minItems: 1,
      maxItems: 3,
      description: 'From the least to the most helpful',
    }),
    feedback: defineStrictObject({ right: MultilingualText, wrong: MultilingualText }),
  });
}
