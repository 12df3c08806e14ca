import type { FastifyReply } from 'fastify';
import type { Caller, Client } from '../../../core/requests/caller.ts';
import { createRateLimitedError } from '../../api-errors.ts';
import type { Context } from '../../context.ts';
import type { RateLimit } from '../../request-counter/request-counter.ts';
import { isDeviceId, readClient } from '../client.ts';
import type { Surface } from '../route.ts';
import type { Authenticator } from './auth.ts';

/** The limit of all devices at one IP address together, so that invented Device-Ids do not bypass the rate limits (gap 19). */
const ALL_DEVICES_LIMIT: RateLimit = { requests: 300, seconds: 60 };

/**
 * Counts the request of `reply` against the rate limit called `name`, and throws RATE_LIMITED (429) if it exceeds the limit. A
 * request counts for its caller, else for its known device, else for its IP address.
 */
export async function limitRequest(ctx: Context, surface: Surface, reply: FastifyReply, name: string): Promise<void> {
  const limit = surface.rateLimits[name];
  if (!limit) throw new Error(`The surface uses the rate limit "${name}", which does not exist.`);
  const client = readClient(reply.request);
  const key = await getRateLimitKey(ctx, surface.authenticator, reply.request.caller, client);
  let status = await ctx.requestCounter.count(`${name} ${key}`, limit, ctx.monotonicMs());
  if (key.startsWith('device ') && status.isAllowed) {
    const allDevicesKey = `${name} devices at ${client.address}`;
    const statusOfAllDevices = await ctx.requestCounter.count(allDevicesKey, ALL_DEVICES_LIMIT, ctx.monotonicMs());
    if (!statusOfAllDevices.isAllowed) status = statusOfAllDevices;
  }
  reply.header('ratelimit-policy', `"${name}";q=${limit.requests};w=${limit.seconds}`);
  reply.header('ratelimit', `"${name}";r=${status.remaining};t=${status.resetSeconds}`);
  if (!status.isAllowed) throw createRateLimitedError(status.resetSeconds);
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
