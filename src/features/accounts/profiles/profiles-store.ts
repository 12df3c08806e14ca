import { AVATAR_SLOTS, type AvatarLook } from '../../../core/avatar-look.ts';
import { QUOTAS } from '../../../core/quotas.ts';
import { isStorable } from '../../../core/text/normalize-text.ts';
import type { Instant } from '../../../core/time/instant.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import {
  type Handle,
  lockRows,
  parseJsonRows,
  prepareMultiRowQuery,
  prepareQuery,
  selectJsonRows,
} from '../../../platform/database/index.ts';
import type { ProfileRow } from '../../../schema/tables.ts';
import { hasNoPlannedDeletion, type PlannedDeletion, selectDeletionsInFamily } from './deletions-store.ts';

export type Profile = ProfileRow;

export const PROFILE_COLUMNS = [
  'id',
  'role',
  'display_name',
  'pseudonym',
  'birth_year',
  'language',
  'email',
  'skin',
  'hair',
  'hat',
  'shirt',
  'accessory',
  'created_at',
  'named_at',
  'dressed_at',
  'reads',
  'read_aloud',
  'uses_pictures',
  'has_voice',
  'goal_days',
] as const;

const profileQuery = prepareQuery(({ db }, { id }: { id: string }) =>
  db.selectFrom('profiles').select(PROFILE_COLUMNS).where('id', '=', id),
);

/** Finds a profile. The id may be any text from a request. Returns undefined for a text that cannot be an id. */
export async function findProfile(ctx: Context, id: string): Promise<Profile | undefined> {
  if (!isStorable(id)) return undefined;
  const [profile] = await profileQuery(ctx, { id });
  return profile;
}

const profileWithGuardianQuery = prepareQuery(({ db }, { id }: { id: string }) =>
  db
    .selectFrom('profiles as profile')
    .leftJoin('guardians as link', (join) => join.onRef('link.child_id', '=', 'profile.id').on('link.rank', '=', 1))
    .leftJoin('profiles as parent', 'parent.id', 'link.parent_id')
    .select(PROFILE_COLUMNS.map((column) => `profile.${column}` as const))
    .select('parent.email as linked_parent_email')
    .where('profile.id', '=', id),
);

/** A profile together with its first guardian's email address (gap 12). */
export async function findProfileWithGuardian(
  ctx: Context,
  id: string,
): Promise<(Profile & { linked_parent_email: string | null }) | undefined> {
  const [profile] = await profileWithGuardianQuery(ctx, { id });
  return profile;
}

/**
 * A child and its siblings (children with a guardian in common), in no particular order and without siblings whose
 * deletion is planned.
 */
export async function listChildAndSiblings(ctx: Context, childId: string): Promise<Profile[]> {
  const siblings = await ctx.db
    .selectFrom('guardians as own_link')
    .innerJoin('guardians as sibling_link', 'sibling_link.parent_id', 'own_link.parent_id')
    .select('sibling_link.child_id')
    .where('own_link.child_id', '=', childId)
    .where(hasNoPlannedDeletion('sibling_link.child_id'))
    .execute();
  return listProfiles(ctx, [...new Set([childId, ...siblings.map(({ child_id }) => child_id)])]);
}

/**
 * The profiles with these ids, in no particular order. Pass at most a few hundred ids: the query is compiled once for each number
 * of ids.
 */
export async function listProfiles(ctx: Context, ids: readonly string[]): Promise<Profile[]> {
  return listProfilesQuery(
    ctx,
    ids.map((id) => ({ id })),
  );
}

const listProfilesQuery = prepareMultiRowQuery(({ db }, rows: { id: string }[]) =>
  db
    .selectFrom('profiles')
    .select(PROFILE_COLUMNS)
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    ),
);

/**
 * A page of all profiles: up to `limit` after the id `afterId`, in the order of their ids. `isUnguarded` is true for a child without a
 * guardian.
 */
