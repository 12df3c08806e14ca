import { QUOTAS } from '../../../core/quotas.ts';
import { isStorable } from '../../../core/text/normalize-text.ts';
import type { Instant } from '../../../core/time/instant.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import { lockProfile, PROFILE_COLUMNS, type Profile } from '../profiles/profiles-store.ts';

const QUALIFIED_PROFILE_COLUMNS = PROFILE_COLUMNS.map((column) => `profiles.${column}` as const);

/** A child, if this parent is one of its guardians; otherwise undefined. The id may be any text from a request. */
export async function findLinkedChild(
  { db }: Context,
  parentId: string,
  childId: string,
): Promise<Profile | undefined> {
  if (!isStorable(childId)) return undefined;
  return db
    .selectFrom('guardians')
    .innerJoin('profiles', 'profiles.id', 'guardians.child_id')
    .select(QUALIFIED_PROFILE_COLUMNS)
    .where('parent_id', '=', parentId)
    .where('child_id', '=', childId)
    .executeTakeFirst();
}

export type GuardianWithDeletion = Profile & {
  /** When this guardian's account will be deleted; null without a planned deletion. */
  readonly deletion_due_at: Instant | null;
};

/**
 * The child's guardians, starting with the first guardian, each with the time of the planned deletion of the account if
 * there is one.
 */
export async function listGuardiansWithDeletion({ db }: Context, childId: string): Promise<GuardianWithDeletion[]> {
  return db
    .selectFrom('guardians')
    .innerJoin('profiles', 'profiles.id', 'guardians.parent_id')
    .leftJoin('deletions', 'deletions.profile_id', 'guardians.parent_id')
    .select(QUALIFIED_PROFILE_COLUMNS)
    .select('deletions.due_at as deletion_due_at')
    .where('guardians.child_id', '=', childId)
    .orderBy('guardians.rank')
    .execute();
}

/** The guardians of a child and when each was linked, starting with the first guardian. */
export async function listGuardians(
  { db }: Context,
  childId: string,
): Promise<(Profile & { rank: number; linked_at: Instant; leaves_at: Instant | null })[]> {
  return db
    .selectFrom('guardians')
    .innerJoin('profiles', 'profiles.id', 'guardians.parent_id')
    .select(QUALIFIED_PROFILE_COLUMNS)
    .select(['guardians.rank', 'guardians.linked_at', 'guardians.leaves_at'])
    .where('child_id', '=', childId)
    .orderBy('rank')
    .execute();
}

