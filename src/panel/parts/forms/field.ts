import type { Language } from '../../../core/languages.ts';
import { Refusal } from '../../../core/refusal.ts';
import { type Html, html } from '../../../platform/html.ts';

/** What stands around a field: the problem where the eye is, and the marks by which a screen reader finds both. */
export function fieldState(language: Language, id: string, problem: Refusal | undefined, hint?: string) {
  const ids = [...(problem ? [`${id}-problem`] : []), ...(hint ? [`${id}-hint`] : [])];
  const described = ids.length > 0 ? html`aria-describedby="${ids.join(' ')}"` : '';
  return {
    problem: problem ? html`<p class="problem" id="${id}-problem">${problem.text[language]}</p>` : '',
    hint: hint ? html`<p class="hint" id="${id}-hint">${hint}</p>` : '',
    marks: problem ? html`${described} aria-invalid="true" autofocus` : described,
  };
}

/** A label, what is wrong, the control and a hint; the control takes the marks. */
export function field(
  language: Language,
  { id, label, problem, hint }: { id: string; label: string; problem?: Refusal | undefined; hint?: string | undefined },
  control: (marks: Html | string) => Html,
): Html {
  const state = fieldState(language, id, problem, hint);
  return html`<div class="field"><label for="${id}">${label}</label>${state.problem}${control(state.marks)}${state.hint}</div>`;
}

/** Runs what a form asks for; a refusal is shown where it was typed, with its own status. */
export async function catchRefusal<T, S>(
  act: () => Promise<T>,
  show: (problem: Refusal) => S,
): Promise<T | Awaited<S>> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Refusal) return await show(error);
    throw error; // anything else is not the form's to show
  }
}

/** The refusal when it is about this field. */
export function problemAt(field: string, problem: Refusal | undefined): Refusal | undefined {
  return problem?.details.fields?.includes(field) ? problem : undefined;
}
