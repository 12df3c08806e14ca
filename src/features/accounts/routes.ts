import { Type } from 'typebox';
import { createFieldError } from '../../core/requests/api-error.ts';
import type { User } from '../../core/requests/caller.ts';
import { InputText } from '../../core/requests/json-schema.ts';
import { canonicalizeLocale } from '../../core/text/languages.ts';
import { localized } from '../../locales/index.ts';
import { createNotFoundError } from '../../platform/api-errors.ts';
import type { Context } from '../../platform/context.ts';
import { defineJsonEndpoint } from '../../platform/http/endpoint.ts';
import { findProfileWithGuardian, updateProfile } from './profiles/profiles-store.ts';
import { normalizeName } from './rules.ts';
import { ProfileSchema, serializeProfile } from './serializers.ts';

export const getMe = defineJsonEndpoint({
  operationId: 'getMe',
  summary: "The caller's profile",
  data: ProfileSchema,
  run: (ctx, { profileId }: User) => loadProfile(ctx, profileId),
});

export const patchMe = defineJsonEndpoint({
  operationId: 'updateMe',
  summary: "Change the caller's name or language",
  description: 'Send at least one of the two fields. A field that is not sent does not change.',
  body: {
    display_name: Type.Optional(
      InputText(40, { description: '1 to 40 characters after trimming.', examples: ['Mia'] }),
    ),
    language: Type.Optional(
      InputText(75, {
        description: 'A BCP 47 tag such as `en` or `pt-BR`. It is stored in canonical form.',
        examples: ['en'],
      }),
    ),
  },
  data: ProfileSchema,
  run: async (ctx, { profileId }: User, { body }) => {
    const change = validateChange(body);
    await ctx.write((ctx) => updateProfile(ctx, profileId, change));
    return loadProfile(ctx, profileId);
  },
});

async function loadProfile(ctx: Context, profileId: string) {
  const profile = await findProfileWithGuardian(ctx, profileId);
  if (!profile) throw createNotFoundError();
  return serializeProfile(ctx, profile);
}

function validateChange({ display_name, language }: { display_name?: string; language?: string }) {
  if (display_name === undefined && language === undefined) {
    throw createFieldError('', localized.accounts.nothingToChange);
  }
  return {
    ...(display_name !== undefined && { display_name: validateName(display_name) }),
    ...(language !== undefined && { language: validateLanguage(language) }),
  };
}

/** Returns the normalized name. Refuses an invalid name. */
export function validateName(display_name: string): string {
  const name = normalizeName(display_name);
  if (name === undefined) throw createFieldError('display_name', localized.accounts.invalidName);
  return name;
}

/** Returns the canonical form of a language tag. Refuses an invalid tag. */
export function validateLanguage(language: string): string {
  const languageTag = canonicalizeLocale(language.trim());
  if (languageTag === undefined) throw createFieldError('language', localized.accounts.invalidLanguage);
  return languageTag;
}
