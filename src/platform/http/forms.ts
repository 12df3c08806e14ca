import { timingSafeEqual } from 'node:crypto';
import type { Text } from '../../core/languages.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Context } from '../context.ts';
import type { Client } from './client.ts';

/** The token that a plain form carries: a keyed hash of the device cookie, which another site cannot read. */
export function formToken({ secrets }: Context, device: string): string {
  return secrets.hash('form', device);
}

/** Refuses a form that does not carry the token of the browser that sends it. */
export function checkFormToken({ secrets }: Context, { panelDevice }: Client, token = ''): void {
  const expected = panelDevice === undefined ? [] : secrets.hashes('form', panelDevice);
  if (!expected.some((good) => same(good, token))) throw new Refusal('FORBIDDEN', STALE, { reason: 'stale_form' });
}

/** Compares secrets in a time that tells nothing. */
export function same(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

const STALE: Text = {
  en: 'This form is no longer fresh. Please load the page again.',
  es: 'Este formulario ha caducado. Vuelve a cargar la página.',
  uk: 'Ця форма застаріла. Завантажте сторінку ще раз.',
  pl: 'Ten formularz stracił ważność. Wczytaj stronę ponownie.',
};
