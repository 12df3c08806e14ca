import type { FastifyRequest } from 'fastify';
import { toLanguage } from '../../../core/text/languages.ts';
import { localized } from '../../../locales/index.ts';
import { html } from '../../html.ts';
import { readCookie, SESSION_COOKIE } from '../client.ts';
import { negotiateLocale } from '../responses/negotiation.ts';
import type { Route } from '../route.ts';

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
