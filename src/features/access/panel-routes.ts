import { stringifySetCookie } from 'cookie';
import { Type } from 'typebox';
import { parseManagerCode } from '../../core/one-time-codes.ts';
import { ApiError } from '../../core/requests/api-error.ts';
import type { Client, PanelParent } from '../../core/requests/caller.ts';
import { LenientText } from '../../core/requests/json-schema.ts';
import { toLanguage } from '../../core/text/languages.ts';
import { addSeconds, DAY, HOUR } from '../../core/time/instant.ts';
import { localized } from '../../locales/index.ts';
import type { Context, TxContext } from '../../platform/context.ts';
import { DEVICE_COOKIE, SESSION_COOKIE } from '../../platform/http/client.ts';
import { defineJsonEndpoint } from '../../platform/http/endpoint.ts';
import { ResponseWithHeaders } from '../../platform/http/responses/responses.ts';
import {
  buildAvatarUrl,
  findOrCreateParent,
  findParentByEmail,
  findProfile,
  listChildren,
  lockProfile,
  normalizeEmail,
  type Profile,
} from '../accounts/index.ts';
import { replacePendingChange } from './address-changes/address-changes-store.ts';
import { endCodes, spendCode } from './codes/codes-store.ts';
import {
  computeEmailKey,
  createWrongCodeError,
  redeemEmailCode,
  type SendOptions,
  sendEmailCode,
} from './codes/email-codes.ts';
import { spendEmailLink } from './codes/email-links.ts';
import { computeParentCodeDigests } from './codes/parent-codes.ts';
import { composeNoAccountEmail, composeWelcomeEmail } from './emails.ts';
import { refusePasskey, usePasskey } from './passkeys/passkeys.ts';
import { type EnteredRecoveryCode, redeemRecoveryCode } from './recovery/recovery-codes.ts';
import { CodeSentSchema, EmailInput, MessageSchema, validateEmail } from './routes.ts';
import { LIFETIME_SECONDS, PANEL_CODE_LIMIT } from './rules.ts';
import { signInToPanel } from './sessions/sessions.ts';
import { endPanelSession } from './sessions/sessions-store.ts';

const PanelSessionSchema = Type.Object(
  {
    session_id: Type.String({ description: 'Identifies the session; it grants no access.' }),
    user: Type.Object(
      {
        id: Type.String(),
        email: Type.String(),
        role: Type.Literal('parent'),
        children: Type.Array(
          Type.Object(
            { profile_id: Type.String(), display_name: Type.String(), avatar_url: Type.String() },
            { title: 'ChildSummary' },
          ),
        ),
      },
      { title: 'PanelUser' },
    ),
    redirect_url: Type.String({ description: 'A path of the panel.' }),
  },
  { title: 'PanelSession' },
);

export const verifyManagerCode = defineJsonEndpoint({
  operationId: 'loginToPanelWithManagerCode',
  summary: 'Log in to the panel with a manager code',
  description: 'Sets the cookie `session`. A code is valid for 5 minutes and works once.',
  body: {
    code: LenientText({
      description: 'The code, as XXXX-XXXX. Case, spaces and dashes do not matter.',
      examples: ['7Q4M-2X9K'],
    }),
  },
  data: PanelSessionSchema,
  errorCodes: ['INVALID_CODE'],
  run: (ctx, _caller, { body, client }) => signInWithManagerCode(ctx, body.code, client),
});

export const sendPanelEmailCode = defineJsonEndpoint({
  operationId: 'sendPanelEmailCode',
  summary: 'Send an email code to log in to the panel',
  description:
    'Only for the address of a registered parent. A client may request 3 codes in 10 minutes for an address.',
  body: { email: EmailInput },
  data: CodeSentSchema,
  errorCodes: ['INVALID_EMAIL', 'NOT_FOUND'],
  run: async (ctx, _caller, { body, client }) => {
    await sendPanelSignInCode(ctx, body.email, client);
    return {
      message: localized.access.codeSent[toLanguage(client.locale)],
      expires_in_seconds: LIFETIME_SECONDS.emailCode,
    };
  },
});

