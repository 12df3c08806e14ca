import { isIPv4, isIPv6 } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../../core/requests/api-error.ts';
import type { Client } from '../../../core/requests/caller.ts';
import { toLanguage } from '../../../core/text/languages.ts';
import { localized } from '../../../locales/index.ts';
import type { Context } from '../../context.ts';
import { html } from '../../html.ts';
import { isEqualInConstantTime } from '../../secrets/secrets.ts';
import type { Settings } from '../../settings.ts';
import { readCookie, SESSION_COOKIE } from '../client.ts';
import { negotiateLocale } from '../responses/negotiation.ts';
import { addVary } from '../responses/responses.ts';
import type { Route } from '../route.ts';

// What pages of other sites may cause and read.

/** Load balancers and containers check these routes under any name, and they reveal nothing. */
export const ROUTES_FOR_ANY_HOST = ['/healthz', '/readyz'];

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

/**
 * Throws FORBIDDEN for a write that another site may have caused (docs/security.md, "Web"). Browsers name the site that caused
 * a request in Sec-Fetch-Site or Origin. A request with neither header must be one that a form on another site cannot send (JSON,
 * HX-Request, or neither a body nor a Content-Type), or be a form with a CSRF token.
 */
export function checkSameOrigin({ settings }: Context, request: FastifyRequest): void {
  if (!mayBeCrossSite(request.headers, settings.baseUrl)) return;
  throw new ApiError('FORBIDDEN', localized.http.crossSite, { reason: 'cross_site_request' });
}

function mayBeCrossSite(headers: FastifyRequest['headers'], baseUrl: string): boolean {
  const fetchSite = headers['sec-fetch-site'];
  if (fetchSite !== undefined) return fetchSite !== 'same-origin';
  if (headers.origin !== undefined) return headers.origin !== baseUrl;
  const hasNoBody = headers['content-type'] === undefined && (headers['content-length'] ?? '0') === '0';
  const isJson = /^application\/json\b/i.test(headers['content-type'] ?? '');
  // Without Sec-Fetch-Site and Origin, a form is protected only by its CSRF token, which the endpoint of the form checks.
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '');
  return !(isJson || isForm || hasNoBody || headers['hx-request'] === 'true');
}

/**
 * Creates the CSRF token of a form that is sent without htmx: a keyed hash of the device cookie, which another site cannot
 * read. It is masked with random bytes, so that the size of compressed pages does not reveal it (BREACH, decision 0032).
 */
export function createCsrfToken({ secrets, random }: Context, deviceCookie: string): string {
  const hash = Buffer.from(secrets.hash('form', deviceCookie), 'base64url');
  const mask = random.bytes(hash.length);
  return Buffer.concat([mask, xorBytes(hash, mask)]).toString('base64url');
}

/** Throws FORBIDDEN if the CSRF token of a form was not created for the browser that sends the form. */
export function checkCsrfToken({ secrets }: Context, { panelDeviceCookie }: Client, token = ''): void {
  const expectedHashes = panelDeviceCookie === undefined ? [] : secrets.hashWithAllKeys('form', panelDeviceCookie);
  const bytes = Buffer.from(token, 'base64url');
  const hash = xorBytes(bytes.subarray(bytes.length / 2), bytes).toString('base64url'); // the mask precedes the masked hash
  if (!expectedHashes.some((expectedHash) => isEqualInConstantTime(expectedHash, hash)))
    throw new ApiError('FORBIDDEN', localized.http.staleForm, { reason: 'stale_form' });
}

/** The bitwise XOR of `a` and the first bytes of `b`. */
function xorBytes(a: Buffer, b: Buffer): Buffer {
  return Buffer.from(a.map((byte, i) => byte ^ (b[i] ?? 0)));
}

/**
 * Whether a page was opened by a link on another site, such as a webmail site. The browser then does not send the SameSite=Strict
 * cookie of the session, so a person who is signed in seems to be signed out.
 */
export function needsSameSiteRedirect({ method, auth, endpoint }: Route, request: FastifyRequest): boolean {
  if (method !== 'GET' || endpoint.kind !== 'page' || (auth !== 'session' && auth !== 'optional-session')) return false;
  const fetchSite = request.headers['sec-fetch-site'];
  const isFromAnotherOrigin = fetchSite === 'cross-site' || fetchSite === 'same-site';
  return isFromAnotherOrigin && readCookie(request, SESSION_COOKIE) === undefined;
}

/**
 * Renders a page that redirects to its own URL. The second request comes from the site of the service, so the browser sends the
 * cookie and there is no further redirect.
 */
export async function renderSameSiteRedirect({ url, headers }: FastifyRequest): Promise<string> {
  const language = toLanguage(negotiateLocale(headers));
  const page = html`<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta http-equiv="refresh" content="0; url=${url}"><title>Family Learning</title></head><body><p><a href="${url}">${localized.http.continue[language]}</a></p></body></html>`;
  return String(await page);
}

/**
 * The paths that an app on another origin may read. Their responses do not depend on cookies. The panel's paths are not included.
 */
const CROSS_ORIGIN_PATHS = /^\/(app|files|avatars|pictures|media|drawn)\//;

/** The response headers that a script of another origin may read. */
const EXPOSED_HEADERS =
  'ETag, Idempotency-Replayed, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id';
/** The request headers that a script of another origin may send. */
const ALLOWED_HEADERS =
  'Accept-Language, Authorization, Content-Type, Device-Id, Idempotency-Key, If-None-Match, X-Timezone';
const PREFLIGHT_MAX_AGE_SECONDS = 7200; // Chrome caches the result of a preflight request for at most two hours

/** Lets the pages of the origins in CORS_ORIGINS read the response (decision 0045). */
export function allowOrigin({ corsOrigins }: Settings, reply: FastifyReply): void {
  const { url, headers } = reply.request;
  if (corsOrigins.length === 0 || !CROSS_ORIGIN_PATHS.test(url)) return;
  const allowsAll = corsOrigins.includes('*');
  if (!allowsAll) addVary(reply, 'Origin');
  if (!allowsAll && !corsOrigins.includes(headers.origin ?? '')) return;
  reply.headers({
    'access-control-allow-origin': allowsAll ? '*' : headers.origin,
    'access-control-expose-headers': EXPOSED_HEADERS,
  });
}

/**
 * Responds to OPTIONS with the methods of the path, and to a preflight request also with the headers that another origin may send.
 */
export function sendOptions({ corsOrigins }: Settings, reply: FastifyReply, methods: readonly string[]): FastifyReply {
  const isPreflight = reply.request.headers['access-control-request-method'] !== undefined;
  if (isPreflight && corsOrigins.length > 0 && CROSS_ORIGIN_PATHS.test(reply.request.url))
    reply.headers({
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': ALLOWED_HEADERS,
      'access-control-max-age': PREFLIGHT_MAX_AGE_SECONDS,
    });
  return reply.code(204).header('allow', methods.join(', ')).send();
}
