import { Type } from 'typebox';
import { createFieldError } from '../../core/requests/api-error.ts';
import type { Child, Parent, User } from '../../core/requests/caller.ts';
import { documentAs, Enum, InputText, LenientText, Nullable, Timestamp } from '../../core/requests/json-schema.ts';
import { toLanguage } from '../../core/text/languages.ts';
import { localized } from '../../locales/index.ts';
import { defineJsonEndpoint } from '../../platform/http/endpoint.ts';
import {
  buildAvatarUrl,
  buildChild,
  findOrCreateParent,
  findParentByEmail,
  normalizeEmail,
} from '../accounts/index.ts';
import { redeemEmailCode, sendEmailCode } from './codes/email-codes.ts';
import { issueParentCode } from './codes/parent-codes.ts';
import { linkChildByCode } from './codes/redeem-linking-code.ts';
import { connectTablet } from './connect-tablet.ts';
import { prepareNewChild } from './create-child.ts';
import { loginChild } from './pins/login-child.ts';
import { LIFETIME_SECONDS, usesPictures } from './rules.ts';
import { computeDeviceKeys } from './sessions/devices.ts';
import { listNamedProfiles } from './sessions/saved-profiles.ts';
import { signInToApp } from './sessions/sessions.ts';
import { revokeAppSession } from './sessions/sessions-store.ts';

export const DEVICE_ID_HEADER = {
  'Device-Id':
    'An id that the app generates once for its device, 1 to 200 visible ASCII characters. Signing in with it saves the profile on the device; if a code is requested with it, wrong attempts of this device are counted separately.',
};
const TOKEN_FIELDS = {
  token: Type.String({ description: 'A JWT, for the Authorization header.' }),
  expires_at: Timestamp,
};
export const EmailInput = LenientText({ description: 'At most 254 characters.', examples: ['parent@example.org'] });
export const MessageSchema = Type.Object({ message: Type.String() }, { title: 'Message' });
export const CodeSentSchema = Type.Object(
  {
    message: Type.String({ description: 'A text for a person.' }),
    expires_in_seconds: Type.Integer({ description: 'How long the code is valid: 600 seconds.' }),
  },
  { title: 'CodeSent' },
);

// The API description contains these constraints, but the schemas do not check them: `isPin` and `buildChild` do, so that the
// error says what is wrong.
const PIN_DESCRIPTION = { description: 'Exactly 4 digits.', examples: ['4071'] };
const Pin = documentAs(LenientText(PIN_DESCRIPTION), Type.String({ pattern: '^[0-9]{4}$', ...PIN_DESCRIPTION }));
const BIRTH_YEAR_DESCRIPTION = { description: '1900 to this year.', examples: [2017] };
const BirthYear = documentAs(
  Type.Integer(BIRTH_YEAR_DESCRIPTION),
  Type.Integer({ minimum: 1900, ...BIRTH_YEAR_DESCRIPTION }),
);

export const registerChild = defineJsonEndpoint({
  operationId: 'registerChild',
  summary: 'Register a child',
  description: 'Creates a profile with a friendly pseudonym as its name and signs it in.',
  requestHeaders: DEVICE_ID_HEADER,
  body: {
    birth_year: BirthYear,
    language: InputText(75, { description: 'A BCP 47 tag such as `en` or `pt-BR`.', examples: ['en'] }),
    avatar_id: Type.String({
      examples: ['fox'],
      maxLength: 64,
      pattern: '^[A-Za-z0-9_-]{1,64}$',
      description:
        'The id of a starter look: 1 to 64 letters, digits, `_` or `-`. For an unknown id, the service chooses one of the looks.',
    }),
    pin: Pin,
  },
  status: 201,
  data: Type.Object({ id: Type.String(), ...TOKEN_FIELDS }, { title: 'RegisteredChild' }),
  run: async (ctx, _caller, { body, client }) => {
    const child = buildChild(ctx, body);
    const save = await prepareNewChild(ctx, child, body.pin, client);
    return ctx.write(async (ctx) => {
      await save(ctx);
      return { id: child.id, ...(await signInToApp(ctx, { ...child, isNew: true }, client)) };
    });
  },
});

/**
 * Creates an endpoint that sends a code by email. Registering and logging in are the same operation, so that the
 * response never reveals whether an email address is known (gap 14).
 */