export const verifyPanelEmailCode = defineJsonEndpoint({
  operationId: 'loginToPanelWithEmailCode',
  summary: 'Log in to the panel with an email code',
  description:
    'Sets the cookie `session`. A code is valid for 10 minutes and works once. Wrong attempts count as in the app.',
  body: {
    email: EmailInput,
    code: LenientText({
      description: 'Six digits, or the twelve digits that the link in the email shows; spaces and dashes are ignored.',
      examples: ['493027'],
    }),
  },
  data: PanelSessionSchema,
  errorCodes: ['INVALID_CODE'],
  run: (ctx, _caller, { body, client }) => signInWithEmailCode(ctx, body.email, body.code, client),
});

export const logoutPanel = defineJsonEndpoint({
  operationId: 'logoutFromPanel',
  summary: 'Log out of the panel',
  data: MessageSchema,
  run: async (ctx, caller: PanelParent) =>
    new ResponseWithHeaders(
      { message: localized.access.signedOut[toLanguage(caller.language)] },
      await signOutOfPanel(ctx, caller),
    ),
});

/** Opens a panel session for a manager code; a code works once. */
export async function signInWithManagerCode(ctx: Context, enteredCode: string, client: Client) {
  const code = parseManagerCode(enteredCode);
  if (code === undefined) throw createWrongCodeError();
  return ctx.write(async (ctx) => {
    const parentId = await spendCode(ctx, 'manager', computeParentCodeDigests(ctx, 'manager', code));
    const parent = parentId && (await findProfile(ctx, parentId));
    if (!parent) {
      ctx.logSecurity({ event: 'sign-in-failed', kind: 'manager' });
      throw createWrongCodeError();
    }
    return openPanelSession(ctx, parent, client, { isProof: false });
  });
}

/**
 * Emails a registered parent a code for the panel. Refuses other addresses with INVALID_EMAIL or NOT_FOUND, as the
 * specification requires.
 */
async function sendPanelSignInCode(ctx: Context, enteredEmail: string, client: Client): Promise<void> {
  const email = validatePanelEmail(enteredEmail);
  const parent = await findParentByEmail(ctx, email);
  if (!parent) throw new ApiError('NOT_FOUND', localized.access.notRegistered);
  await sendPanelCode(ctx, email, client, parent);
}

/**
 * Emails a code with which the owner of an address signs in to the panel or, if it is unknown, registers. Nothing but the email says
 * which (decision 0073). The link in it opens `returnTo`, a path of the panel. Counts the address as the app's registration does.
 */
export async function sendSignUpCode(
  ctx: Context,
  enteredEmail: string,
  client: Client,
  returnTo?: string,
): Promise<void> {
  const email = validatePanelEmail(enteredEmail);
  const options = { countsAddressBy: 'browser', returnTo } as const;
  await sendPanelCode(ctx, email, client, await findParentByEmail(ctx, email), options);
}

/**
 * Emails a parent a code for the panel, in which the account can be deleted. The owner of another address is told that it has no account:
 * nothing but the email says which.
 */
export async function sendDeletionCode(ctx: Context, enteredEmail: string, client: Client): Promise<void> {
  const email = validatePanelEmail(enteredEmail);
  const parent = await findParentByEmail(ctx, email);
  const options = { countsAddressBy: 'browser' } as const;
  await sendPanelCode(
    ctx,
    email,
    client,
    parent,
    parent ? options : { ...options, composeInstead: composeNoAccountEmail },
  );
}

function validatePanelEmail(text: string): string {
  const email = normalizeEmail(text);
  if (email === undefined) throw new ApiError('INVALID_EMAIL', localized.access.invalidEmail, { fields: ['email'] });
  return email;
}

