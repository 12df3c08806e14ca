import type { Settings } from '../../settings.ts';

/** The Content-Security-Policy of pages, which load everything from the service and have no inline scripts or styles. */
const PAGE_CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "media-src 'self'",
  "connect-src 'self'",
  "font-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The features of a browser that pages may use. The child's app needs others, and replaces this header. */
const formatPermissionsPolicy = (allowed: '()' | '(self)') =>
  `camera=(), geolocation=(), microphone=${allowed}, payment=(), usb=(), publickey-credentials-create=${allowed}, publickey-credentials-get=${allowed}`;
const PERMISSIONS_POLICY = formatPermissionsPolicy('()');
/** The pages on which a parent signs in or has signed in use passkeys, and the microphone for recordings. */
export const PANEL_PERMISSIONS_POLICY = formatPermissionsPolicy('(self)');

/** The Content-Security-Policy of all other responses, which must not run or load anything. */
const OTHER_CSP = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** Creates the security headers of all responses. The headers never change, so they are created once. */
export function createSecurityHeaders({ baseUrl }: Settings): Record<'page' | 'other', Record<string, string>> {
  const commonHeaders = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin', // public responses replace this with cross-origin
    ...(baseUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
  return {
    page: {
      ...commonHeaders,
      'content-security-policy': PAGE_CSP,
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': PERMISSIONS_POLICY,
    },
    other: { ...commonHeaders, 'content-security-policy': OTHER_CSP },
  };
}
