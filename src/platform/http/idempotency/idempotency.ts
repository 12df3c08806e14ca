import type { FastifyRequest } from 'fastify';
import { QUOTAS } from '../../../core/quotas.ts';
import { ApiError, TransientError } from '../../../core/requests/api-error.ts';
import { toLanguage } from '../../../core/text/languages.ts';
import { addSeconds, DAY, HOUR, type Instant } from '../../../core/time/instant.ts';
import { localized } from '../../../locales/index.ts';
import type { Context, PreparedWork, UnitOfWork } from '../../context.ts';
import { deleteInBatches, type Reader, type Tx } from '../../database/index.ts';
import {
  claimKey,
  findKey,
  measureKeys,
  oldKeys,
  type StoredResponse,
  setSavepoint,
  storeResponse,
} from '../../idempotency-store.ts';
import { errorBody, toErrorResponse } from '../responses/error-response.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The text of the JSON body. */
    bodyText: string | undefined;
  }
}

/** The work of a request in two parts: before its transaction and inside it. */
export interface IdempotentWork {
  /** The work that needs no transaction: validation of the input, work on files. */
  prepare(): Promise<PreparedWork>;
  /** Serializes the result of the endpoint. */
  serialize(result: unknown): StoredResponse;
}

export interface IdempotentResult {
  readonly response: StoredResponse;
  readonly replayed: boolean;
  /** What the endpoint threw, when `response` is an error of this request. */
  readonly error?: unknown;
}

/**
 * Runs a request once for its Idempotency-Key (gap 27, decision 0009). One transaction claims the key, runs the endpoint
 * and stores the response, so a crash leaves all of it or nothing. A request that sends the same key in the meantime waits
 * at the claim for that transaction and then gets the stored response.
 */
export async function idempotent(ctx: Context, request: KeyedRequest, work: IdempotentWork): Promise<IdempotentResult> {
  const stored = await findResponse(ctx, ctx.db, request);
  if (stored) return replay(stored);
  const prepared = await work.prepare().catch(rejecting);
  try {
    const result = await ctx.write(async (unit) => {
      const { tx, now } = unit;
      if (!(await claim(unit, request))) return replay(await responseOfOlderVersion(unit, request));
      const result = await runOrReject(unit, request, () => runIn(unit, prepared, work));
      await storeResponse(tx, request.keys[0] ?? '', result.response, now);
      return result;
    });
    if (result.replayed || result.error) await prepared.discard();
    return result;
  } catch (error) {
    // Only an ApiError guarantees that nothing has been committed.
    if (error instanceof ApiError) await prepared.discard();
    throw error;
  }
}

/** Deletes keys that are a day old; they are no longer valid by then. */
export async function deleteOldIdempotencyKeys(ctx: Context): Promise<void> {
  await deleteInBatches(ctx.database, oldKeys(oneDayAgo(ctx)));
}

/** Whether a retry gets the same response again. After any other status, a retry runs the request anew. */
export function isFinal(status: number): boolean {
  return status < 500 && status !== 401 && status !== 429;
}

/**
 * A request with an Idempotency-Key. Of its hashes, the first is the one to store, which does not depend on the signing
 * keys; the others are those under which an earlier release may have stored it.
 */
export interface KeyedRequest {
  readonly id: string;
  readonly subject: string;
  /** The language of an error. */
  readonly language: string;
  readonly keys: readonly string[];
  readonly bodies: readonly string[];
}

/** The key of a request with everything that it is compared by, or undefined when the request has no key. */
export function keyedRequest({ secrets }: Context, request: FastifyRequest): KeyedRequest | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (!/^[\x21-\x7e]{1,200}$/.test(String(key)))
    throw new ApiError('VALIDATION_ERROR', localized.http.invalidIdempotencyKey, { fields: ['Idempotency-Key'] });
  const { id, caller, method, url, bodyText = '' } = request;
  if (!caller || caller.role === 'panel')
    throw new Error('Only a caller with a bearer token can use an Idempotency-Key.');
  const { profileId: subject, language } = caller;
  const [path = ''] = url.split('?');
  const scope = [subject, method, path, key].join('\0');
  const hashes = (label: string, value: string) => [
    secrets.lookup(`idempotency ${label}`, value),
    ...secrets.hashes(`idempotency ${label}`, value),
  ];
  return { id, subject, language, keys: hashes('key', scope), bodies: hashes('body', bodyText) };
}

