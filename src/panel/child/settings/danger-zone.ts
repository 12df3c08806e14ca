import type { PanelParent } from '../../../core/caller.ts';
import type { Client } from '../../../core/client.ts';
import { addSeconds, DAY } from '../../../core/instant.ts';
import { type Language, languageFor } from '../../../core/languages.ts';
import type { Refusal } from '../../../core/refusal.ts';
import { findDeletion, listGuardiansLeaving, type Profile } from '../../../features/accounts/index.ts';
import { exportChild, planChildDeletion } from '../../../features/data-rights/index.ts';
import { GRACE_DAYS, getChildOf, resetPin, unlinkGuardian } from '../../../features/guardianship/index.ts';
import { type Messages, messages } from '../../../locales/index.ts';
import type { Context } from '../../../platform/context.ts';
import { type Html, html } from '../../../platform/html.ts';
import { file, page } from '../../../platform/http/endpoint.ts';
import { Redirect } from '../../../platform/http/responses/responses.ts';
import { checkCsrfToken } from '../../../platform/http/security/csrf.ts';
import { notFound } from '../../../platform/refusals.ts';
import { panelPage } from '../../layout/panel-layout.ts';

import { catchRefusal, field } from '../../parts/forms/field.ts';
import { tokenField } from '../../parts/forms/form.ts';
import {
  buttonForm,
  Field,
  FORM_TOKEN,
  fieldProblem,
  formatLongDate,
  refusalPage,
  withFreshCode,
} from '../../parts/forms/form-parts.ts';
import { CHILD } from './settings-page.ts';

type DangerZoneMessages = Messages['panel']['dangerZone'];

export const showPin = page({
  summary: 'The form for a new PIN of a child; asks for a fresh code first',
  params: CHILD,
  errorCodes: ['NOT_FOUND'],
  run: async (ctx, caller: PanelParent, { params, client }) => {
    const child = await getChildOf(ctx, caller.profileId, params.id);
    return withFreshCode(ctx, caller, `${pathOf(child)}/pin`, () => pinPage(ctx, caller, client, child));
  },
});

export const submitPin = page({
  summary: 'Give a child a new PIN',
  params: CHILD,
  body: { ...FORM_TOKEN, pin: Field },
  errorCodes: ['NOT_FOUND'],
  run: async (ctx, caller: PanelParent, { params, body, client }) => {
    checkCsrfToken(ctx, client, body.form_token);
    const child = await getChildOf(ctx, caller.profileId, params.id);
    return withFreshCode(ctx, caller, `${pathOf(child)}/pin`, () =>
      catchRefusal(
        async () => {
          await resetPin(ctx, caller, child.id, (body.pin ?? '').trim());
          return new Redirect(`${pathOf(child)}/settings?done=pin`);
        },
        async (problem) => refusalPage(await pinPage(ctx, caller, client, child, problem), problem),
      ),
    );
  },
});

function pinPage(ctx: Context, caller: PanelParent, client: Client, child: Profile, problem?: Refusal): Promise<Html> {
  const language = languageFor(caller.language);
  const t = messages(language).panel.dangerZone.pin;
  const input = (marks: Html | string) =>
    html`<input class="code" id="pin" name="pin" required inputmode="numeric" maxlength="4" pattern="[0-9]{4}" autocomplete="off" autofocus ${marks}>`;
  const form = html`<form class="card" method="post" action="${pathOf(child)}/pin">${tokenField(ctx, client)}
${field(language, { id: 'pin', label: t.label, problem: fieldProblem('pin', problem) }, input)}
<button class="button">${t.act}</button></form>`;
  return dangerPage(ctx, caller, client, child, t.title({ name: child.display_name }), t.lead, form);
}

export const showUnlink = page({
  summary: 'What unlinking a guardian means; asks for a fresh code first',
  params: CHILD,
  query: { guardian: Field },
  errorCodes: ['NOT_FOUND'],
  run: async (ctx, caller: PanelParent, { params, query, client }) => {
    const child = await getChildOf(ctx, caller.profileId, params.id);
    const guardian = query.guardian ?? '';
    return withFreshCode(ctx, caller, `${pathOf(child)}/unlink?${new URLSearchParams({ guardian })}`, () =>
      unlinkPage(ctx, caller, client, child, guardian),
    );
  },
});

export const submitUnlink = page({
  summary: 'Unlink a guardian from a child',
  params: CHILD,
  body: { ...FORM_TOKEN, guardian: Field },
  errorCodes: ['NOT_FOUND'],
  run: async (ctx, caller: PanelParent, { params, body, client }) => {
    checkCsrfToken(ctx, client, body.form_token);
    const child = await getChildOf(ctx, caller.profileId, params.id);
    const guardian = body.guardian ?? '';
    return withFreshCode(ctx, caller, `${pathOf(child)}/unlink?${new URLSearchParams({ guardian })}`, async () => {
      await unlinkGuardian(ctx, caller, child.id, guardian);
      return new Redirect(guardian === caller.profileId ? '/panel' : `${pathOf(child)}/settings?done=unlinked`);
    });
  },
});

