import { Type } from 'typebox';
import { toLanguage } from '../../core/text/languages.ts';
import { messages } from '../../locales/index.ts';
import { notFound } from '../../platform/api-errors.ts';
import { html } from '../../platform/html.ts';
import { fileEndpoint, pageEndpoint } from '../../platform/http/endpoint.ts';
import { ResponseWithHeaders } from '../../platform/http/responses/responses.ts';
import { getPlayBundle, PLAY_FILES_PATH } from './bundle.ts';

/** The page of the child's app. It is the same for each of its addresses; the script shows the right screen. */
export const showPlay = pageEndpoint({
  summary: "The child's app",
  params: { screen: Type.Optional(Type.String()), id: Type.Optional(Type.String()) },
  run: async (_ctx, _caller, { client }) => {
    const language = toLanguage(client.language);
    const t = messages(language).panel.front;
    const { script, stylesheet } = await getPlayBundle();
    const document = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>${t.playTitle}</title>
<link rel="icon" href="/assets/icon.svg">
<link rel="stylesheet" href="${PLAY_FILES_PATH}/${stylesheet}">
<script type="module" src="${PLAY_FILES_PATH}/${script}"></script>
</head>
<body><div id="app"></div><noscript>${t.needsScript}</noscript></body>
</html>`;
    return new ResponseWithHeaders(document, { 'cache-control': 'no-cache' });
  },
});

export const getPlayFile = fileEndpoint({
  summary: "Serve the scripts, styles and fonts of the child's app",
  mediaType: 'text/javascript',
  params: { file: Type.String() },
  errorCodes: ['NOT_FOUND'],
  run: async (_ctx, _caller, { params }) => {
    const found = (await getPlayBundle()).files.get(params.file);
    if (!found) throw notFound();
    return { ...found, headers: { 'cache-control': 'public, max-age=31536000, immutable' } };
  },
});
