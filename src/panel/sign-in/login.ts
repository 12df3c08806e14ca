import { Type } from 'typebox';
import type { PanelParent } from '../../core/caller.ts';
import { LookupText } from '../../core/json-schema.ts';
import { sendPanelCode, signInWithEmailCode, signInWithManagerCode } from '../../features/access/index.ts';
import type { Context } from '../../platform/context.ts';
import { page } from '../../platform/http/endpoint.ts';
import { Redirect } from '../../platform/http/responses/responses.ts';
import { checkCsrfToken } from '../../platform/http/security/csrf.ts';
import { catchRefusal } from '../parts/forms/field.ts';
import { ownPath } from '../parts/paths.ts';
import { codePage, loginPage } from './login-views.ts';

export const showHome = page({
  summary: 'The way in',
  run: async () => new Redirect('/panel'),
});

export const showLogin = page({
  summary: 'Log in to the panel',
  query: { next: Type.Optional(LookupText()), to: Type.Optional(LookupText()) },
  run: async (ctx, caller: PanelParent | undefined, { query, client }) => {
    const next = ownPath(query.next);
    if (caller) return new Redirect(next);
    const email = query.to === undefined ? undefined : openAddress(ctx, query.to);
    return email === undefined ? loginPage(ctx, client, { next }) : codePage(ctx, client, { next, email });
  },
});

const FORM = { form_token: Type.Optional(LookupText()), next: Type.Optional(LookupText()) };
const Typed = Type.Optional(LookupText());

export const submitManagerCode = page({
  summary: 'Log in with a manager code',
  body: { ...FORM, code: Typed },
  run: async (ctx, _caller: PanelParent | undefined, { body, client }) => {
    checkCsrfToken(ctx, client, body.form_token);
    const next = ownPath(body.next);
    return catchRefusal(
      async () => new Redirect(next, (await signInWithManagerCode(ctx, body.code ?? '', client)).headers),
      (problem) => loginPage(ctx, client, { next, problem, at: 'manager-code' }),
    );
  },
});

export const submitEmail = page({
  summary: 'Ask for an e-mail code',
  body: { ...FORM, email: Typed },
  run: async (ctx, _caller: PanelParent | undefined, { body, client }) => {
    checkCsrfToken(ctx, client, body.form_token);
    const { email = '' } = body;
    const next = ownPath(body.next);
    return catchRefusal(
      async () => {
        await sendPanelCode(ctx, email, client);
        // A page with an address of its own: a phone drops this tab while the parent reads the letter in another app.
        return new Redirect(`/login?${new URLSearchParams({ to: sealAddress(ctx, email), next })}`);
      },
      (problem) => loginPage(ctx, client, { next, problem, at: 'email', email }),
    );
  },
});

export const submitEmailCode = page({
  summary: 'Log in with an e-mail code',
  body: { ...FORM, email: Typed, code: Typed },
  run: async (ctx, _caller: PanelParent | undefined, { body, client }) => {
    checkCsrfToken(ctx, client, body.form_token);
    const { email = '', code = '' } = body;
    const next = ownPath(body.next);
    return catchRefusal(
      async () => new Redirect(next, (await signInWithEmailCode(ctx, email, code, client)).headers),
      (problem) => codePage(ctx, client, { next, email, problem }),
    );
  },
});

const SEALED_HERE = 'asked for a code: ';

/** An address that may stand in a URL: nobody reads it out of a browser's history. */
function sealAddress({ secrets }: Context, email: string): string {
  return secrets.seal(SEALED_HERE + email.trim());
}

function openAddress({ secrets }: Context, sealed: string): string | undefined {
  try {
    const text = secrets.open(sealed);
    return text.startsWith(SEALED_HERE) ? text.slice(SEALED_HERE.length) : undefined;
  } catch {
    return undefined; // made up, or from before the keys changed: they simply log in from the start
  }
}
