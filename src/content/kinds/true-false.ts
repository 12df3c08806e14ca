import { Type } from 'typebox';
import { Id } from '../format/pack.ts';
import { defineAnswerKey, defineMistakes, defineQuestion, Option, type QuestionKind } from './kind.ts';
import { oneOptionRules, singleChoice } from './single-choice.ts';

const schemas = {
  item: defineQuestion('true_false', { options: Type.Array(Option, { minItems: 2, maxItems: 2 }) }),
  key: defineAnswerKey('true_false', { answer: Id, mistakes: defineMistakes({ answer: Id }) }),
  response: singleChoice.response,
  sent: singleChoice.sent,
};

export const trueFalse: QuestionKind<typeof schemas> = {
  ...schemas,
  ...oneOptionRules,
  // Not shuffled: the order of "true" and "false" in the pack reveals nothing.
  serialize: ({ options }, view) => ({ options: view.options(options) }),
};
