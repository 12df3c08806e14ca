import { Type } from 'typebox';
import type { PanelParent } from '../../core/caller.ts';
import type { Client } from '../../core/client.ts';
import { LookupText } from '../../core/json-schema.ts';
import { type Language, languageFor } from '../../core/languages.ts';
import { Refusal } from '../../core/refusal.ts';
import { reviewSubmission } from '../../features/learning/index.ts';
import { reviewTodo } from '../../features/todos/index.ts';
import { type Messages, messages } from '../../locales/index.ts';
import type { Context } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';
import { page } from '../../platform/http/endpoint.ts';
import { ResponseWithHeaders } from '../../platform/http/responses/responses.ts';
import { checkCsrfToken } from '../../platform/http/security/csrf.ts';
import { notFound } from '../../platform/refusals.ts';
import { approvalsBadge, noticeFragment, panelPage } from '../layout/panel-layout.ts';
import { flashMessage, successNotice } from '../parts/flash.ts';
import { tokenField } from '../parts/forms/form.ts';
import { Ticked, TOKEN, ticked } from '../parts/forms/form-fields.ts';
import { parseOffset } from '../parts/paged-list.ts';
import { approvalsView, loadApprovals } from './approval-list.ts';
import { countPendingApprovals } from './pending-approvals.ts';

export const showApprovals = page({
  summary: "What waits for a parent's word, of all children",
  query: { page: Type.Optional(LookupText()), done: Type.Optional(LookupText()) },
  run: async (ctx, caller: PanelParent, { client, query }) =>
    approvalsPage(ctx, caller, client, query, flashMessage(languageFor(caller.language), query.done)),
});

export const submitApprovals = page({
  summary: 'Approve several things at once',
  body: { ...TOKEN, chosen: Ticked },
  run: async (ctx, caller: PanelParent, { body, client }) => {
    checkCsrfToken(ctx, client, body.form_token);
    const chosen = ticked(body.chosen);
    const outcome = await approveAll(ctx, caller, chosen);
    const notice = outcomeNotice(languageFor(caller.language), chosen.length, outcome);
    const status = chosen.length === 0 ? 400 : 200;
    if (!client.inPlace)
      return new ResponseWithHeaders(await approvalsPage(ctx, caller, client, {}, notice), {}, status);
    return new ResponseWithHeaders(await approvalsInPlace(ctx, caller, client, notice), {}, status);
  },
});

async function approvalsPage(
  ctx: Context,
  caller: PanelParent,
  client: Client,
  query: { page?: string | undefined },
  notice: Html | undefined,
): Promise<Html> {
  const offset = parseOffset(query);
  const rows = await loadApprovals(ctx, caller, offset);
  const t = messages(languageFor(caller.language)).panel.approvals;
  return panelPage(ctx, caller, client, {
    title: t.title,
    here: 'approvals',
    notice,
    content: html`<h1>${t.title}</h1>
${rows.total > 0 ? bulkForm(ctx, client, t) : ''}
${approvalsView(ctx, caller, client, { ...rows, ...offset }, 'with the page')}`,
  });
}

async function approvalsInPlace(ctx: Context, caller: PanelParent, client: Client, notice: Html): Promise<Html> {
  const offset = parseOffset({});
  const rows = await loadApprovals(ctx, caller, offset);
  const waiting = await countPendingApprovals(ctx, caller.profileId);
  return html`${approvalsView(ctx, caller, client, { ...rows, ...offset }, 'alone')}
${noticeFragment(notice)}${approvalsBadge(languageFor(caller.language), waiting, true)}`;
}

/** The boxes stand within the list and belong to this form; a list that comes anew keeps it. */
function bulkForm(ctx: Context, client: Client, t: Messages['panel']['approvals']): Html {
  return html`<form id="bulk" class="bulk" method="post" action="/panel/approvals" hx-post="/panel/approvals" hx-target="#list" hx-swap="outerHTML" hx-push-url="/panel/approvals">
${tokenField(ctx, client)}
<label class="check"><input type="checkbox" data-all="chosen"> ${t.all}</label>
<button class="button second">${t.approveChosen}</button>
</form>`;
}

interface Outcome {
  readonly approved: number;
  readonly passed: number;
}

/** Each by itself: what somebody else has decided meanwhile keeps nothing else from being approved. */
async function approveAll(ctx: Context, { profileId }: PanelParent, chosen: readonly string[]): Promise<Outcome> {
  let approved = 0;
  let passed = 0;
  for (const one of chosen) {
    try {
      await approve(ctx, profileId, one);
      approved += 1;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      passed += 1;
    }
  }
  return { approved, passed };
}

async function approve(ctx: Context, parentId: string, chosen: string): Promise<void> {
  const [kind = '', id = ''] = chosen.split(' ');
  if (kind === 'work') await reviewSubmission(ctx, parentId, id, { decision: 'approved' });
  else if (kind === 'todo') await reviewTodo(ctx, parentId, id, { decision: 'approved', note: null });
  else throw notFound();
}

function outcomeNotice(language: Language, chosen: number, { approved, passed }: Outcome): Html {
  const t = messages(language).panel.approvals;
  if (chosen === 0) return html`<p class="problem">${t.nothingChosen}</p>`;
  return successNotice(
    [approved > 0 ? t.approved({ count: approved }) : '', passed > 0 ? t.passed : ''].filter(Boolean).join(' '),
  );
}
