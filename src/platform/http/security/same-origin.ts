import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../../core/requests/api-error.ts';
import { localized } from '../../../locales/index.ts';
import type { Context } from '../../context.ts';

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
