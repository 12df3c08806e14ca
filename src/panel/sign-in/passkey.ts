import type { PanelParent } from '../../core/requests/caller.ts';
import { buildPasskeyRequest, confirmWithPasskey, signInWithPasskey } from '../../features/access/index.ts';
import { defineFileEndpoint } from '../../platform/http/endpoint.ts';
import type { FileResponse } from '../../platform/http/responses/responses.ts';
import { Redirect } from '../../platform/http/responses/responses.ts';
import { definePanelForm, definePublicForm } from '../endpoints.ts';
import { TextField } from '../parts/forms/field.ts';
import { toPanelPath } from '../parts/paths.ts';
import { renderConfirmPage } from './confirm.ts';
import { renderLoginPage } from './login.ts';

/** A file, because only the script of our pages reads it: it is no part of the API. */
export const getPasskeyRequest = defineFileEndpoint({
  summary: 'Data for a browser to ask for a passkey',
  description: 'Stores nothing. The challenge is for this browser, once, within five minutes.',
  mediaType: 'application/json',
  run: async (ctx, caller: PanelParent | undefined, { client }) =>
    toJsonFile(await buildPasskeyRequest(ctx, caller, client)),
});

export const submitLoginPasskey = definePublicForm({
  summary: 'Sign in with a passkey',
  body: { next: TextField, passkey: TextField },
  run: async ({ ctx, client }, { body: { next, passkey } }) =>
    new Redirect(toPanelPath(next), (await signInWithPasskey(ctx, passkey, client)).headers),
  renderRefused: (request, error, { body: { next } }) =>
    renderLoginPage(request, { next: toPanelPath(next), error, form: 'passkey' }),
});

export const submitConfirmPasskey = definePanelForm({
  summary: 'Confirm with a passkey',
  body: { next: TextField, passkey: TextField },
  run: async ({ ctx, parent, client }, { body: { next, passkey } }) => {
    await confirmWithPasskey(ctx, parent, passkey, client);
    return new Redirect(toPanelPath(next));
  },
  renderRefused: (request, error, { body }) =>
    renderConfirmPage(request, { next: toPanelPath(body.next), isSent: false, error, form: 'passkey' }),
});

export function toJsonFile(value: object): FileResponse {
  return { type: 'application/json; charset=utf-8', body: JSON.stringify(value) };
}
