import { type Item, localize } from '../../../content/index.ts';
import type { Context } from '../../../platform/context.ts';
import { type Explanation, explainAnswer, formatAnswer, getCorrectResponse, parseResponse } from '../grading/grade.ts';
import { type SerializedItem, serializeItem } from '../grading/item-serializers.ts';
import { findMissedItem } from '../reports/missed-questions.ts';
import type { OpenQuestion } from './advice.ts';

/** A question that a child has missed, in words. */
export interface QuestionInWords {
  readonly prompt: string;
  readonly media: SerializedItem['media'];
  /** The choices of a question, or what belongs together; empty if the child answered otherwise. */
  readonly rows: readonly AnswerRow[];
  readonly givenAnswer: string;
  readonly rightAnswer: string;
  readonly explanation: Explanation | undefined;
}

interface AnswerRow {
  readonly text: string;
  /** Undefined for a wrong choice that the child did not choose. */
  readonly mark: 'right' | 'wrong' | undefined;
  /** Whether it is what the child answered. */
  readonly isGiven: boolean;
}

/** Describes a missed question in the language of `locale`; undefined if the packs no longer contain it. */
export function describeQuestion(ctx: Context, question: OpenQuestion, locale: string): QuestionInWords | undefined {
  const found = findMissedItem(ctx.content.current, question, locale);
  if (!found) return undefined;
  const { item, key } = found;
  const response = JSON.parse(question.last_missed_response ?? 'null');
  const right = getCorrectResponse(item, key, locale);
  const sent = serializeItem(ctx, item, { locale, seed: 'panel' }, key); // in the order of the page of hard questions
  return {
    prompt: localize(item.prompt, locale).text,
    media: sent.media,
    rows: listRows(item, sent, { given: parseResponse(item, response), right }),
    givenAnswer: formatAnswer(item, response, locale),
    rightAnswer: formatAnswer(item, right, locale),
    explanation: explainAnswer(key, locale, response),
  };
}

function listRows(
  item: Item,
  { options = [], left = [], right: targets = [], categories = [] }: SerializedItem,
  answers: { readonly given: unknown; readonly right: unknown },
): AnswerRow[] {
  switch (item.kind) {
    case 'single_choice':
    case 'true_false':
    case 'multiple_choice': {
      const [given, right] = [[answers.given].flat(), [answers.right].flat()];
      return options.map(({ id, text }) => {
        const isGiven = given.includes(id);
        return { text, isGiven, mark: right.includes(id) ? 'right' : isGiven ? 'wrong' : undefined };
      });
    }
    case 'matching':
      return listPairs(left, targets, answers);
    case 'categorize':
      return listPairs(options, categories, answers);
    default:
      return [];
  }
}

type Choices = readonly { readonly id: string; readonly text: string }[];

/** A pair that the child got wrong has two rows: first what it answered, then what is right. */
function listPairs(
  sources: Choices,
  targets: Choices,
  { given, right }: { readonly given: unknown; readonly right: unknown },
): AnswerRow[] {
  const findTarget = (assignment: unknown, id: string) =>
    targets.find((target) => target.id === Object(assignment)[id]);
  return sources.flatMap(({ id, text }): AnswerRow[] => {
    const [chosen, correct] = [findTarget(given, id), findTarget(right, id)];
    const isGiven = chosen === correct;
    const rightPair = { text: `${text} → ${correct?.text ?? ''}`, mark: 'right' as const, isGiven };
    return isGiven
      ? [rightPair]
      : [{ text: `${text} → ${chosen?.text ?? '–'}`, mark: 'wrong', isGiven: true }, rightPair];
  });
}
