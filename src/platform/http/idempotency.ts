import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DAY, type Instant, MINUTE, plusSeconds } from '../../core/instant.ts';
import type { Text } from '../../core/languages.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Context } from '../context.ts';
import { claimKey, deleteOldKeys, findKey, freeKey, type Kept, keepAnswer } from './idempotency-store.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The JSON body as it was sent. */
    bodyText: string | undefined;
    /** The claimed key under which this request's answer is to be kept. */
    attempt: Attempt | undefined;
  }
}

/**
 * The hooks of a route that runs once for each Idempotency-Key and answers the same ever after (gap 27, decision 0009).
 * A request without the header costs nothing; the gate comes before, so what it refuses is never kept.
 */
export function answerOnce(ctx: Context) {
  return {
    async preValidation(request: FastifyRequest, reply: FastifyReply) {
      const key = request.headers['idempotency-key'];
      if (key === undefined) return;
      const attempt = attemptOf(ctx, request, String(key));
      const kept = await claimOrFind(ctx, attempt);
      if (!kept) {
        request.attempt = attempt;
        return;
      }
      return reply.code(kept.status).type(kept.type).header('idempotency-replayed', 'true').send(kept.body);
    },
    async onSend({ attempt }: FastifyRequest, reply: FastifyReply, payload: unknown) {
      if (attempt) await settle(ctx, attempt, reply, payload);
      return payload;
    },
  };
}

/** Forgets keys that are a day old; they have stopped to mean anything by then. */
export async function sweepIdempotencyKeys(ctx: Context): Promise<void> {
  await ctx.write((tx) => deleteOldKeys(tx, aDayBefore(ctx)));
}

/** Answers that a retry would get again. After any other a retry is to be a try of its own. */
export function isFinal(status: number): boolean {
  return status < 500 && status !== 401 && status !== 429;
}

/** One request with a key. The hashes are those of each secret of the ring, the one to store first. */
interface Attempt {
  readonly id: string;
  readonly subject: string;
  readonly keys: readonly string[];
  readonly bodies: readonly string[];
}

function attemptOf({ secrets }: Context, request: FastifyRequest, key: string): Attempt {
  if (!/^[\x21-\x7e]{1,200}$/.test(key))
    throw new Refusal('VALIDATION_ERROR', BAD_KEY, { fields: ['Idempotency-Key'] });
  const { id, caller, method, url, bodyText = '' } = request;
  if (!caller || caller.role === 'panel') throw new Error('The gate lets only bearers of a token come this far.');
  const [path = ''] = url.split('?');
  const scope = [caller.profileId, method, path, key].join('\0');
  const hashes = (label: string, value: string) => secrets.hashes(`idempotency ${label}`, value);
  return { id, subject: caller.profileId, keys: hashes('key', scope), bodies: hashes('body', bodyText) };
}

/** Longer than any request lives: who has not answered by then has died. */
const CLAIM_SECONDS = MINUTE;

/** How long to wait, in milliseconds, for another request's answer: 8 s in all, less than we and most clients wait for. */
const PAUSES = [10, 20, 40, 80, 160, ...Array<number>(31).fill(250)];

/** The answer to give again; undefined when the key is this request's now, which then has to run. */
async function claimOrFind(ctx: Context, attempt: Attempt): Promise<Kept | undefined> {
  for (const pause of PAUSES) {
    const found = await findKey(ctx.db, attempt.keys, aDayBefore(ctx));
    if (found && !attempt.bodies.includes(found.body_hash))
      throw new Refusal('CONFLICT', REUSED, { reason: 'key_reused' });
    if (found?.kept) return found.kept;
    const isFree = !found || found.claim_ends_at <= ctx.now();
    if (isFree && (await claim(ctx, attempt))) return undefined;
    await sleep(pause);
  }
  throw new Refusal('CONFLICT', IN_PROGRESS, { reason: 'in_progress', retry_after: 1 });
}

function claim(ctx: Context, { id, subject, keys: [key = ''], bodies: [body = ''] }: Attempt): Promise<boolean> {
  const now = ctx.now();
  const claimed = { claimed_by: id, claim_ends_at: plusSeconds(now, CLAIM_SECONDS), created_at: now };
  return ctx.write((tx) => claimKey(tx, { key_hash: key, subject, body_hash: body, ...claimed }, aDayBefore(ctx)));
}

/** Keeps a final answer, and after any other gives the key back. */
async function settle(ctx: Context, { id, keys: [key = ''] }: Attempt, reply: FastifyReply, payload: unknown) {
  const mine = { key_hash: key, claimed_by: id };
  const { statusCode: status } = reply;
  const type = String(reply.getHeader('content-type'));
  try {
    await ctx.write((tx) => {
      if (!isFinal(status) || typeof payload !== 'string') return freeKey(tx, mine);
      return keepAnswer(tx, mine, { status, type, body: payload }, ctx.now());
    });
  } catch (error) {
    // What is done is done, so its answer goes out; the key is free again when the claim ends.
    ctx.log.warn({ reqId: id, err: error }, 'an answer could not be kept under its Idempotency-Key');
  }
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
