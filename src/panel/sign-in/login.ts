import { sendPanelCode, signInWithEmailCode, signInWithManagerCode } from '../../features/access/index.ts';
import type { Context } from '../../platform/context.ts';
import { Redirect } from '../../platform/http/responses/responses.ts';
import { definePublicForm, definePublicPage } from '../endpoints.ts';
import { runFormAction } from '../parts/forms/form.ts';
import { TextField } from '../parts/forms/form-fields.ts';
import { toPanelPath } from '../parts/paths.ts';
import { renderEmailCodePage, renderLoginPage } from './login-views.ts';

export const showLogin = definePublicPage({
  summary: 'Sign in to the panel',
  query: { next: TextField, to: TextField },
  run: (request, { query }) => {
    const next = toPanelPath(query.next);
    if (request.parent) return new Redirect(next);
    const email = query.to === undefined ? undefined : unsealEmail(request.ctx, query.to);
    return email === undefined ? renderLoginPage(request, { next }) : renderEmailCodePage(request, { next, email });
  },
});

export const submitLoginManagerCode = definePublicForm({
  summary: 'Sign in with a manager code',
  body: { next: TextField, code: TextField },
  run: (request, { body }) => {
    const next = toPanelPath(body.next);
    return runFormAction(
      async () => {
        const signedIn = await signInWithManagerCode(request.ctx, body.code ?? '', request.client);
        return new Redirect(next, signedIn.headers);
      },
      (error) => renderLoginPage(request, { next, error, form: 'manager-code' }),
    );
  },
});

export const submitLoginEmail = definePublicForm({
  summary: 'Send a sign-in code by email',
  body: { next: TextField, email: TextField },
  run: (request, { body }) => {
    const { email = '' } = body;
    const next = toPanelPath(body.next);
    return runFormAction(
      async () => {
        await sendPanelCode(request.ctx, email, request.client);
        // The next page has a URL of its own: a phone may unload this tab while the parent reads the email.
        return new Redirect(`/login?${new URLSearchParams({ to: sealEmail(request.ctx, email), next })}`);
      },
      (error) => renderLoginPage(request, { next, error, form: 'email', email }),
    );
  },
});

export const submitLoginEmailCode = definePublicForm({
  summary: 'Sign in with a code from an email',
  body: { next: TextField, email: TextField, code: TextField },
  run: (request, { body }) => {
    const { email = '', code = '' } = body;
    const next = toPanelPath(body.next);
    return runFormAction(
      async () => new Redirect(next, (await signInWithEmailCode(request.ctx, email, code, request.client)).headers),
      (error) => renderEmailCodePage(request, { next, email, error }),
    );
  },
});

const SEAL_PREFIX = 'asked for a code: ';

/** Encrypts an email address for a URL, so that it cannot be read in the browser's history. */
function sealEmail({ secrets }: Context, email: string): string {
  return secrets.seal(SEAL_PREFIX + email.trim());
}

function unsealEmail({ secrets }: Context, sealed: string): string | undefined {
  try {
    const text = secrets.open(sealed);
    return text.startsWith(SEAL_PREFIX) ? text.slice(SEAL_PREFIX.length) : undefined;
  } catch {
    return undefined; // forged, or sealed before the keys changed: the parent starts again
  }
}
