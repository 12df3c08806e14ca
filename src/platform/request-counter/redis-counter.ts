import { once } from 'node:events';
import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { limitTime } from '../concurrency/time-limit.ts';
import { createOutageLog } from '../observability/outage-log.ts';
import type { Secrets } from '../secrets/secrets.ts';
import type { RequestCounter } from './request-counter.ts';
import {
  computeRateLimitStatus,
  createWindowCounter,
  type RateLimit,
  type RateLimitStatus,
} from './request-counter.ts';

const CONNECT_TIMEOUT_MS = 1000;
/** The longest time that a request waits for Redis. In a local network, Redis responds within one or two milliseconds. */
const RESPONSE_TIMEOUT_MS = 250;
/** How long Redis is not used after a failure, so that only a few requests wait for a Redis server that does not respond. */
const PAUSE_MS = 1000;
/** A connection is replaced if nothing arrives on it for this time, also when no command waits for a response. */
const SILENCE_TIMEOUT_MS = 3000;
const MAX_RECONNECT_DELAY_MS = 1000;

/** Counts a request and returns the count and the milliseconds until the window ends, measured by the clock of Redis. */
const COUNT_SCRIPT = `
local count = redis.call('INCR', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  left = tonumber(ARGV[1])
end
return {count, left}`;

/** Asks Redis for an answer. Throws the reason if there is none. */
export async function pingRedis(url: string): Promise<void> {
  const redis = new Redis(url, { connectTimeout: CONNECT_TIMEOUT_MS, lazyConnect: true, retryStrategy: () => null });
  const { promise: failed, reject } = Promise.withResolvers<never>();
  redis.on('error', reject); // `connect` only says that the connection is closed
  try {
    await Promise.race([failed, redis.connect().then(() => redis.ping())]);
  } finally {
    redis.disconnect();
  }
}

/**
 * Counts requests in Redis, for all processes together (decision 0040). While Redis is unavailable, each process uses only its
 * own counts and logs the outage at most once a second. A process always counts its own requests in memory as well, so that the
 * windows do not start again when Redis fails.
 */
export async function openRedisCounter(
  url: string,
  { secrets, log }: { readonly secrets: Pick<Secrets, 'hashWithPepper'>; readonly log: Logger },
): Promise<RequestCounter> {
  const redis = new Redis(url, {
    connectionName: 'family-learning',
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout: RESPONSE_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    retryStrategy: (attempt) => Math.min(attempt * 100, MAX_RECONNECT_DELAY_MS),
    enableOfflineQueue: false, // without a connection, a command fails immediately
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
  });
  const logOutage = createOutageLog(
    log,
    'Redis (REDIS_URL) is unavailable: this process counts only its own requests for the rate limits',
  );
  redis.on('error', (error) => logOutage(error));
  await limitTime(CONNECT_TIMEOUT_MS, once(redis, 'ready')).catch(logOutage);

  const countLocally = createWindowCounter();
  let pausedUntilMs = 0;
  let isUnavailable = false;
  let localOnlyCount = 0;
  const countInRedis = async (key: string, limit: RateLimit): Promise<RateLimitStatus> => {
    // The key is hashed, so that Redis stores no IP addresses. The hash also separates installations that share a Redis server.
    const redisKey = `family-learning:rate-limit:${secrets.hashWithPepper('rate limit', key)}`;
    const result = await redis.eval(COUNT_SCRIPT, 1, redisKey, limit.seconds * 1000);
    const [count, remainingMs] = result as [number, number]; // the script returns two numbers
    if (isUnavailable) log.info('Redis is available again: all processes count requests together for the rate limits');
    isUnavailable = false;
    return computeRateLimitStatus(limit, count, remainingMs);
  };
  return {
    async count(key, limit, nowMs) {
      const localStatus = countLocally(key, limit, nowMs);
      if (performance.now() >= pausedUntilMs) {
        try {
          return await countInRedis(key, limit);
        } catch (error) {
          pausedUntilMs = performance.now() + PAUSE_MS;
          isUnavailable = true;
          logOutage(error);
        }
      }
      localOnlyCount += 1;
      return localStatus;
    },
    getLocalOnlyCount: () => localOnlyCount,
    async close() {
      redis.disconnect();
    },
  };
}
