import type { Logger } from 'pino';
import type { Instant } from '../core/instant.ts';
import type { Database, Reader, Tx } from './database/index.ts';
import type { Outbox } from './email/outbox.ts';
import type { Files } from './files/local-files.ts';
import type { MediaProcessor } from './media/index.ts';
import type { Metrics } from './observability/metrics.ts';
import type { OutageLog } from './observability/outage-log.ts';
import type { Readiness } from './observability/readiness.ts';
import type { Secrets } from './secrets/secrets.ts';
import type { Tokens } from './secrets/tokens.ts';
import type { Settings } from './settings.ts';

/** What the world gives to a request or a job. A feature that everybody needs adds itself by declaration merging. */
export interface Context {
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly tokens: Tokens;
  readonly database: Database;
  /** Plain reads. */
  readonly db: Reader;
  /** One transaction: committed whole when `work` returns, undone whole when it throws. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  readonly mail: Outbox;
  readonly files: Files;
  /** Pictures and sounds that people send. */
  readonly media: MediaProcessor;
  readonly log: Logger;
  readonly logOutage: OutageLog;
  readonly metrics: Metrics;
  readonly readiness: Readiness;
  now(): Instant;
  /** Milliseconds by a clock that only goes forward: how long something takes, whatever is done to the time of day. */
  monotonicMs(): number;
  readonly random: Random;
}

export interface Random {
  bytes(length: number): Buffer;
  /** A whole number from 0 below `below`. */
  int(below: number): number;
  /** 128 random bits: for what must not be guessed. */
  id(): string;
  /** A time-ordered id: for everything else. */
  timeId(): string;
}
