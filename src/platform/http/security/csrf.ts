import { timingSafeEqual } from 'node:crypto';
import { Refusal } from '../../../core/refusal.ts';
import { localized } from '../../../locales/index.ts';
import type { Context } from '../../context.ts';
import type { Client } from '../client.ts';

/** The token that a plain form carries: a keyed hash of the device cookie, which another site cannot read. */
export function csrfToken({ secrets }: Context, device: string): string {
  return secrets.hash('form', device);
}

/** Refuses a form that does not carry the token of the browser that sends it. */
export function checkCsrfToken({ secrets }: Context, { panelDevice }: Client, token = ''): void {
  const expected = panelDevice === undefined ? [] : secrets.hashes('form', panelDevice);
  if (!expected.some((good) => timingSafeEquals(good, token)))
    throw new Refusal('FORBIDDEN', localized.http.staleForm, { reason: 'stale_form' });
}

/** Compares secrets in a time that tells nothing. */
export function timingSafeEquals(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
