import { isIPv4, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import type { Settings } from '../../settings.ts';

/** Load balancers and containers check these routes under any name, and they reveal nothing. */
const ROUTES_FOR_ANY_HOST = ['/healthz', '/readyz'];

/**
 * Creates the check of the Host header. It must be the name in BASE_URL, an IP address, a loopback name or one of ALLOWED_HOSTS.
 * Otherwise a page of another site could read public endpoints and metrics of a service in a home network after it has made its own
 * name resolve to the address of the service (DNS rebinding). Only HTTP/1.0 allows a request without Host.
 */
export function createHostCheck({ baseUrl, allowedHosts }: Settings): (request: FastifyRequest) => boolean {
  const names = new Set([new URL(baseUrl).hostname, 'localhost', ...allowedHosts]);
  const isAllowedName = (name: string) =>
    names.has(name) || name.endsWith('.localhost') || isIPv4(name) || isIPv6(name.replace(/^\[(.*)\]$/, '$1'));
  return ({ headers: { host }, raw, routeOptions }) => {
    if (host === undefined) return raw.httpVersion === '1.0' || ROUTES_FOR_ANY_HOST.includes(routeOptions.url ?? '');
    const name = host.replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase();
    return isAllowedName(name) || ROUTES_FOR_ANY_HOST.includes(routeOptions.url ?? '');
  };
}

/** Creates a function that logs once that a proxy forwards requests although TRUST_PROXY is unset, so that all clients share one limit. */
export function createProxyWarning({ settings, log }: Context): (request: FastifyRequest) => void {
  let isDue = settings.trustProxy.length === 0;
  return ({ headers }) => {
    if (!isDue || headers['x-forwarded-for'] === undefined) return;
    isDue = false;
    log.warn(
      'a request has the header X-Forwarded-For, but TRUST_PROXY is not set: if a proxy sends it, all clients share the rate limits of one address',
    );
  };
}
