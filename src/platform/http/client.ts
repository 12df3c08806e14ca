import { parseCookie } from 'cookie';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../core/requests/api-error.ts';
import type { Client } from '../../core/requests/caller.ts';
import { toNetworkAddress } from '../../core/requests/ip-address.ts';
import { describeUserAgent } from '../../core/requests/user-agent.ts';
import { localized } from '../../locales/index.ts';
import type { EventOrigin } from '../observability/security-log.ts';
import { negotiateLocale } from './responses/negotiation.ts';

export const SESSION_COOKIE = 'session';
export const DEVICE_COOKIE = '__Host-device';

declare module 'fastify' {
  interface FastifyRequest {
    client: Client | undefined;
  }
}

export function readClient(request: FastifyRequest): Client {
  request.client ??= new RequestClient(request);
  return request.client;
}

/** Reads each value only when it is used, because most requests need few of them. */
class RequestClient implements Client {
  readonly #request: FastifyRequest;
  readonly #arrivedAtMs = performance.now();

  constructor(request: FastifyRequest) {
    this.#request = request;
  }

  get address() {
    return toNetworkAddress(this.#request.ip ?? ''); // a request whose connection was reset has no IP address
  }

  get msSinceArrival() {
    return performance.now() - this.#arrivedAtMs;
  }

  get deviceId() {
    return getHeader(this.#request, 'device-id');
  }

  get panelDeviceCookie() {
    const device = readCookie(this.#request, DEVICE_COOKIE);
    return device !== undefined && /^[\w-]{32}$/.test(device) ? device : undefined; // only an id in the form that the service issues
  }

  get panelSessionCookie() {
    return readSessionCookie(this.#request);
  }

  get locale() {
    return negotiateLocale(this.#request.headers);
  }

  get timeZoneHeader() {
    return getHeader(this.#request, 'x-timezone');
  }

  get wantsFragment() {
    return wantsFragment(this.#request);
  }

  get program() {
    return describeUserAgent(getHeader(this.#request, 'user-agent'));
  }
}

export function toEventOrigin(request: FastifyRequest): EventOrigin {
  return { requestId: request.id, address: readClient(request).address };
}

/** Throws VALIDATION_ERROR for a Device-Id that is not 1 to 200 visible ASCII characters (gap 13). */
export function checkDeviceId({ deviceId }: Client): void {
  if (deviceId === undefined || isDeviceId(deviceId)) return;
  throw new ApiError('VALIDATION_ERROR', localized.http.invalidDeviceId, { fields: ['Device-Id'] });
}

export function isDeviceId(text: string): boolean {
  return /^[\x21-\x7e]{1,200}$/.test(text);
}

/**
 * Returns the value of a cookie as the client sent it, or undefined. The value is not decoded, because decoding thousands of
 * invalid values would take a long time.
 */
export function readCookie({ headers }: FastifyRequest, name: string): string | undefined {
  return headers.cookie === undefined ? undefined : parseCookie(headers.cookie, { decode: (value) => value })[name];
}

/**
 * Returns the cookie of the panel session. Two of them are as good as none: another site on the same domain may have set one, so that
 * the parent works in the session of somebody else.
 */
function readSessionCookie(request: FastifyRequest): string | undefined {
  const count = request.headers.cookie?.match(/(?:^|;)\s*session\s*=/g)?.length ?? 0;
  return count > 1 ? undefined : readCookie(request, SESSION_COOKIE);
}

/** Whether htmx requests a fragment. Links and forms with `hx-boost`, and requests without htmx, need a whole page. */
export function wantsFragment(request: FastifyRequest): boolean {
  return getHeader(request, 'hx-request') === 'true' && getHeader(request, 'hx-request-type') === 'partial';
}

function getHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
