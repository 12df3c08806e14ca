import { type Static, Type } from 'typebox';
import type { PanelParent } from '../../core/caller.ts';
import type { Client } from '../../core/client.ts';
import { Enum, Nullable, NullableTimestamp } from '../../core/json-schema.ts';
import { languageFor } from '../../core/languages.ts';
import type { OffsetPage, OffsetParams, PagedRows } from '../../core/offset-page.ts';
import { avatarUrl } from '../../features/accounts/index.ts';
import { SubmissionShape } from '../../features/learning/index.ts';
import { messages } from '../../locales/index.ts';
import type { Context } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';
import { offsetList } from '../../platform/http/offset-list.ts';
import { submissionView } from '../child/submissions.ts';
import { emptyState } from '../parts/empty.ts';
import { formatDay } from '../parts/format.ts';
import { listView, type RenderMode, relativePath } from '../parts/paged-list.ts';
import { listPendingApprovals, type PendingApproval } from './pending-approvals.ts';
import { submissionReviewForm, todoReviewForm } from './review-forms.ts';

const WaitingShape = Type.Object({
  kind: Enum(['work', 'todo']),
  id: Type.String({ description: 'of the work or the to-do' }),
  child_id: Type.String(),
  child_name: Type.String(),
  child_avatar_url: Type.String(),
  title: Type.String(),
  text: Type.String({ description: 'that the child wrote, or the notes of the to-do' }),
  caption: Type.String(),
  media: SubmissionShape.properties.media,
  xp_reward: Nullable(Type.Integer({ description: 'that approving a to-do pays' })),
  waiting_since: NullableTimestamp,
});
export type ApprovalRow = Static<typeof WaitingShape>;

export const listApprovals = offsetList({
  summary: "What waits for a parent's word, of all children",
  description: 'Creative work first, then to-dos; of each kind who has waited longest first.',
  item: WaitingShape,
  run: async (ctx, caller: PanelParent, { query }) => loadApprovals(ctx, caller, query),
  fragment: (ctx, caller, shown, { client }) => approvalsView(ctx, caller, client, shown, 'alone'),
});

export async function loadApprovals(
  ctx: Context,
  caller: PanelParent,
  offset: OffsetParams,
): Promise<PagedRows<ApprovalRow>> {
  const { rows, total } = await listPendingApprovals(ctx, caller, offset);
  return { rows: rows.map((waiting) => approvalResponse(ctx, waiting)), total };
}

/** The whole list, with boxes for many at once. */
export function approvalsView(
  ctx: Context,
  { language: locale }: PanelParent,
  client: Client,
  shown: OffsetPage<ApprovalRow>,
  coming: RenderMode,
): Html {
  const t = messages(languageFor(locale)).panel.approvals;
  return listView(
    {
      ...shown,
      locale,
      fragmentPath: '/api/approvals',
      pagePath: '/panel/approvals',
      kind: 'cards',
      empty: emptyState(t.none, t.noneMore),
      row: (row) => approvalCard(ctx, { locale, client, back: '/panel/approvals' }, row, true),
    },
    coming,
  );
}

/** One thing that waits: whose, what, and the word to give. */
export function approvalCard(
  ctx: Context,
  deciding: { readonly locale: string; readonly client: Client; readonly back: string },
  row: ApprovalRow,
  withBox: boolean,
): Html {
  const language = languageFor(deciding.locale);
  const t = messages(language).panel.approvals;
  const since = row.waiting_since === null ? '' : formatDay(language, row.waiting_since.slice(0, 10));
  const facts = [
    t.kinds[row.kind],
    since,
    row.xp_reward ? messages(language).panel.todos.xp({ n: row.xp_reward }) : '',
  ];
  return html`<article class="waiting">
<p class="whose"><img src="${relativePath(ctx.settings.baseUrl, row.child_avatar_url)}&size=144" alt="" width="40" height="40"><a href="/panel/children/${row.child_id}"><bdi>${row.child_name}</bdi></a>${withBox ? html`<label class="box"><span class="unseen">${t.choose({ title: row.title })}</span><input type="checkbox" name="chosen" form="bulk" value="${row.kind} ${row.id}"></label>` : ''}</p>
<div id="${row.kind}-${row.id}">
${withBox ? html`<h2 class="what">${row.title}</h2>` : html`<h3 class="what">${row.title}</h3>`}
<p class="hint">${facts.filter(Boolean).join(' · ')}</p>
${row.kind === 'work' ? submissionView(ctx, language, row) : ''}
${row.kind === 'todo' && row.text ? html`<p class="said">${row.text}</p>` : ''}
${row.kind === 'work' ? submissionReviewForm(ctx, deciding, row.id) : todoReviewForm(ctx, deciding, row.id)}
</div>
</article>`;
}

function approvalResponse(ctx: Context, waiting: PendingApproval): ApprovalRow {
  const { kind, child } = waiting;
  const whose = {
    child_id: child.id,
    child_name: child.display_name,
    child_avatar_url: avatarUrl(ctx, child),
  };
  if (waiting.kind === 'work') {
    const { id, task_title: title, text, caption, media, submitted_at } = waiting.work;
    return { kind, id, ...whose, title, text, caption, media, xp_reward: null, waiting_since: submitted_at };
  }
  const { id, title, notes: text, xp_reward, completed_at } = waiting.todo;
  return { kind, id, ...whose, title, text, caption: '', media: [], xp_reward, waiting_since: completed_at };
}
