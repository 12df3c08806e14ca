import { Type } from 'typebox';
import { isStorable } from '../../core/text/normalize-text.ts';
import { requireOpenSession } from '../../features/access/index.ts';
import {
  deleteSubscription,
  getNotificationSettings,
  keepNotificationSettings,
  listSubscriptions,
  noteTest,
  type Subscription,
  saveNotificationSettings,
  subscribe,
} from '../../features/notifications/index.ts';
import { saveWeeklySummarySetting, wantsWeeklySummary } from '../../features/weekly-summary/index.ts';
import { type Html, html } from '../../platform/html.ts';
import { defineFileEndpoint } from '../../platform/http/endpoint.ts';
import { Redirect } from '../../platform/http/responses/responses.ts';
import { APPROVALS_PATH } from '../approvals/review-forms.ts';
import { getAssetFile } from '../assets.ts';
import { definePanelForm, type PanelRequest } from '../endpoints.ts';
import { formatInstant } from '../parts/format.ts';
import { renderSettingsRow, renderSwitchRow } from '../parts/forms/controls.ts';
import { OptionalField, TextField } from '../parts/forms/field.ts';
import { renderButtonForm, renderCsrfField } from '../parts/forms/form.ts';
import { renderFoldedSetting } from '../parts/forms/settings-rows.ts';

export const NOTIFICATIONS_PATH = '/panel/account/notifications';

/** It is below /panel/, because a service worker may only control pages in the folder of its script. */
export const getPushWorker = defineFileEndpoint({
  summary: 'Serve the script that shows messages of the panel',
  mediaType: 'text/javascript',
  run: async () => ({
    ...getAssetFile('push-worker.js'),
    headers: { 'cache-control': 'public, no-cache', 'content-security-policy': "default-src 'none'" },
  }),
});

export const submitPushSubscription = definePanelForm({
  summary: 'Tell the parent at once in this browser',
  needsPresence: true,
  body: { subscription: TextField, back: OptionalField },
  run: async ({ ctx, parent, client }, { body }) => {
    await ctx.write(async (ctx) => {
      await requireOpenSession(ctx, parent);
      await subscribe(ctx, parent, body.subscription, client);
      if (body.back === APPROVALS_PATH) await keepNotificationSettings(ctx, parent.profileId);
    });
    return redirectWithFlash('on', body.back);
  },
});

export const submitPushRemoval = definePanelForm({
  summary: 'Stop telling the parent in a browser',
  needsPresence: true,
  body: { browser: TextField },
  run: async ({ ctx, parent }, { body }) => {
    if (isStorable(body.browser)) await ctx.write((ctx) => deleteSubscription(ctx, parent.profileId, body.browser));
    return redirectWithFlash('removed');
  },
});

export const submitPushTest = definePanelForm({
  summary: 'Send a test message to all browsers of the parent',
  needsPresence: true,
  run: async ({ ctx, parent }) => {
    await ctx.write((ctx) => noteTest(ctx, parent.profileId));
    return redirectWithFlash('test');
  },
});

const HOUR_LIMITS = { minimum: 0, maximum: 23 };

export const submitNotificationSettings = definePanelForm({
  summary: 'Change what a parent is told at once, when not, and which emails there are',
  needsPresence: true,
  body: {
    waiting: OptionalField,
    done: OptionalField,
    quiet_from: Type.Integer({ ...HOUR_LIMITS, default: 20 }),
    quiet_until: Type.Integer({ ...HOUR_LIMITS, default: 7 }),
    daily: OptionalField,
    weekly: OptionalField,
    back: OptionalField,
  },
  run: async ({ ctx, parent }, { body }) => {
    await ctx.write(async (ctx) => {
      await saveNotificationSettings(ctx, parent.profileId, {
        tellsWaiting: body.waiting !== undefined,
        tellsDone: body.done !== undefined,
        quietFrom: body.quiet_from,
        quietUntil: body.quiet_until,
        hasDailyEmail: body.daily !== undefined,
      });
      // The offer next to what waits does not ask about the weekly summary.
      if (body.back !== APPROVALS_PATH)
        await saveWeeklySummarySetting(ctx, parent.profileId, body.weekly !== undefined);
    });
    return redirectWithFlash(body.back === APPROVALS_PATH && body.daily ? 'daily' : 'saved', body.back);
  },
});

/** Redirects to the page of the offer if the form was there. */
function redirectWithFlash(key: 'on' | 'removed' | 'test' | 'saved' | 'daily', back?: string): Redirect {
  return new Redirect(`${back === APPROVALS_PATH ? back : '/panel/account'}?done=notifications-${key}`);
}

