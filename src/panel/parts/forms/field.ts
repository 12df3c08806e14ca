import { ApiError } from '../../../core/requests/api-error.ts';
import type { Language } from '../../../core/text/languages.ts';
import { type Html, html } from '../../../platform/html.ts';

interface Field {
  readonly id: string;
  readonly label: string;
  readonly problem?: ApiError | undefined;
  readonly hint?: string | undefined;
}

/** A label, the error, the control and a hint. `control` gets the ARIA attributes that refer to the error and the hint. */
export function field(
  language: Language,
  { id, label, problem, hint }: Field,
  control: (attributes: Html) => Html,
): Html {
  const describedBy = [...(problem ? [`${id}-problem`] : []), ...(hint ? [`${id}-hint`] : [])].join(' ');
  const attributes = html`${describedBy ? html`aria-describedby="${describedBy}"` : ''}${problem ? html` aria-invalid="true" autofocus` : ''}`;
  return html`<div class="field"><label for="${id}">${label}</label>${problem ? html`<p class="problem" id="${id}-problem">${problem.text[language]}</p>` : ''}${control(attributes)}${hint ? html`<p class="hint" id="${id}-hint">${hint}</p>` : ''}</div>`;
}

/** An error that belongs to no single field. */
export function renderFormError(language: Language, problem: ApiError | undefined): Html | string {
  return problem ? html`<p class="problem" role="alert">${problem.text[language]}</p>` : '';
}

/** The error if it is about this field. */
export function errorForField(name: string, problem: ApiError | undefined): ApiError | undefined {
  return problem?.details.fields?.includes(name) ? problem : undefined;
}

/** Like `errorForField`, without the field's name at the start of the message, which is shown next to the field. */
export function errorWithoutFieldName(name: string, problem: ApiError | undefined): ApiError | undefined {
  const own = errorForField(name, problem);
  if (!own) return undefined;
  const { en, es, uk, pl } = own.text;
  const short = (text: string) => withoutName(text, name);
  return new ApiError(own.code, { en: short(en), es: short(es), uk: short(uk), pl: short(pl) }, own.details);
}

function withoutName(text: string, name: string): string {
  const rest = text.startsWith(`${name}: `) ? text.slice(name.length + 2) : text;
  return rest.charAt(0).toLocaleUpperCase() + rest.slice(1);
}