export async function listProfilesAfter({ db }: Context, afterId: string, limit: number) {
  // The page is selected before the join, because PostgreSQL would read the guardians from the first one on for each page.
  const page = db.selectFrom('profiles').select(['id', 'role', 'created_at']).where('id', '>', afterId);
  const rows = await db
    .selectFrom(page.orderBy('id').limit(limit).as('page'))
    .leftJoin('guardians', (join) => join.onRef('child_id', '=', 'page.id').on('rank', '=', 1))
    .select(['id', 'role', 'created_at', 'parent_id'])
    .orderBy('id')
    .execute();
  return rows.map(({ role, parent_id, ...row }) => ({ ...row, isUnguarded: role === 'child' && parent_id === null }));
}

const lockProfileQuery = prepareQuery((ctx: TxContext, { id }: { id: string }) =>
  lockRows(ctx, ctx.db.selectFrom('profiles').select('id').where('id', '=', id)),
);

/** Locks a profile until this transaction ends. The lock on a child also protects its guardians, invitations and settings. */
export async function lockProfile(ctx: TxContext, id: string): Promise<void> {
  await lockProfileQuery(ctx, { id });
}

export async function findParentByEmail({ db }: Context, email: string): Promise<Profile | undefined> {
  return db.selectFrom('profiles').select(PROFILE_COLUMNS).where('email', '=', email).executeTakeFirst();
}

export async function insertProfile({ db }: TxContext, profile: Profile): Promise<void> {
  await db.insertInto('profiles').values(profile).execute();
}

/** Creates the parent's profile, or finds the existing profile with the same email address. */
export async function insertOrFindParent(
  { db }: TxContext,
  profile: Profile & { email: string },
): Promise<Profile & { isNew: boolean }> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('profiles')
    .values(profile)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 1n) return { ...profile, isNew: true };
  const existingParent = await db
    .selectFrom('profiles')
    .select(PROFILE_COLUMNS)
    .where('email', '=', profile.email)
    .executeTakeFirstOrThrow();
  return { ...existingParent, isNew: false };
}

/** Changes a profile, and stores when its name and look were first chosen. */
export async function updateProfile(
  { db, now }: TxContext,
  id: string,
  change: Partial<
    Pick<
      Profile,
      | 'display_name'
      | 'language'
      | 'birth_year'
      | 'reads'
      | 'read_aloud'
      | 'uses_pictures'
      | 'has_voice'
      | 'goal_days'
      | keyof AvatarLook
    >
  >,
): Promise<void> {
  const changesName = change.display_name !== undefined;
  const changesLook = AVATAR_SLOTS.some((slot) => change[slot] !== undefined);
  await db
    .updateTable('profiles')
    .set(change)
    .$if(changesName, (update) => update.set((eb) => ({ named_at: eb.fn.coalesce('named_at', eb.val(now())) })))
    .$if(changesLook, (update) => update.set((eb) => ({ dressed_at: eb.fn.coalesce('dressed_at', eb.val(now())) })))
    .where('id', '=', id)
    .execute();
}

/** Saves what a child answers when the app asks whether it reads. Only the first answer counts, and none after a guardian's setting. */
export async function saveReadingAnswer({ db }: TxContext, childId: string, reads: 'yes' | 'not_yet'): Promise<void> {
  await db.updateTable('profiles').set({ reads }).where('id', '=', childId).where('reads', 'is', null).execute();
}

