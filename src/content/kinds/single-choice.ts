import { Type } from 'typebox';
import { localized } from '../../locales/index.ts';
import { AsksForForm } from '../format/generators.ts';
import { Id, type MultilingualText } from '../format/pack.ts';
import {
  defineAnswerKey,
  defineMistakes,
  defineQuestion,
  type Option,
  Options,
  type QuestionKind,
  type QuestionRules,
  SentOptions,
} from './kind.ts';
import {
  checkChoiceMistakes,
  checkReference,
  getOptionText,
  isId,
  listCorrectAndWrong,
  listUnexplainedIds,
  previewOptions,
} from './options.ts';

const schemas = {
  item: defineQuestion('single_choice', { options: Options, asks_for_form: AsksForForm }),
  key: defineAnswerKey('single_choice', { answer: Id, mistakes: defineMistakes({ answer: Id }) }),
  response: Type.String({ title: 'OptionAnswer', description: 'The id of an option.', examples: ['b'] }),
  sent: { options: SentOptions },
};

interface Item {
  readonly options: readonly Option[];
}

interface Key {
  readonly answer: string;
  readonly mistakes?: readonly { readonly answer: string; readonly says: MultilingualText }[];
}

/** The rules that `true_false` shares. */
export const oneOptionRules: Omit<QuestionRules<Item, Key, string, never>, 'serialize'> = {
  gesture: 'choose',
  checkKey({ options }, { answer, mistakes }, reportAt) {
    checkReference(options, answer, ['answer'], reportAt);
    checkChoiceMistakes(options, [answer], mistakes, reportAt);
  },
  listExclusivePairs: ({ options }, { answer }) => listCorrectAndWrong(options, [answer]),
  countAnswers: ({ options }) => options.length,
  describeExpected: () => localized.learning.answers.expected.single_choice,
  parse: (_, response) => (isId(response) ? response : undefined),
  grade: ({ answer }, response) => Number(response === answer),
  getCorrectResponse: ({ answer }) => answer,
  findMistake: ({ mistakes }, response) => mistakes?.find(({ answer }) => answer === response),
  format: ({ options }, response, locale) => getOptionText(options, response, locale),
  preview: ({ options }, view, { answer }) => previewOptions(options, [answer], view),
};

export const singleChoice: QuestionKind<typeof schemas> = {
  ...schemas,
  ...oneOptionRules,
  listUnexplainedIds: ({ options }, { answer, mistakes }) => listUnexplainedIds(options, [answer], mistakes),
  serialize: ({ options }, view) => ({ options: view.options(view.shuffle(options, 'options')) }),
};
