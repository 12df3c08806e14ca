import { Type } from 'typebox';
import { localized } from '../../locales/index.ts';
import { AsksForForm } from '../format/generators.ts';
import { Id } from '../format/pack.ts';
import { defineAnswerKey, defineMistakes, defineQuestion, Options, type QuestionKind, SentOptions } from './kind.ts';
import {
  checkChoiceMistakes,
  checkReference,
  getOptionText,
  isIdList,
  listCorrectAndWrong,
  listUnexplainedIds,
  OptionId,
  previewOptions,
} from './options.ts';

const SelectionCount = Type.Integer({ minimum: 0, maximum: 12 });

const schemas = {
  item: defineQuestion('multiple_choice', {
    options: Options,
    select_min: Type.Optional(SelectionCount),
    select_max: Type.Optional(SelectionCount),
    asks_for_form: AsksForForm,
  }),
  key: defineAnswerKey('multiple_choice', {
    answers: Type.Array(Id, { uniqueItems: true, minItems: 1 }),
    mistakes: defineMistakes({ answer: Id }),
  }),
  response: Type.Array(OptionId, {
    title: 'OptionsAnswer',
    description: 'The ids of the chosen options.',
    examples: [['a', 'd']],
  }),
  sent: { options: SentOptions, select_min: Type.Integer(), select_max: Type.Integer() },
};

export const multipleChoice: QuestionKind<typeof schemas> = {
  ...schemas,
  gesture: 'choose',
  checkItem({ options, select_min = 0, select_max = options.length }, reportAt) {
    if (select_min > select_max) reportAt(['select_min'], 'select_min is more than select_max.');
    if (select_max > options.length)
      reportAt(['select_max'], `select_max is ${select_max}, but there are ${options.length} options.`);
  },
  checkKey({ options, select_min = 0, select_max = options.length }, { answers, mistakes }, reportAt) {
    for (const [i, id] of answers.entries()) checkReference(options, id, ['answers', i], reportAt);
    if (answers.length < select_min || answers.length > select_max) {
      reportAt(
        ['answers'],
        `${answers.length} options are correct, but a child can choose ${select_min} to ${select_max}.`,
      );
    }
    checkChoiceMistakes(options, answers, mistakes, reportAt);
  },
  listExclusivePairs: ({ options }, { answers }) => listCorrectAndWrong(options, answers),
  listUnexplainedIds: ({ options }, { answers, mistakes }) => listUnexplainedIds(options, answers, mistakes),
  describeExpected: () => localized.learning.answers.expected.multiple_choice,
  parse: (_, response) => (isIdList(response) ? response : undefined),
  grade({ answers }, response) {
    const chosen = new Set(response);
    const correctCount = answers.filter((id) => chosen.has(id)).length;
    const wrongCount = chosen.size - correctCount;
    return Math.max(0, correctCount - wrongCount) / answers.length;
  },
  getCorrectResponse: ({ answers }) => [...answers],
  findMistake: ({ mistakes }, response) =>
    mistakes?.find(({ answer }) => Array.isArray(response) && response.includes(answer)),
  format: ({ options }, response, locale) =>
    response.map((id) => getOptionText(options, id, locale)).join(', ') || undefined,
  serialize({ options, select_min = 0, select_max = options.length }, view) {
    return { options: view.options(view.shuffle(options, 'options')), select_min, select_max };
  },
  preview: ({ options }, view, { answers }) => previewOptions(options, answers, view),
};
