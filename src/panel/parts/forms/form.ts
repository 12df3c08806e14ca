import type { Client } from '../../../core/client.ts';
import { newDeviceCookie } from '../../../features/access/index.ts';
import type { Context } from '../../../platform/context.ts';
import { type Html, html } from '../../../platform/html.ts';
import { csrfToken } from '../../../platform/http/security/csrf.ts';

/** The form token's hidden field, and the cookie of the device that it belongs to where there is none yet. */
export function formStart(ctx: Context, client: Client): { token: Html; headers: Record<string, string> } {
  const fresh = client.panelDevice === undefined ? newDeviceCookie(ctx) : undefined;
  const value = csrfToken(ctx, fresh?.device ?? client.panelDevice ?? '');
  return { token: hiddenField('form_token', value), headers: fresh ? { 'set-cookie': fresh.cookie } : {} };
}

/** The same on a page within the panel, where whoever is signed in has such a cookie. */
export function tokenField(ctx: Context, { panelDevice }: Client): Html {
  return hiddenField('form_token', csrfToken(ctx, panelDevice ?? ''));
}

export function hiddenField(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}">`;
}