/** Renders the setting on the page of the account. */
export async function renderNotificationSetting(request: PanelRequest, isOpen: boolean): Promise<Html> {
  const { ctx, parent, t: messages } = request;
  const t = messages.notifications;
  const settings = await getNotificationSettings(ctx, parent.profileId);
  const subscriptions = await listSubscriptions(ctx, parent.profileId);
  const isWeekly = await wantsWeeklySummary(ctx, parent.profileId);
  const ways = [
    ...(subscriptions.length > 0 ? [t.inBrowsers({ count: subscriptions.length })] : []),
    ...(settings.hasDailyEmail ? [t.daily] : []),
    ...(isWeekly ? [t.weekly] : []),
  ];
  return renderFoldedSetting(
    { id: 'notifications', isOpen, title: t.title, value: ways.join(' · ') || messages.parts.off },
    html`${ctx.settings.pushServices.length > 0 ? await renderBrowsers(request, subscriptions) : ''}
<form method="post" action="${NOTIFICATIONS_PATH}">${renderCsrfField(request)}
${renderSwitchRow('waiting', settings.tellsWaiting, { label: t.waiting, hint: t.waitingHint })}
${renderSwitchRow('done', settings.tellsDone, { label: t.done, hint: t.doneHint })}
<div class="field-row">${renderHourField('quiet_from', t.quietFrom, settings.quietFrom)}${renderHourField('quiet_until', t.quietUntil, settings.quietUntil)}</div>
<p class="hint" id="quiet-hint">${t.quietHint}</p>
${renderSwitchRow('daily', settings.hasDailyEmail, { label: t.daily, hint: t.dailyHint })}
${renderSwitchRow('weekly', isWeekly, { label: t.weekly, hint: t.weeklyHint })}
<p class="hint">${t.emailsHint}</p>
<button class="button">${t.save}</button></form>`,
  );
}

async function renderBrowsers(request: PanelRequest, subscriptions: readonly Subscription[]): Promise<Html> {
  const { parent, t: messages } = request;
  const t = messages.notifications;
  const isSubscribed = subscriptions.some(({ session_id }) => session_id === parent.sessionId);
  const timeZone = await request.loadTimeZone();
  const rows = subscriptions.map((subscription) => renderBrowser(request, subscription, timeZone));
  return html`<p class="hint">${t.intro}</p>
<p class="hint" data-no-push>${t.unsupported}</p>
${rows.length > 0 ? html`<h2>${t.browsers}</h2><ul class="settings-list">${rows}</ul>` : ''}
${renderPushForm(request, { isSubscribed, label: t.turnOn })}
${rows.length > 0 ? renderButtonForm(request, `${NOTIFICATIONS_PATH}/test`, t.test) : ''}`;
}

/** Renders the form with which a script subscribes this browser. The script shows it where that is possible. */
export function renderPushForm(
  request: PanelRequest,
  {
    isSubscribed,
    label,
    back = '',
  }: { readonly isSubscribed: boolean; readonly label: string; readonly back?: Html | '' },
): Html {
  const { ctx, t } = request;
  const renderError = (error: 'denied' | 'failed') =>
    html`<p role="alert" class="error" hidden data-push-error="${error}">${t.notifications[error]}</p>`;
  return html`<form method="post" action="${NOTIFICATIONS_PATH}/browsers" hidden data-push="${ctx.secrets.vapidKeys[0].publicKey}"${isSubscribed ? html` data-subscribed` : ''}>${renderCsrfField(request)}${back}<input type="hidden" name="subscription">${renderError('denied')}${renderError('failed')}<button class="button ${back === '' ? 'secondary' : 'outline'}">${label}</button></form>`;
}

function renderBrowser(
  request: PanelRequest,
  { id, session_id, program, created_at }: Subscription,
  timeZone: string,
): Html {
  const { parent, language, t } = request;
  const name = program ?? t.account.page.unknown;
  const details =
    session_id === parent.sessionId
      ? t.notifications.thisBrowser
      : t.account.page.since({ at: formatInstant(language, created_at, timeZone) });
  return renderSettingsRow(
    name,
    details,
    renderButtonForm(request, `${NOTIFICATIONS_PATH}/remove`, t.notifications.remove, {
      about: `${name}, ${details}`,
      fields: { browser: id },
    }),
  );
}

function renderHourField(name: string, label: string, selectedHour: number): Html {
  const options = Array.from({ length: 24 }, (_, hour) => {
    const text = `${String(hour).padStart(2, '0')}:00`;
    return html`<option value="${hour}"${hour === selectedHour ? html` selected` : ''}>${text}</option>`;
  });
  return html`<div class="field"><label for="${name}">${label}</label><select id="${name}" name="${name}" aria-describedby="quiet-hint">${options}</select></div>`;
}