async function sendPanelCode(
  ctx: Context,
  email: string,
  client: Client,
  parent: Profile | undefined,
  options?: SendOptions,
): Promise<void> {
  const endpointLimit = ctx.settings.hasRateLimits ? PANEL_CODE_LIMIT : undefined;
  await sendEmailCode(ctx, { purpose: 'panel-email', email, client }, parent, { endpointLimit, ...options });
}

/** Opens a panel session for an email code; a code works once. */
export async function signInWithEmailCode(ctx: Context, enteredEmail: string, enteredCode: string, client: Client) {
  const email = validateEmail(enteredEmail);
  return redeemEmailCode(ctx, { purpose: 'panel-email', email, client }, enteredCode, async (ctx) => {
    const parent = await findParentByEmail(ctx, email);
    if (!parent) throw createWrongCodeError();
    return openPanelSession(ctx, parent, client);
  });
}

/** Opens a panel session for an email code, and first registers a parent with this address if there is none. */
export async function signUpWithEmailCode(ctx: Context, enteredEmail: string, code: string, client: Client) {
  return signInWithInvitedAddress(ctx, { email: validateEmail(enteredEmail), code, client }, welcomeIfNew);
}

/** Opens a panel session with the link in an email with a code; it works once, like the code. */
export async function signUpWithEmailLink(ctx: Context, token: string, client: Client) {
  return ctx.write(async (ctx) => {
    const { email, purpose } = await spendEmailLink(ctx, token);
    if (purpose !== 'panel-email') throw createWrongCodeError();
    await endCodes(ctx, { purpose, subject: computeEmailKey(ctx, email) });
    const parent = await findOrCreateParent(ctx, email, client.locale);
    await welcomeIfNew(ctx, parent);
    return openPanelSession(ctx, parent, client);
  });
}

/** How long after signing in with a recovery code a parent can change the address. */
const RECOVERY_SECONDS = HOUR;

/**
 * Opens a panel session for a recovery code. In this session, and only for changing the address, the code replaces a fresh code and the
 * code to the old mailbox (decision 0072).
 */
export async function signInWithRecoveryCode(ctx: Context, { email, ...entered }: EnteredRecoveryCode) {
  return redeemRecoveryCode(ctx, { ...entered, email: validateEmail(email) }, async (ctx, parent) => {
    await lockProfile(ctx, parent.id);
    const response = await openPanelSession(ctx, parent, entered.client, { isProof: false });
    await replacePendingChange(ctx, {
      id: ctx.random.timeOrderedId(),
      profile_id: parent.id,
      session_id: response.data.session_id,
      voucher_id: null,
      sealed_new: null,
      sealed_old: null,
      digest: null,
      confirm_digest: null,
      old_confirmed_at: ctx.now(),
      new_confirmed_at: null,
      created_at: ctx.now(),
      opens_at: null,
      changed_at: null,
      undone_at: null,
      expires_at: addSeconds(ctx.now(), RECOVERY_SECONDS),
    });
    return response;
  });
}

/** Emails a parent who has just registered on the web what comes next. */
async function welcomeIfNew(ctx: TxContext, { isNew, email, language }: SignedInParent): Promise<void> {
  if (!isNew || email === null) return;
  const now = ctx.now();
  const welcome = composeWelcomeEmail(ctx, { email, language: toLanguage(language) });
  const topic = `welcome ${ctx.random.timeOrderedId()}`;
  await ctx.outbox.enqueue(ctx, welcome, { topic, now, expiresAt: addSeconds(now, 3 * DAY), kind: 'other' });
}

/** Opens a panel session with a passkey, which is a fresh proof as well. */
export async function signInWithPasskey(ctx: Context, answer: string, client: Client) {
  return usePasskey(ctx, { answer, client }, async (ctx, profileId) => {
    const parent = await findProfile(ctx, profileId);
    if (!parent?.email) throw refusePasskey(ctx, profileId); // the account is being erased
    return openPanelSession(ctx, parent, client, { kind: 'passkey' });
  });
}