/** The ids of the guardians of these children, by child. Children without a guardian, and parents, are omitted. */
export async function listGuardianIds({ db }: Context, childIds: readonly string[]): Promise<Map<string, string[]>> {
  if (childIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('guardians')
    .select(['child_id', 'parent_id'])
    .where('child_id', 'in', childIds)
    .orderBy('child_id')
    .orderBy('rank')
    .execute();
  const rowsByChild = Map.groupBy(rows, ({ child_id }) => child_id);
  return new Map([...rowsByChild].map(([id, group]) => [id, group.map(({ parent_id }) => parent_id)]));
}

/** Adds another guardian. The caller must hold the lock on the child. */
export async function addGuardian(
  ctx: TxContext,
  childId: string,
  parentId: string,
  now: Instant,
): Promise<'added' | 'already-guardian' | 'full'> {
  const guardians = await listGuardians(ctx, childId);
  if (guardians.some(({ id }) => id === parentId)) return 'already-guardian';
  if (guardians.length >= QUOTAS.guardiansPerChild) return 'full';
  const rank = (guardians.at(-1)?.rank ?? 0) + 1;
  await ctx.db
    .insertInto('guardians')
    .values({ child_id: childId, parent_id: parentId, rank, linked_at: now, leaves_at: null })
    .execute();
  return 'added';
}

interface Link {
  readonly childId: string;
  readonly parentId: string;
}

/** Stores when a guardian leaves a child. Returns false, without a change, if the guardian is leaving already. */
export async function saveDeparture(
  { db }: TxContext,
  { childId, parentId }: Link,
  leaves_at: Instant,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('guardians')
    .set({ leaves_at })
    .where('child_id', '=', childId)
    .where('parent_id', '=', parentId)
    .where('leaves_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Stores that a guardian stays. Returns false if the guardian was not leaving. */
export async function clearDeparture({ db }: TxContext, { childId, parentId }: Link): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('guardians')
    .set({ leaves_at: null })
    .where('child_id', '=', childId)
    .where('parent_id', '=', parentId)
    .where('leaves_at', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function listDueDepartures({ db, now }: Context) {
  return db
    .selectFrom('guardians')
    .select(['child_id', 'parent_id'])
    .where('leaves_at', '<=', now())
    .orderBy('leaves_at')
    .orderBy('child_id')
    .orderBy('parent_id')
    .execute();
}

/** Counts a parent's children, and blocks other links to that parent until this transaction ends. */
export async function lockAndCountChildren(ctx: TxContext, parentId: string): Promise<number> {
  await lockProfile(ctx, parentId);
  const { count } = await ctx.db
    .selectFrom('guardians')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('parent_id', '=', parentId)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Removes a guardian. The other guardians move up, so that one of them is always the first. Returns false when there is no
 * such link. The caller must hold the lock on the child.
 */
export async function removeGuardian(ctx: TxContext, childId: string, parentId: string): Promise<boolean> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('guardians')
    .where('child_id', '=', childId)
    .where('parent_id', '=', parentId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  const remainingGuardians = await listGuardians(ctx, childId);
  for (const [i, { id, rank }] of remainingGuardians.entries()) {
    // The ranks change one at a time, the lowest first, so that no two guardians ever have the same rank.
    if (rank !== i + 1) await setRank(ctx, childId, id, i + 1);
  }
  return true;
}

/** Ends all links of a child, and deletes the consents for the child. The caller must hold the lock on the child. */
export async function removeAllGuardians({ db }: TxContext, childId: string): Promise<void> {
  await db.deleteFrom('guardians').where('child_id', '=', childId).execute();
  await db.deleteFrom('consents').where('child_id', '=', childId).execute();
}

async function setRank({ db }: TxContext, childId: string, parentId: string, rank: number): Promise<void> {
  await db
    .updateTable('guardians')
    .set({ rank })
    .where('child_id', '=', childId)
    .where('parent_id', '=', parentId)
    .execute();
}

export interface Consent {
  readonly child_id: string;
  /** The child's name; null if the parent is no longer a guardian, because a former guardian must not see a new name. */
  readonly display_name: string | null;
  readonly text_version: string;
  readonly given_at: Instant;
}

/**
 * The newest consent of a parent for each child, newest first. The query uses a window function and not a subquery for the
 * newest ids, because PostgreSQL with outdated statistics would run such a subquery once for every consent.
 */
export async function listConsents({ db }: Context, parentId: string): Promise<Consent[]> {
  return db
    .selectFrom((from) =>
      from
        .selectFrom('consents')
        .select(['id', 'child_id', 'text_version', 'given_at'])
        .select(({ fn }) =>
          // an id starts with the time of its creation, so the highest id is the newest
          fn
            .agg<number>('row_number')
            .over((over) => over.partitionBy('child_id').orderBy('id', 'desc'))
            .as('recency_rank'),
        )
        .where('parent_id', '=', parentId)
        .as('ranked'),
    )
    .leftJoin('guardians', (join) =>
      join.onRef('guardians.child_id', '=', 'ranked.child_id').on('guardians.parent_id', '=', parentId),
    )
    .leftJoin('profiles', 'profiles.id', 'guardians.child_id')
    .select(['ranked.child_id', 'display_name', 'text_version', 'given_at'])
    .where('recency_rank', '=', 1)
    .orderBy('given_at', 'desc')
    .orderBy('ranked.id')
    .execute();
}

/** The ids of the children for whom a parent has given consent, also of those who are no longer linked, but not of erased ones. */
export async function listConsentedChildIds({ db }: Context, parentId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('consents')
    .select('child_id')
    .distinct()
    .where('parent_id', '=', parentId)
    .execute();
  return rows.map(({ child_id }) => child_id);
}

/** A subquery that selects the ids of a guardian's children. */
export function selectChildIds({ db }: Context, parentId: string) {
  return db.selectFrom('guardians').select('child_id').where('parent_id', '=', parentId);
}

/** A subquery that selects the ids of the guardians of a parent's children. */
export function selectGuardianIds(ctx: Context, parentId: string) {
  return ctx.db.selectFrom('guardians').select('parent_id').where('child_id', 'in', selectChildIds(ctx, parentId));
}