/** Makes a parent the child's first guardian. Returns false, without a change, if the child already has one. */
export async function insertFirstGuardian({ db, now }: TxContext, childId: string, parentId: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('guardians')
    .values({ child_id: childId, parent_id: parentId, rank: 1, linked_at: now(), leaves_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function insertConsent(
  { db }: TxContext,
  consent: { id: string; child_id: string; parent_id: string; text_version: string; given_at: Instant },
): Promise<void> {
  await db.insertInto('consents').values(consent).execute();
}

/** Deletes a parent's oldest consents for a child beyond the quota. */
export async function pruneConsents({ db }: TxContext, childId: string, parentId: string): Promise<void> {
  const excessIds = db
    .selectFrom('consents')
    .select('id')
    .where('parent_id', '=', parentId)
    .where('child_id', '=', childId)
    .orderBy('given_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1000) // more rows than there can be; SQLite requires a limit for an offset
    .offset(QUOTAS.consentsPerChild);
  await db.deleteFrom('consents').where('parent_id', '=', parentId).where('id', 'in', excessIds).execute();
}

/** When the earliest of a child's or a parent's current links was created; null without a link. */
export async function findFirstLinkTime(
  { db }: Context,
  column: 'child_id' | 'parent_id',
  profileId: string,
): Promise<Instant | null> {
  const row = await db
    .selectFrom('guardians')
    .select('linked_at')
    .where(column, '=', profileId)
    .orderBy('linked_at')
    .orderBy('child_id')
    .limit(1)
    .executeTakeFirst();
  return row?.linked_at ?? null;
}

/** A child of a parent, and when the parent leaves it, if the parent has chosen to; otherwise null. */
export type LinkedChild = Profile & { readonly leaves_at: Instant | null };

/** The children of a parent, in the order in which they were linked. */
export async function listChildren(ctx: Context, parentId: string): Promise<LinkedChild[]> {
  return selectChildren(ctx, parentId).execute();
}

function selectChildren({ db }: Context, parentId: string) {
  return db
    .selectFrom('guardians')
    .innerJoin('profiles', 'profiles.id', 'guardians.child_id')
    .select(PROFILE_COLUMNS.map((column) => `profiles.${column}` as const))
    .select('leaves_at')
    .where('parent_id', '=', parentId)
    .orderBy('linked_at')
    .orderBy('child_id');
}

/** A parent's children, in the order in which they were linked, and the planned deletions of the parent and the children. */
export interface Family {
  readonly children: readonly LinkedChild[];
  /** The children whose deletion is not planned. */
  readonly childrenWithoutDeletion: readonly Profile[];
  /** By profile id. */
  readonly deletions: ReadonlyMap<string, PlannedDeletion>;
}

export async function loadFamily(ctx: Context, parentId: string): Promise<Family> {
  const row = await ctx.db
    .selectNoFrom([
      selectJsonRows(ctx, selectChildren(ctx, parentId)).as('children'),
      selectJsonRows(ctx, selectDeletionsInFamily(ctx, parentId)).as('deletions'),
    ])
    .executeTakeFirstOrThrow();
  const children = parseJsonRows(row.children);
  const deletions = new Map(parseJsonRows(row.deletions).map((deletion) => [deletion.profile_id, deletion]));
  return { children, childrenWithoutDeletion: children.filter(({ id }) => !deletions.has(id)), deletions };
}

/** Whether the installation has any profiles. */
export async function hasProfiles({ db }: Handle): Promise<boolean> {
  return (await db.selectFrom('profiles').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Removes a parent's email address. Afterward nobody can sign in to this profile, and a sign-in with the address creates a
 * new profile.
 */
export async function clearEmail({ db }: TxContext, parentId: string): Promise<void> {
  await db.updateTable('profiles').set({ email: null }).where('id', '=', parentId).execute();
}

/** Deletes a profile and, by foreign keys, the rows that belong to it. */
export async function deleteProfile({ db }: TxContext, profileId: string): Promise<void> {
  await db.deleteFrom('profiles').where('id', '=', profileId).execute();
}

/** The profiles with this id, email address, name or pseudonym, for an operator: it reads all profiles. */
export async function searchProfiles({ db }: Context, text: string, limit: number): Promise<Profile[]> {
  return db
    .selectFrom('profiles')
    .select(PROFILE_COLUMNS)
    .where((eb) => eb.or(SEARCHED_COLUMNS.map((column) => eb(column, '=', text))))
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

const SEARCHED_COLUMNS = ['id', 'email', 'display_name', 'pseudonym'] as const;

/** Changes a parent's email address, which no other profile may have. */
export async function setEmail({ db }: TxContext, parentId: string, email: string): Promise<void> {
  await db.updateTable('profiles').set({ email }).where('id', '=', parentId).execute();
}
