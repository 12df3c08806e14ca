import { sendPanelSignInCode, signInWithEmailCode, signInWithManagerCode } from '../../features/access/index.ts';
import type { Context } from '../../platform/context.ts';
import { Redirect } from '../../platform/http/responses/responses.ts';
import { definePublicForm, definePublicPage } from '../endpoints.ts';
import { OptionalField, TextField } from '../parts/forms/field.ts';
import { toPanelPath } from '../parts/paths.ts';
import { renderEmailCodePage, renderLoginPage } from './login-views.ts';

export const showLogin = definePublicPage({
  summary: 'Sign in to the panel',
  query: { next: TextField, to: OptionalField }, // `to` is the encrypted address to which a code was sent
  run: (request, { query }) => {
    const next = toPanelPath(query.next);
    if (request.parent) return new Redirect(next);
    const email = query.to === undefined ? undefined : decryptEmail(request.ctx, query.to);
    return email === undefined ? renderLoginPage(request, { next }) : renderEmailCodePage(request, { next, email });
  },
});

export const submitLoginManagerCode = definePublicForm({
  summary: 'Sign in with a manager code',
  body: { next: TextField, code: TextField },
  run: async ({ ctx, client }, { body: { next, code } }) =>
    new Redirect(toPanelPath(next), (await signInWithManagerCode(ctx, code, client)).headers),
  renderRefused: (request, error, { body: { next } }) =>
    renderLoginPage(request, { next: toPanelPath(next), error, form: 'manager-code' }),
});

export const submitLoginEmail = definePublicForm({
  summary: 'Send a sign-in code by email',
  body: { next: TextField, email: TextField },
  run: async ({ ctx, client }, { body: { next, email } }) => {
    await sendPanelSignInCode(ctx, email, client);
    // The next page has a URL from which it can be reloaded, because a phone can unload the tab while the parent reads the email.
    return new Redirect(`/login?${new URLSearchParams({ to: encryptEmail(ctx, email), next: toPanelPath(next) })}`);
  },
  renderRefused: (request, error, { body: { next, email } }) =>
    renderLoginPage(request, { next: toPanelPath(next), error, form: 'email', email }),
});

export const submitLoginEmailCode = definePublicForm({
  summary: 'Sign in with a code from an email',
  body: { next: TextField, email: TextField, code: TextField },
  run: async ({ ctx, client }, { body: { next, email, code } }) =>
    new Redirect(toPanelPath(next), (await signInWithEmailCode(ctx, email, code, client)).headers),
  renderRefused: (request, error, { body: { next, email } }) =>
    renderEmailCodePage(request, { next: toPanelPath(next), email, error }),
});

/**
 * The encrypted text begins with this prefix, so that other texts that the service has encrypted are not accepted as an
 * email address.
 */
const EMAIL_PREFIX = 'asked for a code: ';

/** Encrypts an email address for a URL, so that it cannot be read in the browser's history. */
function encryptEmail({ secrets }: Context, email: string): string {
  return secrets.encrypt(EMAIL_PREFIX + email.trim());
}

function decryptEmail({ secrets }: Context, encrypted: string): string | undefined {
  try {
    const text = secrets.decrypt(encrypted);
    return text.startsWith(EMAIL_PREFIX) ? text.slice(EMAIL_PREFIX.length) : undefined;
  } catch {
    return undefined; // forged, or encrypted with a key that has been removed: the parent starts again
  }
}
