import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Content } from '../content/index.ts';
import type { Instant } from '../core/time/instant.ts';
import { authenticator, PIN_HASH_COST } from '../features/access/index.ts';
import { renderErrorFragment, renderErrorPage } from '../panel/index.ts';
import { type Context, type HashCost, type Random, systemRandom, withWrite } from '../platform/context.ts';
import type { Database } from '../platform/database/index.ts';
import { createOutbox } from '../platform/email/outbox.ts';
import { createTransport } from '../platform/email/transport.ts';
import { createLocalFiles, type Files } from '../platform/files/local-files.ts';
import { createServer } from '../platform/http/server.ts';
import { createMediaProcessor } from '../platform/media/index.ts';
import { createMetrics, type Metrics } from '../platform/observability/metrics.ts';
import { createOutageLog } from '../platform/observability/outage-log.ts';
import { createReadinessCheck } from '../platform/observability/readiness.ts';
import { createSecurityLog } from '../platform/observability/security-log.ts';

import { createLocalCounter, type RequestCounter } from '../platform/request-counter/request-counter.ts';
import { loadSecrets, type Secrets } from '../platform/secrets/secrets.ts';
import { createTokens } from '../platform/secrets/tokens.ts';
import type { Settings } from '../platform/settings.ts';
import { loadEmailPicture } from './email-pictures.ts';
import { RATE_LIMIT_BY_GROUP } from './rate-limits.ts';
import { surface } from './surface.ts';

export interface ContextOptions {
  readonly settings: Settings;
  readonly database: Database;
  readonly content: Content;
  readonly log: Logger;
  readonly now?: () => Instant;
  /** By default, the secrets that the settings name or that are stored in the data folder. */
  readonly secrets?: Secrets;
  /** By default, requests are counted in the memory of this process. */
  readonly requestCounter?: RequestCounter;
  /** By default, the files in the data folder. */
  readonly files?: Files;
  readonly collectMetrics?: Metrics['collect'];
  /** A clock in milliseconds that never goes backward, unlike `now`. */
  readonly monotonicMs?: () => number;
  readonly random?: Random;
  readonly pinHashCost?: HashCost;
  /** How long events of the security log wait to be stored together; null if only `flushSecurityLog` stores them. */
  readonly securityLogDelayMs?: number | null;
}

/** Creates the context of requests and jobs, both for the service and for tests. */
export function createContext({
  settings,
  database,
  content,
  log,
  now = () => new Date().toISOString(),
  monotonicMs = () => performance.now(),
  random = systemRandom,
  secrets = loadSecrets(settings),
  requestCounter = createLocalCounter(),
  files = createLocalFiles(settings.dataDir, now, log),
  collectMetrics,
  pinHashCost = PIN_HASH_COST,
  securityLogDelayMs = 1000,
}: ContextOptions): Context {
  const transport = createTransport(settings);
  const checkReadiness = createReadinessCheck({ database, monotonicMs, random });
  const metrics = createMetrics({ database, requestCounter, checkReadiness, dataDir: settings.dataDir, now });
  const currentContent = { current: content };
  const outbox = createOutbox({
    database,
    secrets,
    transport,
    loadPicture: (picture) => loadEmailPicture(currentContent.current, picture),
    metrics,
    log,
    now,
    timeOrderedId: random.timeOrderedId,
  });
  const securityLog = createSecurityLog({
    database,
    secrets,
    settings,
    metrics,
    log,
    timeOrderedId: random.timeOrderedId,
    now,
    flushDelayMs: securityLogDelayMs ?? undefined,
  });
  return withWrite({
    settings,
    secrets,
    tokens: createTokens(secrets.tokenKeys),
    database,
    db: database.db,
    outbox,
    files,
    media: createMediaProcessor(),
    log,
    logOutage: createOutageLog(log),
    metrics: collectMetrics ? { ...metrics, collect: collectMetrics } : metrics,
    logSecurity: securityLog.log,
    flushSecurityLog: securityLog.flush,
    requestCounter,
    checkReadiness,
    now,
    monotonicMs,
    random,
    pinHashCost,
    content: currentContent,
  });
}

/** Creates the HTTP server for all routes, without listening yet. */
export function buildApp(ctx: Context): FastifyInstance {
  return createServer(ctx, {
    routes: surface,
    rateLimits: RATE_LIMIT_BY_GROUP,
    authenticator,
    renderErrorPage,
    renderErrorFragment,
  });
}
