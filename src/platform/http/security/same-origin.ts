import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../../core/refusal.ts';
import { localized } from '../../../locales/index.ts';
import type { Context } from '../../context.ts';

/**
 * Refuses a write that another site may have made a browser send (docs/security.md, "Web"): the browser says so itself, or
 * names another origin; a client that says neither must send what a foreign form cannot (JSON, or an HX-Request).
 */
export function checkSameOrigin({ settings }: Context, request: FastifyRequest): void {
  const { headers, method } = request;
  if (method === 'GET' || method === 'HEAD') return;
  if (isOurs(headers, settings.baseUrl)) return;
  throw new Refusal('FORBIDDEN', localized.http.crossSite, { reason: 'cross_site_request' });
}

function isOurs(headers: FastifyRequest['headers'], baseUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  if (headers.origin !== undefined) return headers.origin === baseUrl;
  const noBody = headers['content-type'] === undefined && (headers['content-length'] ?? '0') === '0';
  const json = /^application\/json\b/i.test(headers['content-type'] ?? '');
  // Without either header a plain form is only as good as its token, which the page itself checks.
  const form = /^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '');
  return json || form || noBody || headers['hx-request'] === 'true';
}
