import { Type } from 'typebox';
import { LenientText, Timestamp } from '../../core/requests/json-schema.ts';
import { toLanguage } from '../../core/text/languages.ts';
import { localized } from '../../locales/index.ts';
import { defineJsonEndpoint } from '../../platform/http/endpoint.ts';
import { DEVICE_ID_HEADER, describeFirstLink, listUndoableLinks } from '../access/index.ts';
import { maskEmail } from '../accounts/index.ts';
import { undoFirstLink } from './undo-first-link.ts';

export const listNewLinks = defineJsonEndpoint({
  operationId: 'listNewLinks',
  summary: 'The children of this device who have had a first guardian for less than seven days',
  description: `For the children who had signed in on the device before they were linked, if its
    Device-Id has at least 22 characters. The app shows who the grown-up is, and
    that the link can be undone (decision 0065).`,
  requestHeaders: DEVICE_ID_HEADER,
  data: Type.Array(
    Type.Object(
      {
        profile_id: Type.String(),
        guardian_email: Type.String({ description: 'Masked, such as `m…@example.org`.' }),
        linked_at: Timestamp,
        undo_until: Timestamp,
      },
      { title: 'NewLink' },
    ),
  ),
  run: async (ctx, _caller, { client }) => {
    const links = await listUndoableLinks(ctx, client);
    const described = await Promise.all(links.map(async (link) => ({ link, ...(await describeFirstLink(ctx, link)) })));
    return described.flatMap(({ link, firstGuardian, undoUntil }) =>
      firstGuardian
        ? {
            profile_id: link.profile_id,
            guardian_email: maskEmail(firstGuardian.email),
            linked_at: link.linked_at,
            undo_until: undoUntil,
          }
        : [],
    );
  },
});

export const undoNewLink = defineJsonEndpoint({
  operationId: 'undoNewLink',
  summary: 'Undo the link of a child to its first guardian',
  description: `With the PIN that was valid before the link, even if a guardian has set another one since. All guardians lose the child,
    which is signed out everywhere. A wrong PIN counts five times an hour and ten times a day for the child, and thirty times a day for
    the device.`,
  requestHeaders: DEVICE_ID_HEADER,
  body: {
    profile_id: LenientText({
      description: 'The id of a profile, from `GET /app/auth/new-links`.',
      examples: ['5f1d0c2e9b8a47d3a6e4f7b20c91d8e5'],
    }),
    pin: LenientText({ description: 'The PIN before the link: exactly 4 digits.', examples: ['4071'] }),
    new_pin: Type.Optional(
      LenientText({
        description: 'A new PIN of 4 digits, because whoever has made the link may know the earlier one.',
        examples: ['9318'],
      }),
    ),
  },
  data: Type.Object({ message: Type.String({ description: 'A text for a person.' }) }, { title: 'LinkUndone' }),
  errorCodes: ['INVALID_PIN', 'NOT_FOUND'],
  run: async (ctx, _caller, { body, client }) => {
    await undoFirstLink(ctx, { profileId: body.profile_id, pin: body.pin, newPin: body.new_pin, client });
    return { message: localized.guardianship.linkUndone[toLanguage(client.locale)] };
  },
});