const createSendCodeEndpoint = (operationId: string, summary: string) =>
  defineJsonEndpoint({
    operationId,
    summary,
    description:
      'Sends a code to the address. The response is the same whether or not the address is known. A client may request 10 codes in 10 minutes and 20 a day for an address, and an address gets at most 20 in 10 minutes and 40 a day, and beyond the limits of a day one an hour. A client may request codes for 10 different addresses an hour, and all clients of an IP address together for 100.',
    requestHeaders: DEVICE_ID_HEADER,
    body: { email: EmailInput },
    data: CodeSentSchema,
    run: async (ctx, _caller, { body, client }) => {
      const email = validateEmail(body.email);
      const parent = await findParentByEmail(ctx, email);
      await sendEmailCode(ctx, { purpose: 'app-email', email, client }, parent, { countsAddressBy: 'client' });
      return {
        message: localized.access.codeSent[toLanguage(client.locale)],
        expires_in_seconds: LIFETIME_SECONDS.emailCode,
      };
    },
  });

export const registerParent = createSendCodeEndpoint('registerParent', 'Register a parent: send a code');
export const loginParent = createSendCodeEndpoint('loginParent', 'Log in a parent: send a code');

export const verifyEmail = defineJsonEndpoint({
  operationId: 'verifyEmail',
  summary: 'Verify an email code to register or log in a parent',
  description:
    'A code is valid for 10 minutes and works once. After 5 wrong attempts from one place a new code is needed; after 10 in an hour from one place, or 30 from all places together, every code is refused until the window ends. Until then, the link in the email gives a code of twelve digits, which is always accepted.',
  requestHeaders: DEVICE_ID_HEADER,
  body: {
    email: EmailInput,
    code: LenientText({
      description: 'Six digits, or the twelve digits that the link in the email shows; spaces and dashes are ignored.',
      examples: ['493027'],
    }),
  },
  data: Type.Object({ ...TOKEN_FIELDS, is_new_user: Type.Boolean() }, { title: 'ParentToken' }),
  errorCodes: ['INVALID_CODE'],
  run: async (ctx, _caller, { body, client }) => {
    const email = validateEmail(body.email);
    return redeemEmailCode(ctx, { purpose: 'app-email', email, client }, body.code, async (ctx) => {
      const parent = await findOrCreateParent(ctx, email, client.locale);
      return { ...(await signInToApp(ctx, parent, client)), is_new_user: parent.isNew };
    });
  },
});

export const loginChildWithPin = defineJsonEndpoint({
  operationId: 'loginChild',
  summary: 'Log in a child',
  description:
    'Wrong PINs have budgets, of 15 minutes and of a day. When one is spent, an attempt gets 429 with `Retry-After`, and its PIN is not compared. A `Device-Id` of at least 22 characters that has signed in to the profile has its own budgets. A profile that will be deleted cannot log in (403, reason `to_be_deleted`).',
  requestHeaders: DEVICE_ID_HEADER,
  body: {
    profile_id: LenientText({
      description: 'The id of a profile, from the list of the profiles that are saved on this device.',
      examples: ['5f1d0c2e9b8a47d3a6e4f7b20c91d8e5'],
    }),
    pin: Pin,
  },
  data: Type.Object(
    {
      ...TOKEN_FIELDS,
      profile: Type.Object(
        { id: Type.String(), display_name: Type.String(), avatar_url: Type.String() },
        { title: 'ProfileSummary' },
      ),
    },
    { title: 'ChildToken' },
  ),
  errorCodes: ['INVALID_PIN', 'FORBIDDEN', 'NOT_FOUND'],
  run: async (ctx, _caller, { body, client }) => {
    const { profile, ...token } = await loginChild(ctx, body.profile_id, body.pin, client);
    const { id, display_name } = profile;
    return { ...token, profile: { id, display_name, avatar_url: buildAvatarUrl(ctx, profile) } };
  },
});

export const createLinkingCode = defineJsonEndpoint({
  operationId: 'createLinkingCode',
  summary: 'Create a linking code for a child to enter',
  description: 'Up to four codes are valid at the same time, each for one child.',
  status: 201,
  data: Type.Object(
    { linking_code: Type.String({ description: '8 characters.' }), expires_at: Timestamp },
    { title: 'LinkingCode' },
  ),
  run: async (ctx, caller: Parent) => {
    const { code, expires_at } = await issueParentCode(ctx, 'linking', caller);
    return { linking_code: code, expires_at };
  },
});

