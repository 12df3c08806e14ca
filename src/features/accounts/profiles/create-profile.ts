import { fieldError } from '../../../core/requests/api-error.ts';
import { toLanguage } from '../../../core/text/languages.ts';
import { localized } from '../../../locales/index.ts';
import type { Context, UnitOfWork } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { validateLanguage } from '../routes.ts';
import { starterLook } from '../rules.ts';
import { avatarLook } from '../serializers.ts';
import { insertParentOnce, insertProfile, type Profile } from './profiles-store.ts';
import { newPseudonym } from './pseudonyms.ts';

export interface ChildDraft {
  readonly birth_year: number;
  readonly language: string;
  readonly avatar_id: string;
}

/** A new child's profile, validated but not stored yet; an error names the invalid field. */
export function buildChild(ctx: Context, { birth_year, language, avatar_id }: ChildDraft): Profile {
  const thisYear = Number(ctx.now().slice(0, 4));
  if (birth_year < 1900 || birth_year > thisYear) throw fieldError('birth_year', localized.accounts.invalidBirthYear);
  const locale = validateLanguage(language);
  const name = newPseudonym(toLanguage(locale), ctx.random.int);
  return {
    ...newProfile(ctx, 'child', locale, avatar_id),
    display_name: name,
    pseudonym: name,
    birth_year,
  };
}

export async function insertChild(tx: Tx, child: Profile): Promise<void> {
  await insertProfile(tx, child);
}

/** The parent of a verified address; the first verification creates the profile, in the language of the browser or app. */
export async function findOrCreateParent(
  { ctx, tx }: UnitOfWork,
  email: string,
  language: string,
): Promise<Profile & { isNew: boolean }> {
  const display_name = localized.accounts.parent[toLanguage(language)];
  return insertParentOnce(tx, { ...newProfile(ctx, 'parent', language, email), email, display_name });
}

function newProfile(ctx: Context, role: Profile['role'], language: string, avatarId: string): Profile {
  const [first, ...others] = ctx.content.current.looks;
  if (!first) throw new Error('A pack has at least one starter look: its loader checks that.');
  return {
    id: ctx.random.id(),
    role,
    display_name: '',
    pseudonym: null,
    birth_year: null,
    language,
    email: null,
    ...avatarLook(starterLook(avatarId, [first, ...others])),
    created_at: ctx.now(),
    named_at: null,
    dressed_at: null,
  };
}
