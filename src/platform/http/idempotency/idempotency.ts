import type { FastifyRequest } from 'fastify';
import { addSeconds, DAY, HOUR, type Instant } from '../../../core/instant.ts';
import { languageFor } from '../../../core/languages.ts';
import { QUOTAS } from '../../../core/quotas.ts';
import { Refusal } from '../../../core/refusal.ts';
import { localized } from '../../../locales/index.ts';
import type { Context } from '../../context.ts';
import type { Reader, Tx } from '../../database/index.ts';
import type { Prepared } from '../endpoint.ts';
import { errorBody, toErrorResponse } from '../responses/error-response.ts';
import {
  claimKey,
  deleteOldKeys,
  findKey,
  measureKeys,
  type StoredResponse,
  savepoint,
  storeResponse,
} from './idempotency-store.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The JSON body as it was sent. */
    bodyText: string | undefined;
  }
}

/** What a request does, split where its transaction begins. */
export interface KeyedWork {
  /** Everything that needs no transaction: checks of the input, work on files. */
  prepare(): Promise<Prepared>;
  /** The bytes that answer what the endpoint has returned. */
  answer(result: unknown): StoredResponse;
}

export interface Outcome {
  readonly kept: StoredResponse;
  readonly replayed: boolean;
  /** What the endpoint threw, when `kept` is a refusal of this very request. */
  readonly refusal?: unknown;
}

/**
 * Runs a request once for its Idempotency-Key (gap 27, decision 0009). The key is claimed, the endpoint does its work and
 * the answer is kept in one transaction: a crash leaves all of it or nothing. Whoever sends the same key meanwhile waits
 * for that transaction at the claim, and then gets the answer that it has kept.
 */
export async function idempotent(ctx: Context, request: KeyedRequest, work: KeyedWork): Promise<Outcome> {
  const known = await findAnswer(ctx, ctx.db, request);
  if (known) return replay(known);
  const prepared = await work.prepare().catch(failing);
  try {
    const outcome = await ctx.write(async (tx) => {
      if (!(await claim(ctx, tx, request))) return replay(await answerOfAnother(ctx, tx, request));
      const done = await runOrRefuse(ctx, tx, request, () => runIn(ctx, tx, prepared, work));
      await storeResponse(tx, request.keys[0] ?? '', done.kept, ctx.now());
      return done;
    });
    if (outcome.replayed || outcome.refusal) await prepared.discard();
    return outcome;
  } catch (error) {
    // Only a refusal says for sure that nothing has been committed.
    if (error instanceof Refusal) await prepared.discard();
    throw error;
  }
}

/** Forgets keys that are a day old; they have stopped to mean anything by then. */
export async function sweepIdempotencyKeys(ctx: Context): Promise<void> {
  await ctx.write((tx) => deleteOldKeys(tx, aDayBefore(ctx)));
}

/** Answers that a retry would get again. After any other a retry is to be a try of its own. */
export function isFinal(status: number): boolean {
  return status < 500 && status !== 401 && status !== 429;
}

/**
 * One request with a key. Its hashes: first the one to store, which is the same while the signing keys change; then those
 * under which an earlier release has stored it.
 */
export interface KeyedRequest {
  readonly id: string;
  readonly subject: string;
  /** In which a refusal is told. */
  readonly language: string;
  readonly keys: readonly string[];
  readonly bodies: readonly string[];
}

/** The key that a request bears, with all that it is compared by; undefined when it bears none. */
export function keyedRequest({ secrets }: Context, request: FastifyRequest): KeyedRequest | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (!/^[\x21-\x7e]{1,200}$/.test(String(key)))
    throw new Refusal('VALIDATION_ERROR', localized.http.badKey, { fields: ['Idempotency-Key'] });
  const { id, caller, method, url, bodyText = '' } = request;
  if (!caller || caller.role === 'panel') throw new Error('The gate lets only bearers of a token come this far.');
  const { profileId: subject, language } = caller;
  const [path = ''] = url.split('?');
  const scope = [subject, method, path, key].join('\0');
  const hashes = (label: string, value: string) => [
    secrets.lookup(`idempotency ${label}`, value),
    ...secrets.hashes(`idempotency ${label}`, value),
  ];
  return { id, subject, language, keys: hashes('key', scope), bodies: hashes('body', bodyText) };
}

