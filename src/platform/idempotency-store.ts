import { sql } from 'kysely';
import { getErrorCode } from '../core/error-code.ts';
import type { Instant } from '../core/time/instant.ts';
import type { IdempotencyKeyRow } from '../schema/tables.ts';
import type { Context, TxContext } from './context.ts';
import { deleteSelectedRows } from './database/index.ts';

export interface StoredResponse {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

type StoredKey = Pick<IdempotencyKeyRow, 'body_hash'> & { readonly response: StoredResponse };

/** What identifies a key. The hash alone does too, but the rows of a profile can be on another machine (docs/scaling.md). */
interface KeyId {
  readonly profileId: string;
  readonly keyHash: string;
}

/** Finds a key that was stored after `since`, and its response. */
export async function findKey(
  { db }: Context,
  { profileId, keyHash }: KeyId,
  since: Instant,
): Promise<StoredKey | undefined> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'status', 'content_type', 'response'])
    .where('subject', '=', profileId)
    .where('key_hash', '=', keyHash)
    .where('created_at', '>', since)
    .$narrowType<{ status: number; content_type: string; response: string }>() // set before the transaction of the key ends
    .executeTakeFirst();
  if (!row) return undefined;
  const { body_hash, status, content_type: contentType, response: body } = row;
  return { body_hash, response: { status, contentType, body } };
}

type NewKey = Omit<IdempotencyKeyRow, 'status' | 'content_type' | 'response'>;

/**
 * Claims a key for the current transaction. Returns true if the key was free: never used, or last used at `since` or earlier.
 * Returns false if the key is in use. On PostgreSQL the claim waits while another transaction has locked the key, and returns
 * 'timeout' if that takes too long.
 */
export async function claimKey({ db }: TxContext, key: NewKey, since: Instant): Promise<boolean | 'timeout'> {
  const { subject, key_hash, body_hash, created_at } = key;
  try {
    // No column is named for the conflict, because the unique key has one more column if the database is split.
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('idempotency_keys')
      .values(key)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 1n) return true;
    const { numUpdatedRows } = await db
      .updateTable('idempotency_keys')
      .set({ body_hash, created_at, status: null, content_type: null, response: null })
      .where('subject', '=', subject)
      .where('key_hash', '=', key_hash)
      .where('created_at', '<=', since)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  } catch (error) {
    if (getErrorCode(error) === QUERY_CANCELED) return 'timeout';
    throw error;
  }
}

/** The error code of PostgreSQL when `statement_timeout` has expired. */
const QUERY_CANCELED = '57014';

/** The number of keys that a profile has stored since `since`, and the size of their responses in bytes. */
export async function measureKeys(
  { db }: Context,
  profileId: string,
  since: Instant,
): Promise<{ keyCount: number; responseBytes: number }> {
  const { keyCount, responseBytes } = await db
    .selectFrom('idempotency_keys')
    .select(({ fn }) => [
      fn.countAll<number>().as('keyCount'),
      fn.sum<number | null>(sql<number>`octet_length(response)`).as('responseBytes'),
    ])
    .where('subject', '=', profileId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return { keyCount, responseBytes: responseBytes ?? 0 };
}

/** Stores the response for a key that this transaction has claimed. */
export async function storeResponse(
  { db }: TxContext,
  { profileId, keyHash }: KeyId,
  { status, contentType, body }: StoredResponse,
): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({ status, content_type: contentType, response: body })
    .where('subject', '=', profileId)
    .where('key_hash', '=', keyHash)
    .execute();
}

/** Sets a savepoint in a transaction. Returns a function that rolls back to it. */
export async function setSavepoint({ db }: TxContext): Promise<() => Promise<void>> {
  await sql`savepoint request`.execute(db);
  return async () => void (await sql`rollback to savepoint request`.execute(db));
}

/** Deletes up to `limit` keys of a profile and returns how many it deleted. */
export async function deleteIdempotencyKeys(ctx: TxContext, profileId: string, limit: number): Promise<number> {
  return deleteSelectedRows(
    ctx,
    { table: 'idempotency_keys', keyColumns: ['key_hash'], condition: sql`subject = ${profileId}` },
    limit,
  );
}
