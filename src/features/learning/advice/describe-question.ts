import { type Item, localize } from '../../../content/index.ts';
import type { Context } from '../../../platform/context.ts';
import { type AnswerPicture, serializeAnswerPicture } from '../grading/answer-picture.ts';
import { type Explanation, explainAnswer, formatAnswers, getCorrectResponse, parseResponse } from '../grading/grade.ts';
import { type SerializedItem, serializeItem } from '../grading/item-serializers.ts';
import { findMissedItem } from '../reports/missed-questions.ts';
import type { MissedQuestion } from './advice.ts';

/** A question that a child has missed, in words. */
export interface QuestionInWords {
  readonly prompt: string;
  readonly media: SerializedItem['media'];
  /** The choices of a question; empty if the child answered otherwise. */
  readonly choices: readonly AnswerChoice[];
  /** What belongs together, or at which place of an order; empty if the child answered otherwise. */
  readonly pairs: readonly AnswerPair[];
  /** The picture in which the child pointed. */
  readonly picture: AnswerPicture | null;
  readonly givenAnswer: string;
  readonly rightAnswer: string;
  readonly explanation: Explanation | undefined;
}

interface AnswerChoice {
  readonly text: string;
  /** Undefined for a wrong choice that the child did not choose. */
  readonly mark: 'right' | 'wrong' | undefined;
  /** Whether it is what the child answered. */
  readonly isGiven: boolean;
}

/** What the child has assigned to something or to a place, such as "1.", and what belongs there. */
interface AnswerPair {
  readonly label: string;
  readonly given: string;
  readonly right: string;
}

/** Describes a missed question in the language of `locale`; undefined if the packs no longer contain it. */
export function describeQuestion(ctx: Context, question: MissedQuestion, locale: string): QuestionInWords | undefined {
  const found = findMissedItem(ctx.content.current, question, locale);
  if (!found) return undefined;
  const { item, key } = found;
  const response = JSON.parse(question.last_missed_response ?? 'null');
  const answers = { given: parseResponse(item, response), right: getCorrectResponse(item, key, locale) };
  const sent = serializeItem(ctx, item, { locale, seed: 'panel' }, key); // in the order of the page of hard questions
  return {
    prompt: localize(item.prompt, locale).text,
    media: sent.media,
    choices: listChoices(item, sent, answers),
    pairs: listPairs(item, sent, answers),
    picture: serializeAnswerPicture(ctx, found, response, locale),
    ...formatAnswers(item, answers, locale),
    explanation: explainAnswer(key, locale, response),
  };
}

interface Answers {
  readonly given: unknown;
  readonly right: unknown;
}

function listChoices(item: Item, { options = [] }: SerializedItem, answers: Answers): AnswerChoice[] {
  if (!['single_choice', 'true_false', 'multiple_choice'].includes(item.kind)) return [];
  const [given, right] = [[answers.given].flat(), [answers.right].flat()];
  return options.map(({ id, text }) => {
    const isGiven = given.includes(id);
    return { text, isGiven, mark: right.includes(id) ? 'right' : isGiven ? 'wrong' : undefined };
  });
}

function listPairs(
  item: Item,
  { options = [], left = [], right: targets = [], categories = [] }: SerializedItem,
  { given, right }: Answers,
): AnswerPair[] {
  const pair = (label: string, choices: Choices, key: string | number) => {
    const find = (answer: unknown) => choices.find(({ id }) => id === Object(answer)[key])?.text ?? '–';
    return { label, given: find(given), right: find(right) };
  };
  switch (item.kind) {
    case 'matching':
      return left.map(({ id, text }) => pair(text, targets, id));
    case 'categorize':
      return options.map(({ id, text }) => pair(text, categories, id));
    case 'sequencing':
      return options.map((_, i) => pair(`${i + 1}.`, options, i));
    default:
      return [];
  }
}

type Choices = readonly { readonly id: string; readonly text: string }[];
