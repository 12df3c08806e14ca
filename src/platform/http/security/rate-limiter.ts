import type { FastifyReply } from 'fastify';
import type { Caller } from '../../../core/requests/caller.ts';
import type { Client } from '../../../core/requests/client.ts';
import { createRateLimitedError } from '../../api-errors.ts';
import type { Context } from '../../context.ts';
import { isDeviceId, readClient } from '../client.ts';
import type { Authenticator } from './auth.ts';
import type { RateLimit } from './fixed-window.ts';

/** The limit of all devices at one IP address together, so that invented Device-Ids do not bypass the rate limits (gap 19). */
const ALL_DEVICES_LIMIT: RateLimit = { requests: 300, seconds: 60 };

/** Counts the request of `reply` against the limit called `name`, and throws RATE_LIMITED (429) if it exceeds the limit. */
export type RateLimiter = (reply: FastifyReply, name: string, limit: RateLimit) => Promise<void>;

/** Creates the rate limiter of a server. A request counts for its caller, else for its known device, else for its IP address. */
export function createRateLimiter(ctx: Context, authenticator: Authenticator): RateLimiter {
  return async (reply, name, limit) => {
    const countRequest = (countedKey: string, appliedLimit: RateLimit) =>
      ctx.requestCounter.count(countedKey, appliedLimit, ctx.monotonicMs());
    const client = readClient(reply.request);
    const key = await getRateLimitKey(ctx, authenticator, reply.request.caller, client);
    let status = await countRequest(`${name} ${key}`, limit);
    if (key.startsWith('device ') && status.isAllowed) {
      const statusOfAllDevices = await countRequest(`${name} devices at ${client.address}`, ALL_DEVICES_LIMIT);
      if (!statusOfAllDevices.isAllowed) status = statusOfAllDevices;
    }
    reply.header('ratelimit-policy', `"${name}";q=${limit.requests};w=${limit.seconds}`);
    reply.header('ratelimit', `"${name}";r=${status.remaining};t=${status.resetSeconds}`);
    if (!status.isAllowed) throw createRateLimitedError(status.resetSeconds);
  };
}

async function getRateLimitKey(
  ctx: Context,
  authenticator: Authenticator,
  caller: Caller | undefined,
  client: Client,
): Promise<string> {
  if (caller) return caller.role === 'panel' ? `session ${caller.sessionId}` : `profile ${caller.profileId}`;
  const hasDevice =
    client.panelDeviceCookie !== undefined || (client.deviceId !== undefined && isDeviceId(client.deviceId));
  const deviceKey = hasDevice ? await authenticator.findKnownDeviceKey(ctx, client) : undefined;
  return deviceKey ? `device ${deviceKey}` : `address ${client.address}`;
}
