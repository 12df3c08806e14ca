import type { Instant } from '../../core/instant.ts';
import type { IdempotencyKeyRow } from '../../schema/tables.ts';
import type { Reader, Tx } from '../database/index.ts';

export interface Kept {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

type Found = Pick<IdempotencyKeyRow, 'body_hash' | 'claim_ends_at'> & { readonly kept: Kept | undefined };
type Claim = Pick<IdempotencyKeyRow, 'key_hash' | 'claimed_by'>;

/** What is known under any of these hashes since `since`. */
export async function findKey(db: Reader, hashes: readonly string[], since: Instant): Promise<Found | undefined> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'claim_ends_at', 'status', 'content_type', 'answer'])
    .where('key_hash', 'in', hashes)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .orderBy('key_hash')
    .executeTakeFirst();
  if (!row) return undefined;
  const { body_hash, claim_ends_at, status, content_type: type, answer: body } = row;
  const kept = status === null || type === null || body === null ? undefined : { status, type, body };
  return { body_hash, claim_ends_at, kept };
}

type NewKey = Omit<IdempotencyKeyRow, 'answered_at' | 'status' | 'content_type' | 'answer'>;

/**
 * Claims a key that is free: never used, last used before `since`, or claimed by a request that has died. One statement,
 * so of many at once one gets it; true for that one.
 */
export async function claimKey(tx: Tx, key: NewKey, since: Instant): Promise<boolean> {
  const { key_hash: _, ...anew } = { ...key, answered_at: null, status: null, content_type: null, answer: null };
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('idempotency_keys')
    .values({ ...key, ...anew })
    .onConflict((conflict) =>
      conflict
        .column('key_hash')
        .doUpdateSet(anew)
        .where((row) => {
          const isOld = row('idempotency_keys.created_at', '<=', since);
          const isOpen = row('idempotency_keys.answered_at', 'is', null);
          return row.or([isOld, isOpen.and('idempotency_keys.claim_ends_at', '<=', key.created_at)]);
        }),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Keeps the answer, if the key is still this request's. */
export async function keepAnswer(tx: Tx, claim: Claim, { status, type, body }: Kept, now: Instant): Promise<void> {
  await tx
    .updateTable('idempotency_keys')
    .set({ answered_at: now, status, content_type: type, answer: body })
    .where('key_hash', '=', claim.key_hash)
    .where('claimed_by', '=', claim.claimed_by)
    .execute();
}

/** Gives the key back, if it is still this request's. */
export async function freeKey(tx: Tx, { key_hash, claimed_by }: Claim): Promise<void> {
  await tx
    .deleteFrom('idempotency_keys')
    .where('key_hash', '=', key_hash)
    .where('claimed_by', '=', claimed_by)
    .execute();
}

export async function deleteOldKeys(tx: Tx, until: Instant): Promise<void> {
  await tx.deleteFrom('idempotency_keys').where('created_at', '<=', until).execute();
}
