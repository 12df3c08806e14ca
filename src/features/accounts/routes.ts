import { Type } from 'typebox';
import type { Callers } from '../../core/caller.ts';
import { canonicalTag } from '../../core/languages.ts';
import { InputText } from '../../core/wire.ts';
import type { Context } from '../../platform/context.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { notFound } from '../../platform/http/errors.ts';
import { fieldRefusal } from '../../platform/http/validation.ts';
import { cleanName } from './rules.ts';
import { findMe, updateProfile } from './store.ts';
import { ProfileShape, profileOnWire } from './wire.ts';
import { NO_LANGUAGE, NO_NAME, NOTHING_TO_CHANGE } from './words.ts';

export const getMe = endpoint({
  summary: "The caller's profile",
  data: ProfileShape,
  run: (ctx, { profileId }: Callers['any']) => me(ctx, profileId),
});

export const patchMe = endpoint({
  summary: "Change the caller's name or language",
  description: 'Send at least one of the two fields. A field that is not sent stays as it is.',
  body: {
    display_name: Type.Optional(InputText(40, { description: '1 to 40 characters after trimming' })),
    language: Type.Optional(InputText(75, { description: 'BCP 47 tag such as `en` or `pt-BR`; kept canonical' })),
  },
  data: ProfileShape,
  run: async (ctx, { profileId }: Callers['any'], { body }) => {
    const change = checkedChange(body);
    await ctx.write((tx) => updateProfile(tx, profileId, change, ctx.now()));
    return me(ctx, profileId);
  },
});

async function me(ctx: Context, profileId: string) {
  const profile = await findMe(ctx.db, profileId);
  if (!profile) throw notFound();
  return profileOnWire(ctx, profile);
}

function checkedChange({ display_name, language }: { display_name?: string; language?: string }) {
  if (display_name === undefined && language === undefined) {
    throw fieldRefusal('', NOTHING_TO_CHANGE);
  }
  return {
    ...(display_name !== undefined && { display_name: checkedName(display_name) }),
    ...(language !== undefined && { language: checkedLanguage(language) }),
  };
}

/** The name as it is kept; refuses what is none. */
export function checkedName(display_name: string): string {
  const name = cleanName(display_name);
  if (name === undefined) throw fieldRefusal('display_name', NO_NAME);
  return name;
}

/** The canonical form of a language tag; refuses what is none. */
export function checkedLanguage(language: string): string {
  const tag = canonicalTag(language.trim());
  if (tag === undefined) throw fieldRefusal('language', NO_LANGUAGE);
  return tag;
}