async function unlinkPage(
  ctx: Context,
  caller: PanelParent,
  client: Client,
  child: Profile,
  guardianId: string,
): Promise<Html> {
  const t = messages(languageFor(caller.language)).panel.dangerZone.unlink;
  const leaving = (await listGuardiansLeaving(ctx.db, child.id)).find(({ id }) => id === guardianId);
  if (!leaving) throw notFound();
  const act = buttonForm(ctx, client, `${pathOf(child)}/unlink`, t.act, {
    look: 'grave',
    fields: { guardian: guardianId },
  });
  const title = t.title({ who: leaving.email ?? '', name: child.display_name });
  return dangerPage(
    ctx,
    caller,
    client,
    child,
    title,
    t.lead,
    html`<div class="card">${await unlinkConsequence(ctx, caller, child, leaving)}${act}</div>`,
  );
}

/** What happens to a child when its last guardian leaves. */
async function unlinkConsequence(
  ctx: Context,
  caller: PanelParent,
  child: Profile,
  leaving: Profile,
): Promise<Html | string> {
  const { language, t } = languageAndMessages(caller);
  const others = (await listGuardiansLeaving(ctx.db, child.id)).filter(({ id }) => id !== leaving.id);
  const planned = await findDeletion(ctx.db, child.id);
  const day = formatLongDate(language, planned?.due_at ?? addSeconds(ctx.now(), GRACE_DAYS * DAY));
  if (others.length === 0) {
    const isOwnPlan = planned !== undefined && planned.with_account === null;
    return html`<p>${isOwnPlan ? t.unlink.lastPlanned({ day }) : t.unlink.last}</p>`;
  }
  return others.some(({ leaves_at }) => leaves_at === null) ? '' : html`<p>${t.unlink.othersLeave({ day })}</p>`;
}

export const showDelete = page({
  summary: 'What deleting a child means; asks for a fresh code first',
  params: CHILD,
  errorCodes: ['NOT_FOUND'],
  run: async (ctx, caller: PanelParent, { params, client }) => {
    const child = await getChildOf(ctx, caller.profileId, params.id);
    const { language, t } = languageAndMessages(caller);
    const lead = t.remove.lead({ day: formatLongDate(language, addSeconds(ctx.now(), GRACE_DAYS * DAY)) });
    const act = buttonForm(ctx, client, `${pathOf(child)}/delete`, t.remove.act, { look: 'grave' });
    return withFreshCode(ctx, caller, `${pathOf(child)}/delete`, () =>
      dangerPage(
        ctx,
        caller,
        client,
        child,
        t.remove.title({ name: child.display_name }),
        lead,
        html`<div class="card">${act}</div>`,
      ),
    );
  },
});

export const submitDelete = page({
  summary: 'Plan the deletion of a child',
  description: 'It is closed at once and gone after seven days; until then a guardian may keep it.',
  params: CHILD,
  body: FORM_TOKEN,
  errorCodes: ['NOT_FOUND'],
  run: async (ctx, caller: PanelParent, { params, body, client }) => {
    checkCsrfToken(ctx, client, body.form_token);
    const child = await getChildOf(ctx, caller.profileId, params.id);
    return withFreshCode(ctx, caller, `${pathOf(child)}/delete`, async () => {
      await planChildDeletion(ctx, caller, child.id);
      return new Redirect(`${pathOf(child)}/settings`);
    });
  },
});

export const showExport = page({
  summary: 'Where everything about a child is downloaded; asks for a fresh code first',
  params: CHILD,
  errorCodes: ['NOT_FOUND'],
  run: async (ctx, caller: PanelParent, { params, client }) => {
    const child = await getChildOf(ctx, caller.profileId, params.id);
    const t = messages(languageFor(caller.language)).panel.dangerZone.export;
    return withFreshCode(ctx, caller, `${pathOf(child)}/export`, () =>
      dangerPage(
        ctx,
        caller,
        client,
        child,
        t.title({ name: child.display_name }),
        t.lead,
        download(pathOf(child), t.act),
      ),
    );
  },
});

/** A link that bypasses htmx, which would insert the bytes into the page. */
export function download(path: string, label: string): Html {
  return html`<div class="card"><a class="button" href="${path}/export.zip" hx-boost="false" download>${label}</a></div>`;
}

export const getExport = file({
  summary: 'Everything about a child, as JSON and CSV in one ZIP',
  description: 'Needs a code typed less than 15 minutes ago, else 403 with reason `confirmation_required`.',
  mediaType: 'application/zip',
  streamed: true,
  params: CHILD,
  errorCodes: ['NOT_FOUND'],
  run: async (ctx, caller: PanelParent, { params }) => zipFile(ctx, await exportChild(ctx, caller, params.id)),
});

/** A ZIP file with the date in its name. */
export function zipFile(ctx: Context, body: Awaited<ReturnType<typeof exportChild>>) {
  const name = `family-learning-${ctx.now().slice(0, 10)}.zip`;
  return { type: 'application/zip', body, headers: { 'content-disposition': `attachment; filename="${name}"` } };
}

function pathOf({ id }: Profile): string {
  return `/panel/children/${id}`;
}

function languageAndMessages({ language: locale }: PanelParent): { language: Language; t: DangerZoneMessages } {
  const language = languageFor(locale);
  return { language, t: messages(language).panel.dangerZone };
}

function dangerPage(
  ctx: Context,
  caller: PanelParent,
  client: Client,
  child: Profile,
  title: string,
  lead: string,
  act: Html,
): Promise<Html> {
  const { t } = languageAndMessages(caller);
  const content = html`<a class="way-back" href="${pathOf(child)}/settings">${t.back}</a>
<h1>${title}</h1><p class="lead">${lead}</p>${act}`;
  return panelPage(ctx, caller, client, { title, here: 'children', width: 'narrow', content });
}
