import { ApiError } from '../../../core/requests/api-error.ts';
import type { Language } from '../../../core/text/languages.ts';
import { type Html, html } from '../../../platform/html.ts';

interface Field {
  readonly id: string;
  readonly label: string;
  readonly problem?: ApiError | undefined;
  readonly hint?: string | undefined;
}

/** A label, the problem, the control and a hint. The control takes the attributes that connect it with them. */
export function field(
  language: Language,
  { id, label, problem, hint }: Field,
  control: (attributes: Html) => Html,
): Html {
  const described = [...(problem ? [`${id}-problem`] : []), ...(hint ? [`${id}-hint`] : [])].join(' ');
  const attributes = html`${described ? html`aria-describedby="${described}"` : ''}${problem ? html` aria-invalid="true" autofocus` : ''}`;
  return html`<div class="field"><label for="${id}">${label}</label>${problem ? html`<p class="problem" id="${id}-problem">${problem.text[language]}</p>` : ''}${control(attributes)}${hint ? html`<p class="hint" id="${id}-hint">${hint}</p>` : ''}</div>`;
}

/** A problem that belongs to no single field. */
export function formProblem(language: Language, problem: ApiError | undefined): Html | string {
  return problem ? html`<p class="problem" role="alert">${problem.text[language]}</p>` : '';
}

/** The error if it is about this field. */
export function problemOf(name: string, problem: ApiError | undefined): ApiError | undefined {
  return problem?.details.fields?.includes(name) ? problem : undefined;
}

/** The same without the field's name at the start of its text, because it is shown beside the field. */
export function fieldProblem(name: string, problem: ApiError | undefined): ApiError | undefined {
  const own = problemOf(name, problem);
  if (!own) return undefined;
  const { en, es, uk, pl } = own.text;
  const short = (text: string) => withoutName(text, name);
  return new ApiError(own.code, { en: short(en), es: short(es), uk: short(uk), pl: short(pl) }, own.details);
}

function withoutName(text: string, name: string): string {
  const rest = text.startsWith(`${name}: `) ? text.slice(name.length + 2) : text;
  return rest.charAt(0).toLocaleUpperCase() + rest.slice(1);
}
