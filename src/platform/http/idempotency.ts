import type { FastifyRequest } from 'fastify';
import { QUOTAS } from '../../core/quotas.ts';
import { ApiError, TransientError } from '../../core/requests/api-error.ts';
import { toLanguage } from '../../core/text/languages.ts';
import { addSeconds, DAY, HOUR, type Instant } from '../../core/time/instant.ts';
import { localized } from '../../locales/index.ts';
import type { Context, PreparedWork, TxContext } from '../context.ts';
import {
  claimKey,
  findKey,
  measureKeys,
  type StoredResponse,
  setSavepoint,
  storeResponse,
} from '../idempotency-store.ts';
import { toErrorBody, toErrorResponse } from './responses/error-response.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The same text for requests with the same body: the text of a JSON body, or a list of the parts (`receiveForm`). */
    bodyFingerprint: string | undefined;
  }
}

/** The work of a request. What `prepare` returns is run in the transaction, and its result is passed to `serialize`. */
interface IdempotentWork {
  /** Does the work that needs no transaction: validates the input, and processes files. */
  prepare(): Promise<PreparedWork>;
  serialize(result: unknown): StoredResponse;
}

interface IdempotentResult {
  readonly response: StoredResponse;
  readonly isReplayed: boolean;
  /** The error that the endpoint threw, if `response` is the response to that error. */
  readonly error?: unknown;
}

/**
 * Runs a request once for its Idempotency-Key (gap 27, decision 0009). One transaction claims the key, runs the endpoint
 * and stores the response, so after a crash either all of these steps have happened or none of them. Another request with the
 * same key waits for that transaction when it claims the key, and then receives the stored response.
 */
export async function runIdempotently(
  ctx: Context,
  request: KeyedRequest,
  work: IdempotentWork,
): Promise<IdempotentResult> {
  const storedResponse = await findResponse(ctx, request);
  if (storedResponse) return { response: storedResponse, isReplayed: true };
  // If the preparation fails, the work fails with the same error, so that the response to it is stored for the key.
  const prepared = await work
    .prepare()
    .catch((error: unknown): PreparedWork => ({ run: () => Promise.reject(error), discard: async () => {} }));
  try {
    const result = await ctx.write(async (ctx) => {
      if (!(await claim(ctx, request))) {
        const response = await findResponse(ctx, request);
        if (!response) throw createInProgressError(); // the key was deleted in between
        return { response, isReplayed: true };
      }
      const newResult = await runOrStoreError(ctx, request, () => runInTransaction(ctx, prepared, work));
      await storeResponse(ctx, request, newResult.response);
      return newResult;
    });
    if (result.isReplayed || result.error) await prepared.discard();
    return result;
  } catch (error) {
    // After any other error, the transaction may have been committed and may need what `prepare` has stored.
    if (error instanceof ApiError) await prepared.discard();
    throw error;
  }
}

/**
 * Whether a retry receives the same response. After any other status, a retry runs the request again: it may succeed after an
 * outage (500 and above), after signing in again (401) or after waiting (429).
 */
export function isFinalStatus(status: number): boolean {
  return status < 500 && status !== 401 && status !== 429;
}

/** A request with an Idempotency-Key. The hashes do not depend on the signing keys, which may change between two tries. */
export interface KeyedRequest {
  readonly profileId: string;
  /** The language for error messages. */
  readonly language: string;
  readonly keyHash: string;
  readonly bodyHash: string;
}

/**
 * Hashes the key and the body of a request, so that retries can be compared with the request. Throws VALIDATION_ERROR if the key is
 * malformed.
 */
