import { LANGUAGES } from '../../core/text/languages.ts';
import { addSeconds, DAY } from '../../core/time/instant.ts';
import { createNotFoundError } from '../../platform/api-errors.ts';
import { defineFileEndpoint } from '../../platform/http/endpoint.ts';
import { getAssetFile, getAssetUrl } from '../assets.ts';
import { BACKGROUND_COLORS, BRAND } from '../layout/layout.ts';

// The files that browsers, phones, search engines and security researchers look for at fixed URLs.

/** The headers of files that clients revalidate before each use. */
const REVALIDATION_HEADERS = { 'cache-control': 'public, no-cache' };

export const getFavicon = defineFileEndpoint({
  summary: 'Serve the icon for browsers that look for it at this URL',
  mediaType: 'image/x-icon',
  run: async () => ({ ...getAssetFile('favicon.ico'), headers: REVALIDATION_HEADERS }),
});

export const getTouchIcon = defineFileEndpoint({
  summary: 'Serve the icon of the panel on the home screen of an iPhone',
  mediaType: 'image/png',
  run: async () => ({ ...getAssetFile('apple-touch-icon.png'), headers: REVALIDATION_HEADERS }),
});

const MANIFEST = JSON.stringify({
  name: BRAND,
  id: '/panel',
  start_url: '/panel',
  scope: '/',
  display: 'standalone',
  background_color: BACKGROUND_COLORS.light,
  theme_color: BACKGROUND_COLORS.light,
  icons: [192, 512].map((width) => ({
    src: getAssetUrl(`icon-${width}.png`),
    sizes: `${width}x${width}`,
    type: 'image/png',
    purpose: 'any maskable',
  })),
});

export const getManifest = defineFileEndpoint({
  summary: 'Describe the panel for phones that add it to the home screen',
  mediaType: 'application/manifest+json',
  run: async () => ({ type: 'application/manifest+json', body: MANIFEST, headers: REVALIDATION_HEADERS }),
});

/**
 * Search engines may visit six pages: the front page, the login page, the API reference, account deletion, privacy, and the start page
 * of the panel, which sends everybody without a session to the login page. Pages about children and links in emails are left out.
 */
const ROBOTS_TXT = `User-agent: *
Allow: /$
Allow: /login$
Allow: /panel$
Allow: /login?next=%2Fpanel$
Allow: /docs$
Allow: /account-deletion$
Allow: /privacy$
Allow: /assets/
Disallow: /
`;

export const getRobots = defineFileEndpoint({
  summary: 'Tell search engines to ignore the panel and the API',
  mediaType: 'text/plain',
  run: async () => ({ type: 'text/plain; charset=utf-8', body: ROBOTS_TXT, headers: REVALIDATION_HEADERS }),
});

/**
 * RFC 9116 recommends an expiry date that is less than a year ahead. The date changes only once a day, so that clients
 * can cache the file.
 */
const SECURITY_TXT_VALID_DAYS = 180;

export const getSecurityTxt = defineFileEndpoint({
  summary: 'Say where to report security problems',
  description: 'Available only if `SECURITY_CONTACT` is set.',
  mediaType: 'text/plain',
  errorCodes: ['NOT_FOUND'],
  run: async ({ settings: { securityContact, baseUrl }, now }) => {
    if (securityContact === null) throw createNotFoundError();
    const expires = `${addSeconds(now(), SECURITY_TXT_VALID_DAYS * DAY).slice(0, 10)}T00:00:00Z`;
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${expires}`,
      `Preferred-Languages: ${LANGUAGES.join(', ')}`,
      `Canonical: ${baseUrl}/.well-known/security.txt`,
    ];
    return { type: 'text/plain; charset=utf-8', body: `${lines.join('\n')}\n`, headers: REVALIDATION_HEADERS };
  },
});
