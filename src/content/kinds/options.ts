import { html } from 'hono/html';
import { Type } from 'typebox';
import { isStorable } from '../../core/text/normalize-text.ts';
import type { ReportAt, ValuePath } from '../files/validation-errors.ts';
import { localize } from '../format/multilingual-text.ts';
import type { Html, Option, PartGrade, PreviewView } from './kind.ts';

/** What kinds of items with options share. A response is an id, a list of ids, or an assignment of an id to each id. */

export const OptionId = Type.String({ description: 'The id of an option.' });

export function checkReference(choices: Choices, id: string, path: ValuePath, reportAt: ReportAt): void {
  if (!choices.some((choice) => choice.id === id))
    reportAt(path, `The answer "${id}" must be one of ${choices.map((choice) => choice.id).join(', ')}.`);
}

/** Checks that each mistake is a wrong option, and that no option is listed twice. */
export function checkChoiceMistakes(
  options: Choices,
  correctIds: readonly string[],
  mistakes: readonly { readonly answer: string }[] = [],
  reportAt: ReportAt,
): void {
  const optionIds = options.map(({ id }) => id);
  for (const [i, { answer }] of mistakes.entries()) {
    const path = ['mistakes', i, 'answer'];
    if (!optionIds.includes(answer)) reportAt(path, `The mistake "${answer}" must be one of ${optionIds.join(', ')}.`);
    if (correctIds.includes(answer)) reportAt(path, `The mistake "${answer}" is a right answer.`);
    if (mistakes.findIndex((candidate) => candidate.answer === answer) < i)
      reportAt(path, `The mistake "${answer}" is listed twice.`);
  }
}

/**
 * Lists the wrong options without feedback of their own. With two options, `feedback.wrong` is the feedback on the only wrong
 * option.
 */
export function listUnexplainedIds(
  options: Choices,
  correctIds: readonly string[],
  mistakes: readonly { readonly answer: string }[] = [],
): string[] {
  if (options.length < 3) return [];
  const explainedIds = mistakes.map(({ answer }) => answer);
  return options.map(({ id }) => id).filter((id) => !correctIds.includes(id) && !explainedIds.includes(id));
}

/** Lists the pairs of a correct and a wrong option. */
export function listCorrectAndWrong(options: readonly Option[], correctIds: readonly string[]): [Option, Option][] {
  return listPairs(options).filter(([a, b]) => correctIds.includes(a.id) !== correctIds.includes(b.id));
}

export function listPairs(options: readonly Option[]): [Option, Option][] {
  return options.flatMap((a, i) => options.slice(i + 1).map((b): [Option, Option] => [a, b]));
}

/** The text of an option, or its id when the pack no longer contains the option. */
export function getOptionText(options: readonly Pick<Option, 'id' | 'text'>[], id: string, locale: string): string {
  const option = options.find((candidate) => candidate.id === id);
  return option ? localize(option.text, locale).text : id;
}

/** Renders the options with the correct ones marked. */
export function previewOptions(options: readonly Option[], correctIds: readonly string[], view: PreviewView): Html {
  const entries = options.map((option) => {
    const className = correctIds.includes(option.id) ? 'right' : 'wrong';
    return html`<li class="${className}">${view.option(option)}</li>`;
  });
  return html`<ul>${entries}</ul>`;
}

export type Assignment = Readonly<Record<string, string>>;

export const Assignment = Type.Unsafe<Assignment>({
  type: 'object',
  additionalProperties: { type: 'string' },
  minProperties: 1,
});

/**
 * Defines the schema of a response. `Type.Record` would use `patternProperties`, for which generated clients have no type.
 */
export function defineAssignmentResponse(
  idDescription: string,
  options: { title: string; description: string; examples: Assignment[] },
) {
  return Type.Unsafe<Assignment>({
    type: 'object',
    additionalProperties: { type: 'string', description: idDescription },
    ...options,
  });
}

type Choices = readonly { readonly id: string }[];

/** Checks that the assignment under the key `name` maps each of `sources` to one of `targets`. */
export function checkAssignment(
  name: string,
  assignment: Assignment,
  [sources, targets]: readonly [sources: Choices, targets: Choices],
  reportAt: ReportAt,
): void {
  for (const [id, target] of Object.entries(assignment)) {
    checkReference(sources, id, [name, id], reportAt);
    checkReference(targets, target, [name, id], reportAt);
  }
  for (const { id } of sources) if (!Object.hasOwn(assignment, id)) reportAt([name], `"${id}" has no answer.`);
}

export function parseAssignment(response: unknown): Assignment | undefined {
  if (typeof response !== 'object' || response === null || Array.isArray(response)) return undefined;
  const entries = Object.entries(response);
  return entries.length <= MAX_OPTIONS && entries.flat().every(isId) ? (response as Assignment) : undefined;
}

/** Grades the target of each id. */
export function gradeTargets(correct: Assignment, response: Assignment): PartGrade[] {
  return Object.entries(correct).map(([id, target]) => ({ id, correct: response[id] === target }));
}

/** The share of the parts that are right. */
export function gradeShare(parts: readonly PartGrade[]): number {
  return parts.filter(({ correct }) => correct).length / parts.length;
}

/** Checks that the feedback on parts is about parts of the item. */
export function checkParts(
  parts: Readonly<Record<string, unknown>> | undefined,
  choices: Choices,
  reportAt: ReportAt,
): void {
  for (const id of Object.keys(parts ?? {})) checkReference(choices, id, ['parts', id], reportAt);
}

/** Formats which of `targets` is assigned to each of `sources`. */
export function formatAssignment(
  response: Assignment,
  [sources, targets]: readonly [sources: readonly Option[], targets: readonly Option[]],
  locale: string,
): string {
  const pairs = Object.entries(response).map(
    ([id, target]) => `${getOptionText(sources, id, locale)} → ${getOptionText(targets, target, locale)}`,
  );
  return pairs.join('; ');
}

/** The maximum number of options that a pack can give an item. A valid response has no more ids. */
const MAX_OPTIONS = 12;
/** The maximum length of an id that a client sends, in characters. */
const MAX_ID_LENGTH = 200;

export function isId(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_ID_LENGTH && isStorable(value);
}

export function isIdList(response: unknown): response is string[] {
  return Array.isArray(response) && response.length <= MAX_OPTIONS && response.every(isId);
}
