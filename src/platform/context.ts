import { randomBytes, randomInt, randomUUIDv7 } from 'node:crypto';
import type { Logger } from 'pino';
import type { Content } from '../content/index.ts';
import type { Instant } from '../core/time/instant.ts';
import type { Database, Handle, Reader, Tx } from './database/index.ts';
import type { Outbox } from './email/outbox.ts';
import type { Files } from './files/local-files.ts';
import type { MediaProcessor } from './media/index.ts';
import type { Metrics } from './observability/metrics.ts';
import type { OutageLog } from './observability/outage-log.ts';
import type { CheckReadiness } from './observability/readiness.ts';
import type { EventOrigin, LogSecurity } from './observability/security-log.ts';
import type { RequestCounter } from './request-counter/request-counter.ts';
import type { Secrets } from './secrets/secrets.ts';
import type { Tokens } from './secrets/tokens.ts';
import type { Settings } from './settings.ts';

/**
 * What requests and jobs use: the database, settings, services, the clock and the source of randomness. It is the first parameter of
 * every function that reads or writes.
 */
export interface Context<Db extends Reader = Reader> extends Handle<Db> {
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly tokens: Tokens;
  readonly database: Database;
  /**
   * Runs `work` in one transaction, which is committed when `work` returns and rolled back when it throws (`Database.write`). Inside a
   * transaction, such as that of a request with an Idempotency-Key, `work` runs in this transaction.
   */
  write<T>(work: (ctx: TxContext) => Promise<T>): Promise<T>;
  readonly outbox: Outbox;
  readonly files: Files;
  /** Processes pictures and recordings that people upload. */
  readonly media: MediaProcessor;
  readonly content: ContentHolder;
  readonly log: Logger;
  readonly logOutage: OutageLog;
  readonly metrics: Metrics;
  /** Records an event of the security log. Within a request, with its id and address. */
  readonly logSecurity: LogSecurity;
  readonly flushSecurityLog: () => Promise<void>;
  readonly requestCounter: RequestCounter;
  /** Resolves when the service can read and write. Throws UnavailableError when it cannot. */
  readonly checkReadiness: CheckReadiness;
  /** In a transaction, the time at which its work began. All rows that the work writes store this time. */
  now(): Instant;
  /** Milliseconds of a monotonic clock, for durations: changes of the system time do not affect it. */
  monotonicMs(): number;
  readonly random: Random;
  readonly pinHashCost: HashCost;
}

/** The context inside `write`, whose `db` is the open transaction. */
export type TxContext = Context<Tx>;

/** The cost parameters of argon2id. */
export interface HashCost {
  readonly memoryKiB: number;
  readonly passes: number;
}

/** The current content. A reload replaces `current`, so a request that reads it once sees consistent content. */
export interface ContentHolder {
  current: Content;
  /** The errors of the packs in CONTENT_DIR, if they are why `current` is older content. */
  packErrors?: readonly string[] | undefined;
}

/**
 * The part of an endpoint's work that is left after its slow preparation, such as processing files. `discard` undoes the preparation
 * if `run` is not called or commits nothing.
 */
export interface PreparedWork<R = unknown> {
  run(ctx: Context): Promise<R>;
  discard(): Promise<void>;
}

export interface Random {
  bytes(length: number): Buffer;
  /** A whole number from 0 to `below - 1`. */
  int(below: number): number;
  /** 128 random bits, for ids that nobody must be able to guess. */
  id(): string;
  /** A time-ordered id (UUID version 7), for all other ids. */
  timeOrderedId(): string;
}

export const systemRandom: Random = {
  bytes: (length) => randomBytes(length),
  int: (below) => randomInt(below),
  id: () => randomBytes(16).toString('hex'),
  timeOrderedId: createTimeOrderedId,
};

/** The first 48 bits of a version 7 UUID, in milliseconds, are this many characters. */
const TIME_LENGTH = 13;
let lastTime = '';
let idCount = 0;

/**
 * Creates a version 7 UUID. Node fills the 12 bits after the time at random; here they count the ids of a millisecond (RFC 9562,
 * section 6.2), so that rows which a process creates in the same millisecond keep their order.
 */
function createTimeOrderedId(): string {
  const id = randomUUIDv7();
  const time = id.slice(0, TIME_LENGTH);
  idCount = time === lastTime ? (idCount + 1) % 4096 : 0;
  lastTime = time;
  return `${time}-7${idCount.toString(16).padStart(3, '0')}${id.slice(TIME_LENGTH + 5)}`;
}

/** Adds `write`. After a commit, the outbox sends the emails that the work may have stored. */
export function withWrite(base: Omit<Context, 'write'>): Context {
  const ctx: Context = {
    ...base,
    async write(work) {
      const result = await base.database.write(({ db }) => work(inTransaction(ctx, db)));
      base.outbox.wake();
      return result;
    },
  };
  return ctx;
}

/** The context of a request, for the security log. */
export function withOrigin(ctx: Context, origin: EventOrigin): Context {
  const logSecurity: LogSecurity = (event) => ctx.logSecurity(event, origin);
  const withLog = (txContext: TxContext): TxContext => {
    const loggingContext: TxContext = { ...txContext, logSecurity, write: (work) => work(loggingContext) };
    return loggingContext;
  };
  return { ...ctx, logSecurity, write: (work) => ctx.write((txContext) => work(withLog(txContext))) };
}

/** Creates the context of work in an open transaction. */
function inTransaction(ctx: Context, db: Tx): TxContext {
  const now = ctx.now();
  const txContext: TxContext = { ...ctx, db, now: () => now, write: (work) => work(txContext) };
  return txContext;
}

/** The context for reading lists that may be a second old. Must not be used to decide whether somebody is allowed to do something. */
export function onReplica(ctx: Context): Context {
  return { ...ctx, db: ctx.database.getReplicaOrPrimary() };
}
