import { html } from 'hono/html';
import { Type } from 'typebox';
import { localized } from '../../locales/index.ts';
import { AsksForForm } from '../format/generators.ts';
import { Id } from '../format/pack.ts';
import {
  defineAnswerKey,
  defineQuestion,
  Options,
  type PartGrade,
  Parts,
  type QuestionKind,
  SentOptions,
} from './kind.ts';
import { checkParts, checkReference, getOptionText, gradeShare, isIdList, listPairs, OptionId } from './options.ts';

const schemas = {
  item: defineQuestion('sequencing', { options: Options, asks_for_form: AsksForForm }),
  key: defineAnswerKey('sequencing', { order: Type.Array(Id, { uniqueItems: true }), parts: Parts }),
  response: Type.Array(OptionId, {
    title: 'OrderAnswer',
    description: 'The ids of all options in order.',
    examples: [['c', 'a', 'b']],
  }),
  sent: { options: SentOptions },
};

export const sequencing: QuestionKind<typeof schemas> = {
  ...schemas,
  gesture: 'move',
  checkKey({ options }, { order, parts }, reportAt) {
    checkParts(parts, options, reportAt);
    for (const [i, id] of order.entries()) checkReference(options, id, ['order', i], reportAt);
    for (const { id } of options) if (!order.includes(id)) reportAt(['order'], `"${id}" is missing.`);
    if (options.every(({ id }, i) => order[i] === id)) {
      reportAt(['order'], 'The task lists its options in the correct order, which reveals the answer.');
    }
    if (order.every((id, i) => i === 0 || (order[i - 1] ?? '') < id)) {
      reportAt(
        ['order'],
        'The ids in alphabetical order give the correct order. The app receives the ids, so they reveal the answer.',
      );
    }
  },
  listExclusivePairs: ({ options }) => listPairs(options),
  describeExpected: () => localized.learning.answers.expected.sequencing,
  parse: (_, response) => (isIdList(response) ? response : undefined),
  grade: ({ order }, response) => gradeOrder(order, [...new Set(response)]), // each id counts once
  gradeParts: ({ order }, response) => gradeNeighbors(order, [...new Set(response)]),
  getCorrectResponse: ({ order }) => [...order],
  format: ({ options }, response, locale) =>
    response.map((id) => getOptionText(options, id, locale)).join(' → ') || undefined,
  /** When shuffling gives the correct order, the first option moves to the end. */
  serialize({ options }, view, key) {
    const correctOrder = key?.order ?? options.map(({ id }) => id);
    const shuffled = view.shuffle(options, 'options');
    const isRevealing = shuffled.every(({ id }, i) => id === correctOrder[i]);
    return { options: view.options(isRevealing ? [...shuffled.slice(1), ...shuffled.slice(0, 1)] : shuffled) };
  },
  preview({ options }, view, { order }) {
    const ordered = order.flatMap((id) => options.find((option) => option.id === id) ?? []);
    return html`<ol>${ordered.map((option) => html`<li class="right">${view.option(option)}</li>`)}</ol>`;
  },
};

/**
 * The share of the pairs of consecutive ids in the correct order that are also consecutive in the response. The response must
 * not contain an id twice.
 */
function gradeOrder(order: readonly string[], response: readonly string[]): number {
  return gradeShare(gradeNeighbors(order, response).slice(1));
}

/** An option is in the right place if it comes directly after the right one; the first one, if it is first. */
function gradeNeighbors(order: readonly string[], response: readonly string[]): PartGrade[] {
  return order.map((id, i) => {
    const position = response.indexOf(id);
    return { id, correct: position >= 0 && response[position - 1] === order[i - 1] };
  });
}