export const redeemLinkingCode = defineJsonEndpoint({
  operationId: 'redeemLinkingCode',
  summary: 'Link the child to the parent who created the code',
  description:
    'A child that already has a guardian gets 409 and keeps that guardian. After 10 wrong codes in 15 minutes the next one has to wait.',
  body: {
    code: LenientText({ description: '8 characters; case, spaces and dashes do not matter.', examples: ['K7MPW2XQ'] }),
  },
  data: Type.Object(
    {
      linked_child: Type.Object({ id: Type.String(), display_name: Type.String() }, { title: 'LinkedChild' }),
      parent_email: Type.String(),
    },
    { title: 'Link' },
  ),
  errorCodes: ['INVALID_CODE', 'ALREADY_LINKED', 'CONFLICT'],
  run: async (ctx, caller: Child, { body, client }) => {
    const { child, parent } = await linkChildByCode(ctx, caller, body.code, client);
    return { linked_child: { id: child.id, display_name: child.display_name }, parent_email: parent.email ?? '' };
  },
});

export const connectToTablet = defineJsonEndpoint({
  operationId: 'connectTablet',
  summary: 'Save the children of a parent on this device',
  description:
    'The code is from the panel; it is valid for two hours and works on any number of devices. It signs nobody in: each child enters its own PIN. After 30 wrong codes in an hour on one device, or 600 from one place, the next one has to wait.',
  requestHeaders: { 'Device-Id': `${DEVICE_ID_HEADER['Device-Id']} Required.` },
  body: {
    code: LenientText({ description: '8 characters; case, spaces and dashes do not matter.', examples: ['K7MPW2XQ'] }),
    preview: Type.Optional(
      Type.Boolean({ description: 'Only return the children, so that a person can be asked.', examples: [false] }),
    ),
  },
  data: Type.Object(
    {
      children: Type.Array(
        Type.Object(
          {
            id: Type.String(),
            display_name: Type.String(),
            avatar_url: Type.String(),
            uses_pictures: Type.Boolean({
              description: 'Whether the child is so young that its PIN is asked for in pictures.',
            }),
          },
          { title: 'ConnectedChild' },
        ),
      ),
    },
    { title: 'ConnectedTablet' },
  ),
  errorCodes: ['INVALID_CODE'],
  run: async (ctx, _caller, { body, client }) => {
    const children = (await connectTablet(ctx, body.code, client, { isPreview: body.preview === true })).map(
      (child) => ({
        id: child.id,
        display_name: child.display_name,
        avatar_url: buildAvatarUrl(ctx, child),
        uses_pictures: usesPictures(child, ctx.now()),
      }),
    );
    return { children };
  },
});

export const createManagerCode = defineJsonEndpoint({
  operationId: 'createManagerCode',
  summary: 'Create a code for the panel',
  description: 'The parent enters it on the page `/login`.',
  status: 201,
  data: Type.Object(
    { code: Type.String({ description: 'The code, as XXXX-XXXX.' }), expires_at: Timestamp },
    { title: 'ManagerCode' },
  ),
  run: (ctx, caller: Parent) => issueParentCode(ctx, 'manager', caller),
});

export const listSavedProfiles = defineJsonEndpoint({
  operationId: 'listSavedProfiles',
  summary: 'The profiles saved on this device',
  description: `At most 100. The profiles of children who share no guardian with the device's first profile have their pseudonyms as
    names. When the list is full, further profiles can sign in on the device but are not saved.`,
  requestHeaders: { 'Device-Id': `${DEVICE_ID_HEADER['Device-Id']} Required.` },
  data: Type.Array(
    Type.Object(
      {
        id: Type.String(),
        display_name: Type.String(),
        avatar_url: Nullable(Type.String()),
        role: Enum(['child', 'parent']),
      },
      { title: 'SavedProfile' },
    ),
  ),
  run: async (ctx, _caller, { client }) => {
    if (client.deviceId === undefined) throw createFieldError('Device-Id', localized.access.missingDeviceId);
    const savedProfiles = await listNamedProfiles(ctx, computeDeviceKeys(ctx, client));
    return savedProfiles.map(({ id, display_name, role, ...avatar }) => ({
      id,
      display_name,
      avatar_url: buildAvatarUrl(ctx, avatar),
      role,
    }));
  },
});

export const logout = defineJsonEndpoint({
  operationId: 'logout',
  summary: 'Log out and revoke the token',
  data: MessageSchema,
  run: async (ctx, { profileId, sessionId, language }: User) => {
    await ctx.write((ctx) => revokeAppSession(ctx, profileId, sessionId));
    return { message: localized.access.signedOut[toLanguage(language)] };
  },
});

/** Returns the normalized email address. Refuses a text that is not an address. */
export function validateEmail(text: string): string {
  const email = normalizeEmail(text);
  if (email === undefined) throw createFieldError('email', localized.accounts.invalidEmail);
  return email;
}
