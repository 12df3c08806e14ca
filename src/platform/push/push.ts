import { ECDH } from 'node:crypto';
import { addSeconds, countSecondsUntil, DAY, HOUR, type Instant } from '../../core/time/instant.ts';
import type { Secrets } from '../secrets/secrets.ts';
import type { Settings } from '../settings.ts';

/** What a browser has given the service to send it messages. Whoever has it can send messages, so it is a secret. */
export interface PushTarget {
  readonly endpoint: string;
  /** The public key and the secret of the browser, in base64url: only the browser can read a message. */
  readonly p256dh: string;
  readonly auth: string;
  /** The public key with which the browser has subscribed: it accepts messages only from its owner. */
  readonly vapidKey: string;
}

const MAX_ENDPOINT_LENGTH = 2000;
const AUTH_BYTES = 16;

/**
 * Reads the JSON of a `PushSubscription` that a browser has sent. Returns undefined for anything else, and for an endpoint
 * that is not of one of the push services in the settings: it is a URL that the client chose, and the service connects to it.
 */
export function parsePushTarget(
  { settings, secrets }: { readonly settings: Settings; readonly secrets: Secrets },
  text: string,
): PushTarget | undefined {
  try {
    const { endpoint, keys } = JSON.parse(text);
    const { p256dh, auth } = keys;
    if ([endpoint, p256dh, auth].some((value) => typeof value !== 'string')) return undefined;
    if (endpoint.length > MAX_ENDPOINT_LENGTH || !isAllowedEndpoint(settings, endpoint)) return undefined;
    if (Buffer.from(auth, 'base64url').length !== AUTH_BYTES) return undefined;
    // Throws unless it is a point of the curve.
    const point = ECDH.convertKey(p256dh, 'prime256v1', 'base64url', 'base64url', 'uncompressed').toString();
    return { endpoint, p256dh: point, auth, vapidKey: secrets.vapidKeys[0].publicKey };
  } catch {
    return undefined;
  }
}

function isAllowedEndpoint({ pushServices }: Settings, endpoint: string): boolean {
  const url = URL.parse(endpoint);
  if (!url || url.username || url.password) return false;
  return pushServices.some((service) => {
    if (service.includes('://')) return url.origin === service;
    if (url.origin !== `https://${url.hostname}`) return false; // another scheme or port
    return service.startsWith('*.') ? url.hostname.endsWith(service.slice(1)) : url.hostname === service;
  });
}

/** The result of a try. `gone` means that the browser no longer accepts messages; `refused`, that it will not accept this one. */
export type PushResult =
  | { readonly outcome: 'sent' | 'gone' | 'refused'; readonly status?: number }
  | { readonly outcome: 'retry'; readonly status?: number; readonly retryAt?: Instant };

/** How long the push service keeps a message for a browser that is not running. */
const LIFETIME_SECONDS = DAY;
/** A message that the browser has not received yet is replaced by the next one, which says everything again. */
const TOPIC = 'family';
/** A service that stops waits for the messages that are being sent. */
const TIMEOUT_MS = 5000;

/** Sends a message once, encrypted for the browser (RFC 8291). Follows no redirect, which could lead anywhere. */
export async function sendPush(
  deps: { readonly settings: Settings; readonly secrets: Secrets; now(): Instant },
  { endpoint, p256dh, auth, vapidKey }: PushTarget,
  message: object,
): Promise<PushResult> {
  const { settings, secrets, now } = deps;
  const vapid = secrets.vapidKeys.find(({ publicKey }) => publicKey === vapidKey);
  if (!vapid || !isAllowedEndpoint(settings, endpoint)) return { outcome: 'gone' };
  const { default: webPush } = await import('web-push'); // only when it is needed: it takes time and memory to load
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(message),
    { vapidDetails: { subject: getSubject(settings), ...vapid }, TTL: LIFETIME_SECONDS, topic: TOPIC },
  );
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: { ...headers, TTL: String(LIFETIME_SECONDS) },
      body: new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return classifyResponse(response.status, response.headers.get('retry-after'), now());
  } catch {
    return { outcome: 'retry' }; // no response
  }
}

/** Whom a push service can write to if something is wrong with the messages. */
function getSubject({ operatorContact, mailFrom }: Settings): string {
  return `mailto:${operatorContact ?? /[^\s<>]+@[^\s<>]+/.exec(mailFrom)?.[0]}`;
}

const MAX_RETRY_AFTER_SECONDS = 6 * HOUR;

export function classifyResponse(status: number, retryAfter: string | null, now: Instant): PushResult {
  if (status >= 200 && status < 300) return { outcome: 'sent', status };
  if (status === 404 || status === 410) return { outcome: 'gone', status };
  if (status !== 408 && status !== 429 && status < 500) return { outcome: 'refused', status };
  if (retryAfter === null) return { outcome: 'retry', status };
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : countSecondsUntil(now, new Date(Date.parse(retryAfter) || Date.parse(now)).toISOString());
  const delay = Math.min(Math.max(seconds, 0), MAX_RETRY_AFTER_SECONDS);
  return { outcome: 'retry', status, retryAt: addSeconds(now, delay) };
}
