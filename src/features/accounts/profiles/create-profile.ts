import type { StarterLook } from '../../../content/index.ts';
import type { AvatarLook } from '../../../core/avatar-look.ts';
import { createFieldError } from '../../../core/requests/api-error.ts';
import { toLanguage } from '../../../core/text/languages.ts';
import { localized } from '../../../locales/index.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import { validateLanguage } from '../routes.ts';
import { chooseStarterLook } from '../rules.ts';
import { toAvatarLook } from '../serializers.ts';
import { insertOrFindParent, type Profile } from './profiles-store.ts';
import { generatePseudonym } from './pseudonyms.ts';

export interface ChildDraft {
  readonly birth_year: number;
  readonly language: string;
  readonly avatar_id: string;
}

/** Refuses a year of birth before 1900 or in the future. */
export function requireBirthYear(ctx: Context, year: number): void {
  const thisYear = Number(ctx.now().slice(0, 4));
  if (year < 1900 || year > thisYear) throw createFieldError('birth_year', localized.accounts.invalidBirthYear);
}

/**
 * Also refuses the year of birth of an adult, for forms of the panel: parents type their own by mistake. Who turns 18 this year still counts as
 * a child. The app accepts every year.
 */
export function requireChildBirthYear(ctx: Context, year: number): void {
  requireBirthYear(ctx, year);
  if (Number(ctx.now().slice(0, 4)) - year > 18)
    throw createFieldError('birth_year', localized.accounts.adultBirthYear);
}

/** Builds a new child's profile without storing it. Refuses invalid input with an error that names the field. */
export function buildChild(ctx: Context, { birth_year, language, avatar_id }: ChildDraft): Profile {
  requireBirthYear(ctx, birth_year);
  const languageTag = validateLanguage(language);
  const profile = buildProfile(ctx, 'child', languageTag, avatar_id);
  const nameLanguage = toLanguage(languageTag);
  const animal = ctx.content.current.avatarItems.get(profile.skin)?.name[nameLanguage];
  const name = generatePseudonym(nameLanguage, ctx.random.int, animal);
  return { ...profile, display_name: name, pseudonym: name, birth_year };
}

/** Returns the parent with a verified email address. The first verification creates the profile, with `language`. */
export async function findOrCreateParent(
  ctx: TxContext,
  email: string,
  language: string,
): Promise<Profile & { isNew: boolean }> {
  const display_name = localized.accounts.parent[toLanguage(language)];
  // A parent chooses no starter look. The email address, as an unknown id, selects one of them.
  return insertOrFindParent(ctx, { ...buildProfile(ctx, 'parent', language, email), email, display_name });
}

/** The starter looks that are offered to a role. A parent is a person, unless a pack has only animals. */
export function listStarterLooks({ content }: Context, role: Profile['role']): readonly StarterLook[] {
  const { starterLooks, avatarItems } = content.current;
  const persons = starterLooks.filter(({ skin }) => avatarItems.get(skin)?.art.animal === undefined);
  return role === 'parent' && persons.length > 0 ? persons : starterLooks;
}

/** The starter look with this id or, if it is unknown, one of the looks that are offered to the role. */
export function chooseLook(ctx: Context, role: Profile['role'], avatarId: string): AvatarLook {
  const [first, ...others] = listStarterLooks(ctx, role);
  if (!first) throw new Error('No pack has a starter look, which the loader should have refused.');
  return toAvatarLook(chooseStarterLook(avatarId, [first, ...others]));
}

function buildProfile(ctx: Context, role: Profile['role'], language: string, avatarId: string): Profile {
  return {
    id: ctx.random.id(),
    role,
    display_name: '',
    pseudonym: null,
    birth_year: null,
    language,
    email: null,
    ...chooseLook(ctx, role, avatarId),
    created_at: ctx.now(),
    named_at: null,
    dressed_at: null,
    reads: null,
    read_aloud: null,
    uses_pictures: null,
    has_voice: null,
    goal_days: null,
  };
}
