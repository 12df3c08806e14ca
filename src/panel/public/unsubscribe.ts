import { Type } from 'typebox';
import type { PanelParent } from '../../core/caller.ts';
import type { Client } from '../../core/client.ts';
import { languageFor } from '../../core/languages.ts';
import { parseUnsubscribeToken, unsubscribe } from '../../features/digest/index.ts';
import { messages } from '../../locales/index.ts';
import { type Html, html } from '../../platform/html.ts';
import { page } from '../../platform/http/endpoint.ts';
import { layout } from '../layout/layout.ts';

const PARAMS = { token: Type.String() };

export const showUnsubscribe = page({
  summary: 'Switch the letter about the week off: a button, for opening a page changes nothing',
  params: PARAMS,
  errorCodes: ['NOT_FOUND'],
  run: async (ctx, caller: PanelParent | undefined, { params, client }) => {
    await parseUnsubscribeToken(ctx, params.token);
    const { title, lead, act } = messages(languageFor(tagOf(caller, client))).panel.public.letters;
    const form = html`<form class="card" method="post" action="/letters/${encodeURIComponent(params.token)}"><button class="button">${act}</button></form>`;
    return lettersPage(caller, client, title, lead, form);
  },
});

/** In one click also from a mail program (RFC 8058), as multipart/form-data or any other: the link itself allows it. */
export const submitUnsubscribe = page({
  summary: 'Switch the letter about the week off, without signing in',
  capabilityUrl: true,
  params: PARAMS,
  errorCodes: ['NOT_FOUND'],
  run: async (ctx, caller: PanelParent | undefined, { params, client }) => {
    await unsubscribe(ctx, params.token);
    const { doneTitle, doneLead, panel } = messages(languageFor(tagOf(caller, client))).panel.public.letters;
    const way = html`<a class="button quiet" href="/panel">${panel}</a>`;
    return lettersPage(caller, client, doneTitle, doneLead, way);
  },
});

function tagOf(caller: PanelParent | undefined, client: Client): string {
  return caller?.language ?? client.language;
}

function lettersPage(caller: PanelParent | undefined, client: Client, title: string, lead: string, act: Html): Html {
  const content = html`<h1>${title}</h1><p class="lead">${lead}</p>${act}`;
  return layout({ title, locale: tagOf(caller, client), width: 'narrow', content });
}
