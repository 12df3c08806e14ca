import type { Settings } from '../../settings.ts';

/** For pages: everything comes from here, nothing is inline (docs/security.md, "Web"). */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "media-src 'self'",
  "connect-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** For everything else: nothing in it may run or load at all. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** The headers of every answer; worked out once, for they never change. */
export function securityHeaders({ baseUrl }: Settings): Record<'page' | 'data', Record<string, string>> {
  const both = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...(baseUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
  return {
    page: { ...both, 'content-security-policy': PAGE_POLICY, 'cross-origin-opener-policy': 'same-origin' },
    data: { ...both, 'content-security-policy': DATA_POLICY },
  };
}
