import { html } from 'hono/html';
import { Type } from 'typebox';
import type { ReportAt, ValuePath } from '../files/validation-errors.ts';
import { localize } from '../format/multilingual-text.ts';
import type { Html, Option, PreviewView } from './kind.ts';

/** What kinds of items with options share. */

export const OptionId = Type.String({ description: 'The id of an option.' });

type Choices = readonly { readonly id: string }[];

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
