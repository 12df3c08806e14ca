import { Type } from 'typebox';
import type { PanelParent } from '../../core/caller.ts';
import { type Language, speaks } from '../../core/languages.ts';
import { Refusal } from '../../core/refusal.ts';
import { LookupText } from '../../core/wire.ts';
import { decideSubmission } from '../../features/learning/index.ts';
import { decideTodo } from '../../features/todos/index.ts';
import type { Context } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';
import { Reply } from '../../platform/http/answers.ts';
import type { Client } from '../../platform/http/client.ts';
import { page } from '../../platform/http/endpoint.ts';
import { notFound } from '../../platform/http/errors.ts';
import { checkFormToken } from '../../platform/http/forms.ts';
import { APPROVAL_WORDS } from '../lists/approval-words.ts';
import { approvalsView, loadApprovals } from '../lists/approvals.ts';
import { offsetAsked } from '../lists/list.ts';
import { tokenField } from '../parts/form.ts';
import { Ticked, TOKEN, ticked } from '../parts/form-fields.ts';
import { noticeOf, told } from '../parts/notices.ts';
import { noticeInPlace, panelPage, waitingBadge } from '../shell.ts';
import { countWaiting } from '../waiting.ts';

export const showApprovals = page({
  summary: "What waits for a parent's word, of all children",
  query: { page: Type.Optional(LookupText()), done: Type.Optional(LookupText()) },
  run: async (ctx, caller: PanelParent, { client, query }) =>
    approvalsPage(ctx, caller, client, query, noticeOf(speaks(caller.language), query.done)),
});

export const submitApprovals = page({
  summary: 'Approve several things at once',
  body: { ...TOKEN, chosen: Ticked },
  run: async (ctx, caller: PanelParent, { body, client }) => {
    checkFormToken(ctx, client, body.form_token);
    const chosen = ticked(body.chosen);
    const outcome = await approveAll(ctx, caller, chosen);
    const notice = outcomeNotice(speaks(caller.language), chosen.length, outcome);
    const status = chosen.length === 0 ? 400 : 200;
    if (!client.inPlace) return new Reply(await approvalsPage(ctx, caller, client, {}, notice), {}, status);
    return new Reply(await approvalsInPlace(ctx, caller, client, notice), {}, status);
  },
});

async function approvalsPage(
  ctx: Context,
  caller: PanelParent,
  client: Client,
  query: { page?: string | undefined },
  notice: Html | undefined,
): Promise<Html> {
  const offset = offsetAsked(query);
  const rows = await loadApprovals(ctx, caller, offset);
  const words = APPROVAL_WORDS[speaks(caller.language)];
  return panelPage(ctx, caller, client, {
    title: words.title,
    here: 'approvals',
    notice,
    content: html`<h1>${words.title}</h1>
${rows.total > 0 ? bulkForm(ctx, client, words) : ''}
${approvalsView(ctx, caller, client, { ...rows, ...offset }, 'with the page')}`,
  });
}

async function approvalsInPlace(ctx: Context, caller: PanelParent, client: Client, notice: Html): Promise<Html> {
  const offset = offsetAsked({});
  const rows = await loadApprovals(ctx, caller, offset);
  const waiting = await countWaiting(ctx, caller.profileId);
  return html`${approvalsView(ctx, caller, client, { ...rows, ...offset }, 'alone')}
${noticeInPlace(notice)}${waitingBadge(speaks(caller.language), waiting, true)}`;
}

/** The boxes stand within the list and belong to this form; a list that comes anew keeps it. */
function bulkForm(ctx: Context, client: Client, words: (typeof APPROVAL_WORDS)[Language]): Html {
  return html`<form id="bulk" class="bulk" method="post" action="/panel/approvals" hx-post="/panel/approvals" hx-target="#list" hx-swap="outerHTML" hx-push-url="/panel/approvals">
${tokenField(ctx, client)}
<label class="check"><input type="checkbox" data-all="chosen"> ${words.all}</label>
<button class="button second">${words.approveChosen}</button>
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
  if (kind === 'work') await decideSubmission(ctx, parentId, id, { decision: 'approved' });
  else if (kind === 'todo') await decideTodo(ctx, parentId, id, { decision: 'approved', note: null });
  else throw notFound();
}

function outcomeNotice(language: Language, chosen: number, { approved, passed }: Outcome): Html {
  const words = APPROVAL_WORDS[language];
  if (chosen === 0) return html`<p class="problem">${words.nothingChosen}</p>`;
  return told([approved > 0 ? words.approved(approved) : '', passed > 0 ? words.passed : ''].filter(Boolean).join(' '));
}
