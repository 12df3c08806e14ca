import { timingSafeEqual } from 'node:crypto';
import { ApiError } from '../../../core/requests/api-error.ts';
import type { Client } from '../../../core/requests/client.ts';
import { localized } from '../../../locales/index.ts';
import type { Context } from '../../context.ts';

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

/** Compares secrets in constant time. */
export function isEqualInConstantTime(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
