import type { FastifyRequest } from 'fastify';
import { languageFor, preferredLocale } from '../../../core/languages.ts';
import { localized } from '../../../locales/index.ts';
import { html } from '../../html.ts';
import { readCookie, SESSION_COOKIE } from '../client.ts';
import type { SurfaceRow } from '../surface.ts';

/**
 * Whether a page was reached by a link on another site, such as a letter in a webmail: then the browser keeps our Strict
 * cookie back, and somebody who is signed in looks like nobody.
 */
export function needsSameSiteRedirect({ method, auth: who, endpoint }: SurfaceRow, request: FastifyRequest): boolean {
  if (method !== 'GET' || endpoint.format !== 'page' || (who !== 'session' && who !== 'optional-session')) return false;
  const site = request.headers['sec-fetch-site'];
  const isForeign = site === 'cross-site' || site === 'same-site';
  return isForeign && readCookie(request, SESSION_COOKIE) === undefined;
}

/** A page that goes straight on to the same address: this time from here, so the cookie comes along. It cannot go in circles. */
export async function sameSiteRedirectPage({ url, headers }: FastifyRequest): Promise<string> {
  const language = languageFor(preferredLocale(headers['accept-language']));
  const page = html`<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta http-equiv="refresh" content="0; url=${url}"><title>Family Learning</title></head><body><p><a href="${url}">${localized.http.continue[language]}</a></p></body></html>`;
  return String(await page);
}
