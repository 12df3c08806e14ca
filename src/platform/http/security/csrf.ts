import { timingSafeEqual } from 'node:crypto';
import { ApiError } from '../../../core/requests/api-error.ts';
import type { Client } from '../../../core/requests/client.ts';
import { localized } from '../../../locales/index.ts';
import type { Context } from '../../context.ts';

/** The CSRF token of a plain form: a keyed hash of the device cookie, which another site cannot read. */
export function csrfToken({ secrets }: Context, device: string): string {
  return secrets.hash('form', device);
}

/** Refuses a form whose CSRF token does not belong to the browser that sends it. */
export function checkCsrfToken({ secrets }: Context, { panelDevice }: Client, token = ''): void {
  const expected = panelDevice === undefined ? [] : secrets.hashes('form', panelDevice);
  if (!expected.some((hash) => timingSafeEquals(hash, token)))
    throw new ApiError('FORBIDDEN', localized.http.staleForm, { reason: 'stale_form' });
}

/** Compares secrets in constant time. */
export function timingSafeEquals(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
