import { html } from 'hono/html';
import { localized } from '../../locales/index.ts';
import { AsksForForm } from '../format/generators.ts';
import { defineAnswerKey, defineQuestion, Options, Parts, type QuestionKind, SentOptions } from './kind.ts';
import {
  Assignment,
  checkAssignment,
  checkParts,
  defineAssignmentResponse,
  formatAssignment,
  gradeShare,
  gradeTargets,
  listPairs,
  parseAssignment,
} from './options.ts';

const schemas = {
  item: defineQuestion('matching', { left: Options, right: Options, asks_for_form: AsksForForm }),
  key: defineAnswerKey('matching', { pairs: Assignment, parts: Parts }),
  response: defineAssignmentResponse('The id of an option.', {
    title: 'PairsAnswer',
    description: 'The id of an option on the right for the id of each option on the left.',
    examples: [{ cat: 'kitten', dog: 'puppy' }],
  }),
  sent: { left: SentOptions, right: SentOptions },
};

export const matching: QuestionKind<typeof schemas> = {
  ...schemas,
  gesture: 'move',
  checkKey({ left, right }, { pairs, parts }, reportAt) {
    checkAssignment('pairs', pairs, [left, right], reportAt);
    checkParts(parts, left, reportAt);
  },
  listExclusivePairs({ right }, { pairs }) {
    const targets = new Set(Object.values(pairs));
    return listPairs(right).filter(([a, b]) => targets.has(a.id) || targets.has(b.id));
  },
  describeExpected: () => localized.learning.answers.expected.matching,
  parse: (_, response) => parseAssignment(response),
  grade: ({ pairs }, response) => gradeShare(gradeTargets(pairs, response)),
  gradeParts: ({ pairs }, response) => gradeTargets(pairs, response),
  getCorrectResponse: ({ pairs }) => ({ ...pairs }),
  format: ({ left, right }, response, locale) => formatAssignment(response, [left, right], locale),
  serialize({ left, right }, view, key) {
    const shuffled = view.shuffle(right, 'right');
    return { left: view.options(left), right: view.options(key ? crossPairs(left, shuffled, key.pairs) : shuffled) };
  },
  preview({ left, right }, view, { pairs }) {
    const paired = left.map((option) => ({ option, target: right.find(({ id }) => id === pairs[option.id]) }));
    const unpaired = right.filter(({ id }) => !Object.values(pairs).includes(id));
    return html`<ul>${paired.map(({ option, target }) => html`<li class="right">${view.option(option)} → ${target ? view.option(target) : ''}</li>`)}
${unpaired.map((option) => html`<li class="wrong">→ ${view.option(option)}</li>`)}</ul>`;
  },
};

const MAX_STRAIGHT_PAIRS = 1;

/**
 * When more pairs lie straight across than `MAX_STRAIGHT_PAIRS`, each of their right options moves to the next one. Two pairs stay as they
 * are, because they would always be crossed.
 */
function crossPairs<T extends { readonly id: string }>(
  left: readonly T[],
  right: readonly T[],
  pairs: Readonly<Record<string, string>>,
): readonly T[] {
  const straight = right.filter(({ id }, i) => pairs[left[i]?.id ?? ''] === id);
  if (left.length <= 2 || straight.length <= MAX_STRAIGHT_PAIRS) return right;
  return right.map((option) => {
    const place = straight.indexOf(option);
    return place < 0 ? option : (straight.at(place - 1) ?? option);
  });
}