export function toKeyedRequest({ secrets }: Context, request: FastifyRequest): KeyedRequest {
  const key = request.headers['idempotency-key'];
  if (!/^[\x21-\x7e]{1,200}$/.test(String(key)))
    throw new ApiError('VALIDATION_ERROR', localized.http.invalidIdempotencyKey, { fields: ['Idempotency-Key'] });
  const { caller, method, url, bodyFingerprint = '' } = request;
  if (caller?.role !== 'child' && caller?.role !== 'parent')
    throw new Error('Only a caller with a bearer token can use an Idempotency-Key.');
  const { profileId, language } = caller;
  const [path = ''] = url.split('?');
  const scope = [profileId, method, path, key].join('\0');
  return {
    profileId,
    language,
    keyHash: secrets.hashWithPepper('idempotency key', scope),
    bodyHash: secrets.hashWithPepper('idempotency body', bodyFingerprint),
  };
}

/** Runs the endpoint and serializes its result. All reads and writes happen in one transaction, so that the endpoint sees its own writes. */
async function runInTransaction(ctx: TxContext, prepared: PreparedWork, work: IdempotentWork) {
  let writeError: unknown;
  const txContext: TxContext = {
    ...ctx,
    async write(writeRows) {
      try {
        return await writeRows(txContext);
      } catch (error) {
        writeError = error;
        throw error;
      }
    },
  };
  const response = work.serialize(await prepared.run(txContext));
  // Without a key, only the failed write would be rolled back. With a key, the whole endpoint is one transaction, so it must be
  // rolled back even if the endpoint has caught the error of the write.
  if (writeError !== undefined) throw writeError;
  return response;
}

/**
 * Runs the work. An error with a final status rolls back only the work, and its response is stored. Any other error, and
 * TransientError, rolls back the claim as well.
 */
async function runOrStoreError(
  ctx: TxContext,
  { language }: KeyedRequest,
  run: () => Promise<StoredResponse>,
): Promise<IdempotentResult> {
  const rollBack = await setSavepoint(ctx);
  try {
    return { response: await run(), isReplayed: false };
  } catch (error) {
    const errorResponse = toErrorResponse(error, toLanguage(language), ctx.database);
    if (!isFinalStatus(errorResponse.status) || error instanceof TransientError) throw error;
    await rollBack();
    const body = JSON.stringify(toErrorBody(errorResponse));
    return { response: { status: errorResponse.status, contentType: JSON_TYPE, body }, isReplayed: false, error };
  }
}

export const JSON_TYPE = 'application/json; charset=utf-8';

async function findResponse(ctx: Context, request: KeyedRequest) {
  const storedKey = await findKey(ctx, request, getOneDayAgo(ctx));
  if (storedKey && storedKey.body_hash !== request.bodyHash)
    throw new ApiError('CONFLICT', localized.http.idempotencyKeyReused, { reason: 'key_reused' });
  return storedKey?.response;
}

/**
 * Claims the key, and returns whether no other request has claimed it. Throws RATE_LIMITED if the key exceeds the profile's quota:
 * without a key, or a day later, the request is accepted.
 */
async function claim(ctx: TxContext, { profileId, keyHash, bodyHash }: KeyedRequest): Promise<boolean> {
  const since = getOneDayAgo(ctx);
  const row = { key_hash: keyHash, subject: profileId, body_hash: bodyHash, created_at: ctx.now() };
  const claimResult = await claimKey(ctx, row, since);
  if (claimResult === 'timeout') throw createInProgressError();
  if (!claimResult) return false;
  const { keyCount, responseBytes } = await measureKeys(ctx, profileId, since);
  if (keyCount <= QUOTAS.idempotencyKeys && responseBytes <= QUOTAS.idempotencyBytes) return true;
  throw new ApiError('RATE_LIMITED', localized.http.tooManyIdempotencyKeys, {
    reason: 'too_many_keys',
    retry_after: HOUR, // by then, some of the keys may be a day old
  });
}

function createInProgressError(): ApiError {
  return new ApiError('CONFLICT', localized.http.inProgress, { reason: 'in_progress', retry_after: 1 });
}

function getOneDayAgo({ now }: Context): Instant {
  return addSeconds(now(), -DAY);
}
