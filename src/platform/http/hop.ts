import type { FastifyRequest } from 'fastify';
import { preferredTag, speaks, type Text } from '../../core/languages.ts';
import { html } from '../html.ts';
import { cookieOf, SESSION_COOKIE } from './client.ts';
import type { Row } from './surface.ts';

/**
 * Whether a page was reached by a link on another site, such as a letter in a webmail: then the browser keeps our Strict
 * cookie back, and somebody who is signed in looks like nobody.
 */
export function comesWithoutCookie({ method, who, endpoint }: Row, request: FastifyRequest): boolean {
  if (method !== 'GET' || endpoint.face !== 'page' || (who !== 'cookie' && who !== 'visitor')) return false;
  const site = request.headers['sec-fetch-site'];
  const isForeign = site === 'cross-site' || site === 'same-site';
  return isForeign && cookieOf(request, SESSION_COOKIE) === undefined;
}

/** A page that goes straight on to the same address: this time from here, so the cookie comes along. It cannot go in circles. */
export async function hopPage({ url, headers }: FastifyRequest): Promise<string> {
  const language = speaks(preferredTag(headers['accept-language']));
  const page = html`<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta http-equiv="refresh" content="0; url=${url}"><title>Family Learning</title></head><body><p><a href="${url}">${ON[language]}</a></p></body></html>`;
  return String(await page);
}

const ON: Text = { en: 'Go on', es: 'Seguir', uk: 'Далі', pl: 'Dalej' };
