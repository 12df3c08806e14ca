import { createDeviceCookie } from '../../../features/access/index.ts';
import { type Html, html } from '../../../platform/html.ts';
import { createCsrfToken } from '../../../platform/http/security/cross-site.ts';
import type { PageRequest } from '../../endpoints.ts';

type FormRequest = Pick<PageRequest, 'ctx' | 'client'>;

/** The CSRF token of each request, by its client. All forms of a page have the same token, so that the compressed page is smaller. */
const tokensByClient = new WeakMap<FormRequest['client'], string>();

/**
 * Prepares a form on a page that a browser can open before it has a device cookie. Returns the field with the CSRF token, and
 * the headers that set the cookie if it is missing.
 */
export function prepareForm({ ctx, client }: FormRequest): { csrfField: Html; headers: Record<string, string> } {
  const newDevice = client.panelDeviceCookie === undefined ? createDeviceCookie(ctx) : undefined;
  const csrfToken = createCsrfToken(ctx, newDevice?.value ?? client.panelDeviceCookie ?? '');
  return {
    csrfField: renderHiddenField('form_token', csrfToken),
    headers: newDevice ? { 'set-cookie': newDevice.header } : {},
  };
}

/** Renders the field with the CSRF token, for forms within the panel, where every browser has a device cookie. */
export function renderCsrfField({ ctx, client }: FormRequest): Html {
  const token = tokensByClient.get(client) ?? createCsrfToken(ctx, client.panelDeviceCookie ?? '');
  tokensByClient.set(client, token);
  return renderHiddenField('form_token', token);
}

export function renderHiddenField(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}">`;
}

interface ButtonOptions {
  /** CSS classes of the button: `primary`, `secondary`, `outline` (the default) or `danger`. */
  readonly variant?: string;
  /** What the name of the button says to screen readers after its text: "Remove: Safari". */
  readonly about?: string;
  /** Hidden fields. */
  readonly fields?: Readonly<Record<string, string>> | undefined;
  /** If false, the browser loads the whole next page, which is necessary for a page without navigation, such as the login page. */
  readonly isBoosted?: boolean;
  /** More attributes of the form, each after a space. */
  readonly attributes?: Html | string;
}

/** Renders a form that consists of one button. */
export function renderButtonForm(
  request: FormRequest,
  action: string,
  label: Html | string,
  { variant = 'outline', about, fields = {}, isBoosted = true, attributes = '' }: ButtonOptions = {},
): Html {
  const hiddenFields = Object.entries(fields).map(([name, value]) => renderHiddenField(name, value));
  return html`<form method="post" action="${action}"${isBoosted ? '' : html` hx-boost="false"`}${attributes}>${renderCsrfField(request)}${hiddenFields}<button class="button ${variant}"${about === undefined ? '' : html` aria-label="${label}: ${about}"`}>${label}</button></form>`;
}
