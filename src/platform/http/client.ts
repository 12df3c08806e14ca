import { parseCookie } from 'cookie';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { ApiError } from '../../core/requests/api-error.ts';
import type { Client } from '../../core/requests/client.ts';
import { localized } from '../../locales/index.ts';
import { requestLocale } from './responses/negotiation.ts';

export const SESSION_COOKIE = 'session';
export const DEVICE_COOKIE = '__Host-device';

export function readClient(request: FastifyRequest): Client {
  return new RequestClient(request);
}

/** Reads each value only when it is used: most requests need only the device id. */
class RequestClient implements Client {
  readonly #request: FastifyRequest;

  constructor(request: FastifyRequest) {
    this.#request = request;
  }

  get address() {
    return networkAddress(this.#request.ip ?? ''); // it has none once its connection is reset
  }

  get elapsedMs() {
    return performance.now() - this.#request.receivedAt;
  }

  get deviceId() {
    return header(this.#request, 'device-id');
  }

  get panelDevice() {
    const device = readCookie(this.#request, DEVICE_COOKIE);
    return device !== undefined && /^[\w-]{32}$/.test(device) ? device : undefined; // only an id that the service has issued
  }

  get panelSession() {
    return readCookie(this.#request, SESSION_COOKIE);
  }

  get language() {
    return requestLocale(this.#request.headers);
  }

  get timeZone() {
    return header(this.#request, 'x-timezone');
  }

  get wantsFragment() {
    return wantsFragment(this.#request);
  }

  get program() {
    return browserName(header(this.#request, 'user-agent'));
  }
}

/** Refuses a Device-Id that is not 1 to 200 visible ASCII characters (gap 13). */
export function checkDeviceId({ deviceId }: Client): void {
  if (deviceId === undefined || isDeviceId(deviceId)) return;
  throw new ApiError('VALIDATION_ERROR', localized.http.invalidDeviceId, { fields: ['Device-Id'] });
}

export function isDeviceId(text: string): boolean {
  return /^[\x21-\x7e]{1,200}$/.test(text);
}

/** A few well-known names and nothing else from User-Agent: enough to recognize one's own devices. */
export function browserName(userAgent = ''): string | undefined {
  const names = [BROWSERS, SYSTEMS].flatMap((known) => known.find(([token]) => userAgent.includes(token))?.[1] ?? []);
  return names.length > 0 ? names.join(', ') : undefined;
}

/** The first match counts: most browsers also contain the names of others. */
const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['Firefox', 'Firefox'],
  ['FxiOS', 'Firefox'],
  ['CriOS', 'Chrome'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const;
const SYSTEMS = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS', 'Mac'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const;

/** Returns IPv4 and loopback addresses unchanged, IPv4-mapped IPv6 addresses as IPv4, and any other IPv6 address as its /64. */
export function networkAddress(raw: string): string {
  const address = raw.replace(PORT, '$1$2');
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4' || parsed.range() === 'loopback') return parsed.toString();
  return `${parsed.toNormalizedString().split(':').slice(0, 4).join(':')}::/64`;
}

/** Some proxies append a port to the address, which differs for each connection. */
const PORT = /^(?:([0-9.]+)|\[([0-9a-f:.%]+)\])(?::[0-9]+)?$/i;

/** One cookie that the client sent. */
export function readCookie({ headers }: FastifyRequest, name: string): string | undefined {
  return headers.cookie === undefined ? undefined : parseCookie(headers.cookie)[name];
}

/** Whether htmx requests a fragment. Boosted links and forms, and requests without htmx, want a whole page. */
export function wantsFragment(request: FastifyRequest): boolean {
  return header(request, 'hx-request') === 'true' && header(request, 'hx-request-type') === 'partial';
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