/** Runs the endpoint with all its reads and writes in `tx`, so that it sees its own writes, and serializes the result there. */
async function runIn({ ctx, tx }: UnitOfWork, prepared: PreparedWork, work: IdempotentWork): Promise<StoredResponse> {
  let failure: unknown;
  const txContext: Context = {
    ...ctx,
    db: tx,
    async write(work) {
      try {
        return await work({ ctx: txContext, tx, now: ctx.now() });
      } catch (error) {
        failure = error;
        throw error;
      }
    },
  };
  const response = work.serialize(await prepared.run(txContext));
  // Outside, only that write would be rolled back. Here an endpoint that continues after it must be rolled back as a whole.
  if (failure !== undefined) throw failure;
  return response;
}

/** An ApiError rolls back the work, but not the claim or its response. An error that is not final rolls back everything. */
async function runOrReject(
  { ctx, tx }: UnitOfWork,
  { language }: KeyedRequest,
  run: () => Promise<StoredResponse>,
): Promise<IdempotentResult> {
  const rollBack = await setSavepoint(tx);
  try {
    return { response: await run(), replayed: false };
  } catch (thrown) {
    const error = toErrorResponse(thrown, toLanguage(language), ctx.database);
    if (!isFinal(error.status) || thrown instanceof TransientError) throw thrown;
    await rollBack();
    const response = { status: error.status, type: JSON_TYPE, body: JSON.stringify(errorBody(error)) };
    return { response, replayed: false, error: thrown };
  }
}

export const JSON_TYPE = 'application/json; charset=utf-8';

const replay = (response: StoredResponse): IdempotentResult => ({ response, replayed: true });

const rejecting = (error: unknown): PreparedWork => ({ run: () => Promise.reject(error), discard: async () => {} });

async function findResponse(
  ctx: Context,
  db: Reader,
  { keys, bodies }: KeyedRequest,
): Promise<StoredResponse | undefined> {
  const found = await findKey(db, keys, oneDayAgo(ctx));
  if (found && !bodies.includes(found.body_hash))
    throw new ApiError('CONFLICT', localized.http.idempotencyKeyReused, { reason: 'key_reused' });
  return found?.response;
}

/** Only a process of an older version commits a claim before its response. */
async function responseOfOlderVersion({ ctx, tx }: UnitOfWork, request: KeyedRequest): Promise<StoredResponse> {
  const response = await findResponse(ctx, tx, request);
  if (!response) throw inProgress();
  return response;
}

async function claim({ ctx, tx, now }: UnitOfWork, request: KeyedRequest): Promise<boolean> {
  const {
    id,
    subject,
    keys: [key = ''],
    bodies: [body = ''],
  } = request;
  const row = { key_hash: key, subject, body_hash: body, claimed_by: id, claim_ends_at: now, created_at: now };
  const claimed = await claimKey(tx, row, oneDayAgo(ctx));
  if (claimed === 'timeout') throw inProgress();
  if (claimed) await checkKeyQuota(tx, subject, oneDayAgo(ctx));
  return claimed;
}

/** Refuses a key beyond a profile's quota. Without a key, or a day later, the request is accepted. */
async function checkKeyQuota(tx: Tx, subject: string, since: Instant): Promise<void> {
  const { count: n, bytes } = await measureKeys(tx, subject, since);
  if (n <= QUOTAS.idempotencyKeys && bytes <= QUOTAS.idempotencyBytes) return;
  throw new ApiError('RATE_LIMITED', localized.http.tooManyIdempotencyKeys, {
    reason: 'too_many_keys',
    retry_after: HOUR,
  });
}

function inProgress(): ApiError {
  return new ApiError('CONFLICT', localized.http.inProgress, { reason: 'in_progress', retry_after: 1 });
}

function oneDayAgo({ now }: Context): Instant {
  return addSeconds(now(), -DAY);
}
