import type { FastifyRequest } from 'fastify';
import { DAY, HOUR, type Instant, plusSeconds } from '../../core/instant.ts';
import { speaks, type Text } from '../../core/languages.ts';
import { QUOTAS } from '../../core/quotas.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Context } from '../context.ts';
import type { Reader, Tx } from '../database/index.ts';
import type { Prepared } from './endpoint.ts';
import { errorBody, judge } from './errors.ts';
import {
  claimKey,
  deleteOldKeys,
  findKey,
  type Kept,
  keepAnswer,
  measureKeys,
  savepoint,
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
  answer(result: unknown): Kept;
}

export interface Outcome {
  readonly kept: Kept;
  readonly replayed: boolean;
  /** What the endpoint threw, when `kept` is a refusal of this very request. */
  readonly refusal?: unknown;
}

/**
 * Runs a request once for its Idempotency-Key (gap 27, decision 0009). The key is claimed, the endpoint does its work and
 * the answer is kept in one transaction: a crash leaves all of it or nothing. Whoever sends the same key meanwhile waits
 * for that transaction at the claim, and then gets the answer that it has kept.
 */
export async function answerOnce(ctx: Context, request: KeyedRequest, work: KeyedWork): Promise<Outcome> {
  const known = await findAnswer(ctx, ctx.db, request);
  if (known) return replay(known);
  const prepared = await work.prepare().catch(failing);
  try {
    const outcome = await ctx.write(async (tx) => {
      if (!(await claim(ctx, tx, request))) return replay(await answerOfAnother(ctx, tx, request));
      const done = await runOrRefuse(ctx, tx, request, () => runIn(ctx, tx, prepared, work));
      await keepAnswer(tx, request.keys[0] ?? '', done.kept, ctx.now());
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
    throw new Refusal('VALIDATION_ERROR', BAD_KEY, { fields: ['Idempotency-Key'] });
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
async function runIn(ctx: Context, tx: Tx, prepared: Prepared, work: KeyedWork): Promise<Kept> {
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
  run: () => Promise<Kept>,
): Promise<Outcome> {
  const rollBack = await savepoint(tx);
  try {
    return { kept: await run(), replayed: false };
  } catch (refusal) {
    const verdict = judge(refusal, speaks(language), ctx.database.isOutage);
    if (!isFinal(verdict.status)) throw refusal;
    await rollBack();
    const kept = { status: verdict.status, type: JSON_TYPE, body: JSON.stringify(errorBody(verdict)) };
    return { kept, replayed: false, refusal };
  }
}

export const JSON_TYPE = 'application/json; charset=utf-8';

const replay = (kept: Kept): Outcome => ({ kept, replayed: true });

const failing = (error: unknown): Prepared => ({ run: () => Promise.reject(error), discard: async () => {} });

async function findAnswer(ctx: Context, db: Reader, { keys, bodies }: KeyedRequest): Promise<Kept | undefined> {
  const found = await findKey(db, keys, aDayBefore(ctx));
  if (found && !bodies.includes(found.body_hash)) throw new Refusal('CONFLICT', REUSED, { reason: 'key_reused' });
  return found?.kept;
}

/** Only a process of an older version commits a claim before its answer. */
async function answerOfAnother(ctx: Context, tx: Tx, request: KeyedRequest): Promise<Kept> {
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
  throw new Refusal('RATE_LIMITED', TOO_MANY_KEYS, { reason: 'too_many_keys', retry_after: HOUR });
}

function inProgress(): Refusal {
  return new Refusal('CONFLICT', IN_PROGRESS, { reason: 'in_progress', retry_after: 1 });
}

function aDayBefore({ now }: Context): Instant {
  return plusSeconds(now(), -DAY);
}

const BAD_KEY: Text = {
  en: 'The Idempotency-Key header must be 1 to 200 visible ASCII characters.',
  es: 'La cabecera Idempotency-Key debe tener de 1 a 200 caracteres ASCII visibles.',
  uk: 'Заголовок Idempotency-Key має містити від 1 до 200 видимих символів ASCII.',
  pl: 'Nagłówek Idempotency-Key musi mieć od 1 do 200 widocznych znaków ASCII.',
};
const REUSED: Text = {
  en: 'This Idempotency-Key was used for another request. Each change needs a key of its own.',
  es: 'Esta Idempotency-Key ya se usó para otra petición. Cada cambio necesita una clave propia.',
  uk: 'Цей Idempotency-Key уже використано для іншого запиту. Кожній зміні потрібен власний ключ.',
  pl: 'Ten Idempotency-Key został użyty do innego żądania. Każda zmiana potrzebuje własnego klucza.',
};
const IN_PROGRESS: Text = {
  en: 'This is being done already. Please try again in a moment.',
  es: 'Esto ya se está haciendo. Inténtalo de nuevo en un momento.',
  uk: 'Це вже виконується. Спробуйте ще раз за мить.',
  pl: 'To już się wykonuje. Spróbuj ponownie za chwilę.',
};
const TOO_MANY_KEYS: Text = {
  en: 'Too many changes with an Idempotency-Key today. Please try again later.',
  es: 'Demasiados cambios con Idempotency-Key hoy. Inténtalo de nuevo más tarde.',
  uk: 'Сьогодні забагато змін з Idempotency-Key. Спробуйте ще раз пізніше.',
  pl: 'Za dużo dzisiejszych zmian z Idempotency-Key. Spróbuj ponownie później.',
};
