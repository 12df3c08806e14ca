import { html } from 'hono/html';
import { Type } from 'typebox';
import { localized } from '../../locales/index.ts';
import {
  defineAnswerKey,
  defineQuestion,
  Option,
  Options,
  Parts,
  type QuestionKind,
  SentCategory,
  SentOptions,
} from './kind.ts';
import {
  Assignment,
  checkAssignment,
  checkParts,
  defineAssignmentResponse,
  formatAssignment,
  gradeShare,
  gradeTargets,
  parseAssignment,
} from './options.ts';

const schemas = {
  item: defineQuestion('categorize', {
    options: Options,
    categories: Type.Array(Option, { minItems: 2, maxItems: 6 }),
  }),
  key: defineAnswerKey('categorize', { groups: Assignment, parts: Parts }),
  response: defineAssignmentResponse('The id of a category.', {
    title: 'CategoriesAnswer',
    description: 'The id of a category for the id of each option.',
    examples: [{ oak: 'tree', rose: 'flower' }],
  }),
  sent: {
    options: SentOptions,
    categories: Type.Array(SentCategory, { description: 'The groups into which the child sorts the options.' }),
  },
};

export const categorize: QuestionKind<typeof schemas> = {
  ...schemas,
  gesture: 'move',
  checkKey({ options, categories }, { groups, parts }, reportAt) {
    checkAssignment('groups', groups, [options, categories], reportAt);
    checkParts(parts, options, reportAt);
  },
  describeExpected: () => localized.learning.answers.expected.categorize,
  parse: (_, response) => parseAssignment(response),
  grade: ({ groups }, response) => gradeShare(gradeTargets(groups, response)),
  gradeParts: ({ groups }, response) => gradeTargets(groups, response),
  getCorrectResponse: ({ groups }) => ({ ...groups }),
  format: ({ options, categories }, response, locale) => formatAssignment(response, [options, categories], locale),
  serialize({ options, categories }, view) {
    return { options: view.options(view.shuffle(options, 'options')), categories: view.options(categories) };
  },
  preview({ options, categories }, view, { groups }) {
    const listOptionsIn = (category: string) => options.filter(({ id }) => groups[id] === category);
    const entries = categories.map(
      ({ id, text }) => html`<li>${view.text(text)}
<ul>${listOptionsIn(id).map((option) => html`<li class="right">${view.option(option)}</li>`)}</ul></li>`,
    );
    return html`<ul>${entries}</ul>`;
  },
};
