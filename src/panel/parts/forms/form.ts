import { ApiError, STATUS_BY_CODE } from '../../../core/requests/api-error.ts';
import { newDeviceCookie } from '../../../features/access/index.ts';
import { type Html, html } from '../../../platform/html.ts';
import { ResponseWithHeaders } from '../../../platform/http/responses/responses.ts';
import { csrfToken } from '../../../platform/http/security/csrf.ts';
import type { PageRequest } from '../../endpoints.ts';

type FormRequest = Pick<PageRequest, 'ctx' | 'client'>;

/** One token for all forms of a page, which is smaller than one for each. */
const tokens = new WeakMap<FormRequest['client'], string>();

/** The field with the CSRF token, for a page on which the browser may not have its device cookie yet, and that cookie. */
export function formStart({ ctx, client }: FormRequest): { token: Html; headers: Record<string, string> } {
  const fresh = client.panelDevice === undefined ? newDeviceCookie(ctx) : undefined;
  const value = csrfToken(ctx, fresh?.device ?? client.panelDevice ?? '');
  return { token: hiddenField('form_token', value), headers: fresh ? { 'set-cookie': fresh.cookie } : {} };
}

/** The field with the CSRF token within the panel, where every browser has its device cookie. */
export function tokenField({ ctx, client }: FormRequest): Html {
  const token = tokens.get(client) ?? csrfToken(ctx, client.panelDevice ?? '');
  tokens.set(client, token);
  return hiddenField('form_token', token);
}

export function hiddenField(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}">`;
}

interface ButtonOptions {
  /** CSS classes of the button. */
  readonly variant?: string;
  /** Hidden fields. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** A form that consists of one button. */
export function buttonForm(
  request: FormRequest,
  action: string,
  label: Html | string,
  { variant = 'outline', fields = {} }: ButtonOptions = {},
): Html {
  const hidden = Object.entries(fields).map(([name, value]) => hiddenField(name, value));
  return html`<form method="post" action="${action}">${tokenField(request)}${hidden}<button class="button ${variant}">${label}</button></form>`;
}

/** Runs what a form asks for. An error is given to `show`, which shows the form again with the error. */
export async function catchError<T, S>(run: () => Promise<T>, show: (error: ApiError) => S): Promise<T | Awaited<S>> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ApiError) return await show(error);
    throw error; // a bug or an outage, which has an error page
  }
}

/** A page with a form. If the form was refused, the response has the status and Retry-After of the error. */
export function formPage(
  body: Html,
  error: ApiError | undefined,
  headers: Record<string, string> = {},
): ResponseWithHeaders<Html> {
  const retry = error?.details.retry_after;
  const all = retry === undefined ? headers : { ...headers, 'retry-after': String(retry) };
  return new ResponseWithHeaders(body, all, error && STATUS_BY_CODE[error.code]);
}
