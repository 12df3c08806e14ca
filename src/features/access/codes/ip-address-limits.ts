import { IP_ADDRESS_LIMITS } from '../../../core/quotas.ts';
import type { ApiError } from '../../../core/requests/api-error.ts';
import type { Client } from '../../../core/requests/caller.ts';
import { getIpSite } from '../../../core/requests/ip-address.ts';
import { countSecondsUntil } from '../../../core/time/instant.ts';
import { createRateLimitedError } from '../../../platform/api-errors.ts';
import type { TxContext } from '../../../platform/context.ts';
import { type Limit, REQUESTED_ADDRESSES_LIMIT, SITE_REQUESTED_ADDRESSES_LIMIT } from '../rules.ts';
import { computeDeviceKeys, computePanelDeviceKeys } from '../sessions/devices.ts';
import { findKnownDeviceKey } from '../sessions/devices-store.ts';
import { countAgainstLimit } from './limits-store.ts';

/** An IPv6 site (a /48 network) can contain several homes, so its limit is higher than the limit of each network in it. */
const SITE_LIMIT_FACTOR = 4;

interface IpAddressLimitOptions {
  readonly amount?: number;
  readonly createError?: (retryAfterSeconds: number) => ApiError;
}

/**
 * Counts an email address to which a client requests a code, unless the client has requested one to it in the last hour. Refuses too many
 * different addresses (429). The client is its known device, or else its IP address. On a page it is the browser, known by its device
 * cookie, so that nobody can use up the requests of others behind the same IP address. All clients of a site have a limit too, because
 * anybody can invent cookies, and make devices known by registering children on them.
 */
export async function countRequestedAddress(
  ctx: TxContext,
  emailKey: string,
  client: Client,
  countedBy: 'client' | 'browser',
): Promise<void> {
  if (!ctx.settings.hasRateLimits) return;
  const hashAddress = (address: string) => ctx.secrets.hashWithPepper('address', address);
  const [browserKey] = countedBy === 'browser' ? computePanelDeviceKeys(ctx, client) : [];
  const knownDeviceKey = await findKnownDeviceKey(ctx, computeDeviceKeys(ctx, client));
  const clientKey = knownDeviceKey ?? browserKey ?? hashAddress(client.address);
  const pairLimit: Limit = { ...REQUESTED_ADDRESSES_LIMIT, maxCount: 1 };
  if (!(await countAgainstLimit(ctx, pairLimit, `${emailKey} by ${clientKey}`)).isWithinLimit) return;
  const limits: (readonly [limit: Limit, key: string])[] = [
    [REQUESTED_ADDRESSES_LIMIT, clientKey],
    [SITE_REQUESTED_ADDRESSES_LIMIT, hashAddress(getIpSite(client.address))],
  ];
  for (const [limit, key] of limits) {
    const { isWithinLimit, windowEndsAt } = await countAgainstLimit(ctx, limit, key);
    if (isWithinLimit) continue;
    ctx.logSecurity({ event: 'budget-spent', kind: limit.name });
    throw createRateLimitedError(countSecondsUntil(ctx.now(), windowEndsAt));
  }
}

/**
 * Counts an action against the limit of the client's IPv4 address or /64 IPv6 network, and refuses it beyond the limit. An
 * action can count as more than one (`amount`). All networks of an IPv6 site together have four times that limit.
 * `RATE_LIMITS=off` disables these limits.
 */
export async function countAgainstIpAddressLimit(
  ...[ctx, action, client, options]: Parameters<typeof findIpAddressRefusal>
): Promise<void> {
  const refusal = await findIpAddressRefusal(ctx, action, client, options);
  if (refusal) throw refusal;
}

/** Counts like `countAgainstIpAddressLimit`, but returns the error for an action beyond the limit. */
export async function findIpAddressRefusal(
  ctx: TxContext,
  action: keyof typeof IP_ADDRESS_LIMITS,
  { address }: Client,
  { amount = 1, createError = createRateLimitedError }: IpAddressLimitOptions = {},
): Promise<ApiError | undefined> {
  if (!ctx.settings.hasRateLimits) return undefined;
  const limit = IP_ADDRESS_LIMITS[action];
  const site = getIpSite(address);
  const limits: (readonly [key: string, limit: Limit])[] = [[address, limit]];
  if (site !== address) limits.push([site, { ...limit, maxCount: limit.maxCount * SITE_LIMIT_FACTOR }]);
  for (const [key, keyLimit] of limits) {
    const status = await countAgainstLimit(ctx, keyLimit, ctx.secrets.hashWithPepper('address', key), amount);
    if (status.isWithinLimit) continue;
    ctx.logSecurity({ event: 'budget-spent', kind: limit.name });
    return createError(countSecondsUntil(ctx.now(), status.windowEndsAt));
  }
  return undefined;
}
