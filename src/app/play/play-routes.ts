import { Type } from 'typebox';
import { toLanguage } from '../../core/text/languages.ts';
import { getMessages } from '../../locales/index.ts';
import { createNotFoundError } from '../../platform/api-errors.ts';
import { html } from '../../platform/html.ts';
import { defineFileEndpoint, definePageEndpoint } from '../../platform/http/endpoint.ts';
import { ResponseWithHeaders } from '../../platform/http/responses/responses.ts';
import { getPlayBundle, PLAY_FILES_PATH } from './bundle.ts';

/** The page of the child's app. It is the same at all URLs of the app: the script selects the screen. */
export const showPlay = definePageEndpoint({
  summary: "The child's app",
  params: { screen: Type.Optional(Type.String()), id: Type.Optional(Type.String()) },
  run: async (_ctx, _caller, { client }) => {
    const language = toLanguage(client.locale);
    const t = getMessages(language).panel.front;
    const { script, imports, catalogs, stylesheet, icons } = await getPlayBundle();
    // Script elements make the browser load these scripts at the same time as the entry script that imports them. With
    // <link rel=modulepreload>, the browser would load them twice if there is a service worker.
    const scripts = [...imports, catalogs.get(language) ?? []].flat();
    const document = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>${t.playTitle}</title>
<meta name="theme-color" content="${COLORS.light}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${COLORS.dark}" media="(prefers-color-scheme: dark)">
<link rel="icon" href="${PLAY_FILES_PATH}/${icons[192]}">
<link rel="apple-touch-icon" href="${PLAY_FILES_PATH}/${icons[180]}">
<link rel="manifest" href="/play.webmanifest">
<link rel="stylesheet" href="${PLAY_FILES_PATH}/${stylesheet}">
${scripts.map((name) => html`<script type="module" src="${PLAY_FILES_PATH}/${name}"></script>`)}
<script type="module" src="${PLAY_FILES_PATH}/${script}"></script>
</head>
<body><div id="app"></div><noscript>${t.needsScript}</noscript></body>
</html>`;
    return new ResponseWithHeaders(document, { 'cache-control': 'no-cache', 'permissions-policy': PERMISSIONS_POLICY });
  },
});

/** The background colors of the app. */
const COLORS = { light: '#fbf6ee', dark: '#1b1814' };
/** Unlike other pages, the app can use the microphone and the camera, for recordings and photos of creative tasks. */
const PERMISSIONS_POLICY =
  'camera=(self), geolocation=(), microphone=(self), payment=(), usb=(), publickey-credentials-create=(), publickey-credentials-get=()';

export const getPlayManifest = defineFileEndpoint({
  summary: "Describe the child's app for devices that add it to the home screen",
  mediaType: 'application/manifest+json',
  run: async (_ctx, _caller, { client }) => {
    const language = toLanguage(client.locale);
    const { icons } = await getPlayBundle();
    const manifest = {
      name: getMessages(language).panel.front.playTitle,
      lang: language,
      id: '/play',
      start_url: '/play',
      scope: '/play',
      display: 'standalone',
      background_color: COLORS.light,
      theme_color: COLORS.light,
      icons: ([192, 512] as const).map((size) => ({
        src: `${PLAY_FILES_PATH}/${icons[size]}`,
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose: 'any maskable',
      })),
    };
    return { type: 'application/manifest+json', body: JSON.stringify(manifest), headers: REVALIDATION_HEADERS };
  },
});

export const getServiceWorker = defineFileEndpoint({
  summary: "Serve the script that stores the child's app on the device",
  mediaType: 'text/javascript',
  run: async () => ({
    type: 'text/javascript; charset=utf-8',
    body: (await getPlayBundle()).serviceWorker,
    headers: { ...REVALIDATION_HEADERS, 'content-security-policy': "default-src 'none'; connect-src 'self'" },
  }),
});

/** The headers of files that clients revalidate before each use. */
const REVALIDATION_HEADERS = { 'cache-control': 'no-cache' };

export const getPlayFile = defineFileEndpoint({
  summary: "Serve the scripts, styles, fonts and icons of the child's app",
  mediaType: 'text/javascript',
  params: { file: Type.String() },
  errorCodes: ['NOT_FOUND'],
  run: async (_ctx, _caller, { params }) => {
    const file = (await getPlayBundle()).files.get(params.file);
    if (!file) throw createNotFoundError();
    return { ...file, headers: { 'cache-control': 'public, max-age=31536000, immutable' } };
  },
});