/** Emails a code for the panel to an invited address, whether or not it is registered. */
export async function sendCodeToInvitedAddress(ctx: Context, email: string, client: Client): Promise<void> {
  await sendEmailCode(ctx, { purpose: 'panel-email', email, client }, await findParentByEmail(ctx, email));
}

type SignedInParent = Awaited<ReturnType<typeof findOrCreateParent>>;

/** A code from an email, as a client entered it. */
interface EnteredEmailCode {
  readonly email: string;
  readonly code: string;
  readonly client: Client;
}

/**
 * Opens a panel session for an invited email address, and first registers a parent with this address if there is none. `work`
 * runs in the same transaction.
 */
export async function signInWithInvitedAddress(
  ctx: Context,
  { email, code, client }: EnteredEmailCode,
  work: (ctx: TxContext, parent: SignedInParent) => Promise<unknown>,
) {
  return redeemEmailCode(ctx, { purpose: 'panel-email', email, client }, code, async (ctx) => {
    const parent = await findOrCreateParent(ctx, email, client.locale);
    await work(ctx, parent);
    return openPanelSession(ctx, parent, client);
  });
}

/** Headers that make a browser delete the cookie of an ended session and the pages that the browser has cached. */
export function buildClearSessionHeaders(): Record<string, string> {
  return {
    'set-cookie': stringifySetCookie({ ...COOKIE_OPTIONS, name: SESSION_COOKIE, value: '', maxAge: 0 }),
    // Not "cookies": that would also delete the device cookie, by which the panel recognizes the browser.
    'clear-site-data': '"cache"',
  };
}

/** Ends the caller's panel session; returns the headers that make the browser delete its cookie. */
export async function signOutOfPanel(
  ctx: Context,
  { profileId, sessionId }: PanelParent,
): Promise<Record<string, string>> {
  await ctx.write((ctx) => endPanelSession(ctx, profileId, sessionId));
  return buildClearSessionHeaders();
}

/** Creates a device cookie, by which the panel recognizes this browser. `header` is the value of its Set-Cookie header. */
export function createDeviceCookie({ random }: Context): { value: string; header: string } {
  const value = random.bytes(24).toString('base64url');
  return { value, header: serializeDeviceCookie(value) };
}

const COOKIE_OPTIONS = { path: '/', httpOnly: true, secure: true, sameSite: 'strict' } as const;
const DEVICE_COOKIE_MAX_AGE_SECONDS = 400 * DAY; // browsers store no cookie for longer

function serializeDeviceCookie(value: string): string {
  return stringifySetCookie({ ...COOKIE_OPTIONS, name: DEVICE_COOKIE, value, maxAge: DEVICE_COOKIE_MAX_AGE_SECONDS });
}

async function openPanelSession(
  ctx: TxContext,
  parent: Profile & { isNew?: boolean },
  client: Client,
  { isProof = true, kind = 'panel' }: { isProof?: boolean; kind?: 'panel' | 'passkey' } = {},
) {
  const deviceCookie = client.panelDeviceCookie ?? createDeviceCookie(ctx).value;
  const { cookie, session_id } = await signInToPanel(ctx, parent, {
    panelDeviceCookie: deviceCookie,
    client,
    isProof,
    kind,
  });
  const children = (await listChildren(ctx, parent.id)).map((child) => ({
    profile_id: child.id,
    display_name: child.display_name,
    avatar_url: buildAvatarUrl(ctx, child),
  }));
  const user = { id: parent.id, email: parent.email ?? '', role: 'parent' as const, children };
  const sessionCookie = stringifySetCookie({
    ...COOKIE_OPTIONS,
    name: SESSION_COOKIE,
    value: cookie,
    maxAge: LIFETIME_SECONDS.panelAbsolute,
  });
  return new ResponseWithHeaders(
    { session_id, user, redirect_url: '/panel' },
    { 'set-cookie': [sessionCookie, serializeDeviceCookie(deviceCookie)] },
  );
}