/** The endpoint with its reads and writes in `tx`, where it sees what it has written, and its answer made there too. */
async function runIn(ctx: Context, tx: Tx, prepared: Prepared, work: KeyedWork): Promise<StoredResponse> {
  let failure: unknown;
  const joined: Context = {
    ...ctx,
    db: tx,
    async write(part) {
      try {
        return await part(tx);
      } catch (error) {
        failure = error;
        throw error;
      }
    },
  };
  const kept = work.answer(await prepared.run(joined));
  // By itself that write would have been undone; an endpoint that goes on after it has to be undone as a whole.
  if (failure !== undefined) throw failure;
  return kept;
}

/** A refusal undoes the work, but neither the claim nor its answer. Anything that is not final undoes everything. */
async function runOrRefuse(
  ctx: Context,
  tx: Tx,
  { language }: KeyedRequest,
  run: () => Promise<StoredResponse>,
): Promise<Outcome> {
  const rollBack = await savepoint(tx);
  try {
    return { kept: await run(), replayed: false };
  } catch (refusal) {
    const verdict = toErrorResponse(refusal, languageFor(language), ctx.database.isOutage);
    if (!isFinal(verdict.status)) throw refusal;
    await rollBack();
    const kept = { status: verdict.status, type: JSON_TYPE, body: JSON.stringify(errorBody(verdict)) };
    return { kept, replayed: false, refusal };
  }
}

export const JSON_TYPE = 'application/json; charset=utf-8';

const replay = (kept: StoredResponse): Outcome => ({ kept, replayed: true });

const failing = (error: unknown): Prepared => ({ run: () => Promise.reject(error), discard: async () => {} });

async function findAnswer(
  ctx: Context,
  db: Reader,
  { keys, bodies }: KeyedRequest,
): Promise<StoredResponse | undefined> {
  const found = await findKey(db, keys, aDayBefore(ctx));
  if (found && !bodies.includes(found.body_hash))
    throw new Refusal('CONFLICT', localized.http.reused, { reason: 'key_reused' });
  return found?.kept;
}

/** Only a process of an older version commits a claim before its answer. */
async function answerOfAnother(ctx: Context, tx: Tx, request: KeyedRequest): Promise<StoredResponse> {
  const kept = await findAnswer(ctx, tx, request);
  if (!kept) throw inProgress();
  return kept;
}

async function claim(ctx: Context, tx: Tx, request: KeyedRequest): Promise<boolean> {
  const {
    id,
    subject,
    keys: [key = ''],
    bodies: [body = ''],
  } = request;
  const now = ctx.now();
  const row = { key_hash: key, subject, body_hash: body, claimed_by: id, claim_ends_at: now, created_at: now };
  const claimed = await claimKey(tx, row, aDayBefore(ctx));
  if (claimed === 'timeout') throw inProgress();
  if (claimed) await checkKeys(tx, subject, aDayBefore(ctx));
  return claimed;
}

/** Refuses a key beyond those that a profile may have kept; without one, or a day later, the request is let in. */
async function checkKeys(tx: Tx, subject: string, since: Instant): Promise<void> {
  const { n, bytes } = await measureKeys(tx, subject, since);
  if (n <= QUOTAS.idempotencyKeys && bytes <= QUOTAS.idempotencyBytes) return;
  throw new Refusal('RATE_LIMITED', localized.http.tooManyKeys, { reason: 'too_many_keys', retry_after: HOUR });
}

function inProgress(): Refusal {
  return new Refusal('CONFLICT', localized.http.inProgress, { reason: 'in_progress', retry_after: 1 });
}

function aDayBefore({ now }: Context): Instant {
  return addSeconds(now(), -DAY);
}
