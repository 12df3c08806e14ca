import type { Logger } from 'pino';
import type { Content } from '../content/index.ts';
import type { Instant } from '../core/time/instant.ts';
import type { Database, Reader, Tx } from './database/index.ts';
import type { Outbox } from './email/outbox.ts';
import type { Files } from './files/local-files.ts';
import type { RequestCounter } from './http/security/request-counter.ts';
import type { MediaProcessor } from './media/index.ts';
import type { Metrics } from './observability/metrics.ts';
import type { OutageLog } from './observability/outage-log.ts';
import type { CheckReadiness } from './observability/readiness.ts';
import type { Secrets } from './secrets/secrets.ts';
import type { Tokens } from './secrets/tokens.ts';
import type { Settings } from './settings.ts';

/** The settings, services, clock and source of randomness that requests and jobs use. */
export interface Context {
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly tokens: Tokens;
  readonly database: Database;
  /** Reads outside a transaction; for a request with an Idempotency-Key, in the transaction of the request. */
  readonly db: Reader;
  /** Reads lists that may be a second old. Must not be used to decide whether somebody is allowed to do something. */
  readonly replica: Reader;
  /**
   * Runs one transaction, which is committed when `work` returns and rolled back when it throws (`Database.write`). For a request
   * with an Idempotency-Key, runs `work` in the transaction of the request.
   */
  write<T>(work: (unitOfWork: UnitOfWork) => Promise<T>): Promise<T>;
  readonly outbox: Outbox;
  readonly files: Files;
  /** Processes pictures and recordings that people upload. */
  readonly media: MediaProcessor;
  readonly content: ContentHolder;
  readonly log: Logger;
  readonly logOutage: OutageLog;
  readonly metrics: Metrics;
  readonly requestCounter: RequestCounter;
  /** Resolves when the service can read and write. Throws UnavailableError when it cannot. */
  readonly checkReadiness: CheckReadiness;
  now(): Instant;
  /** Milliseconds of a monotonic clock, for durations: changes of the system time do not affect it. */
  monotonicMs(): number;
  readonly random: Random;
  readonly pinHashCost: HashCost;
}

/** The cost parameters of argon2id. */
export interface HashCost {
  readonly memoryKiB: number;
  readonly passes: number;
}

/**
 * An open transaction, with the context of the request or job that runs it. `now` is the time at which the work in the transaction
 * began, which is stored in all rows that the work writes.
 */
export interface UnitOfWork {
  readonly ctx: Context;
  readonly tx: Tx;
  readonly now: Instant;
}

/** The current content. A reload replaces `current`, so a request that reads it once sees consistent content. */
export interface ContentHolder {
  current: Content;
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
