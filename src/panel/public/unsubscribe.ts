import { Type } from 'typebox';
import {
  getNotificationSettings,
  type RegularEmail,
  readUnsubscribeToken,
  saveNotificationSettings,
} from '../../features/notifications/index.ts';
import { saveWeeklySummarySetting } from '../../features/weekly-summary/index.ts';
import type { Context } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';
import { definePublicPage, type PageRequest } from '../endpoints.ts';
import { renderLayout } from '../layout/layout.ts';

const PARAMS = { token: Type.String() };

/** This page has a button, because a GET request must not change anything. */
export const showUnsubscribe = definePublicPage({
  summary: 'Ask whether to unsubscribe from the weekly summary or the email of the day',
  params: PARAMS,
  errorCodes: ['NOT_FOUND'],
  run: async (request, { params }) => {
    const { email } = await readUnsubscribeToken(request.ctx, params.token);
    const { title, intro, submit } = request.t.public.unsubscribe;
    const form = html`<form class="card" method="post" action="/unsubscribe/${encodeURIComponent(params.token)}"><button class="button">${submit}</button></form>`;
    return renderUnsubscribePage(request, title[email], intro, form);
  },
});

/**
 * Email programs also send this request, when the reader clicks the program's "unsubscribe" button (RFC 8058). The body of such a
 * request can have any type and contains no CSRF token. Only the recipient of the email can know the URL, so the URL authorizes the
 * request.
 */
export const submitUnsubscribe = definePublicPage({
  summary: 'Unsubscribe from the weekly summary or the email of the day without signing in',
  hasCapabilityUrl: true,
  params: PARAMS,
  errorCodes: ['NOT_FOUND'],
  run: async (request, { params }) => {
    const { email, parentId } = await readUnsubscribeToken(request.ctx, params.token);
    await unsubscribe(request.ctx, email, parentId);
    const { doneTitle, doneIntro, goToPanel } = request.t.public.unsubscribe;
    const link = html`<a class="button outline" href="/panel">${goToPanel}</a>`;
    return renderUnsubscribePage(request, doneTitle, doneIntro[email], link);
  },
});

async function unsubscribe(ctx: Context, email: RegularEmail, parentId: string): Promise<void> {
  if (email === 'weekly') return saveWeeklySummarySetting(ctx, parentId, false);
  await ctx.write(async (ctx) => {
    const settings = await getNotificationSettings(ctx, parentId);
    await saveNotificationSettings(ctx, parentId, { ...settings, hasDailyEmail: false });
  });
}

function renderUnsubscribePage({ locale }: PageRequest, title: string, intro: string, action: Html): Html {
  const main = html`<h1>${title}</h1><p class="intro">${intro}</p>${action}`;
  return renderLayout({ title, locale, width: 'narrow', main });
}
