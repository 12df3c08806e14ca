import { type Static, Type } from 'typebox';
import type { PanelParent } from '../../core/caller.ts';
import { speaks } from '../../core/languages.ts';
import { MaybeTimestamp, Nullable, Words } from '../../core/wire.ts';
import { avatarUrl } from '../../features/accounts/index.ts';
import { SubmissionShape } from '../../features/learning/index.ts';
import type { Context } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';
import type { Offset, Rows, Shown } from '../../platform/http/answers.ts';
import type { Client } from '../../platform/http/client.ts';
import { table } from '../../platform/http/table.ts';
import { emptyState } from '../parts/empty.ts';
import { dayWords } from '../parts/format.ts';
import { listWaiting, type Waiting } from '../waiting.ts';
import { APPROVAL_WORDS } from './approval-words.ts';
import { decideTodoForm, decideWorkForm } from './decide-forms.ts';
import { type Coming, listView, pathOf } from './list.ts';
import { TODO_WORDS } from './todo-words.ts';
import { workView } from './works.ts';

const WaitingShape = Type.Object({
  kind: Words(['work', 'todo']),
  id: Type.String({ description: 'of the work or the to-do' }),
  child_id: Type.String(),
  child_name: Type.String(),
  child_avatar_url: Type.String(),
  title: Type.String(),
  text: Type.String({ description: 'that the child wrote, or the notes of the to-do' }),
  caption: Type.String(),
  media: SubmissionShape.properties.media,
  xp_reward: Nullable(Type.Integer({ description: 'that approving a to-do pays' })),
  waiting_since: MaybeTimestamp,
});
export type WaitingRow = Static<typeof WaitingShape>;

export const listApprovals = table({
  summary: "What waits for a parent's word, of all children",
  description: 'Creative work first, then to-dos; of each kind who has waited longest first.',
  item: WaitingShape,
  run: async (ctx, caller: PanelParent, { query }) => loadApprovals(ctx, caller, query),
  fragment: (ctx, caller, shown, { client }) => approvalsView(ctx, caller, client, shown, 'alone'),
});

export async function loadApprovals(ctx: Context, caller: PanelParent, offset: Offset): Promise<Rows<WaitingRow>> {
  const { rows, total } = await listWaiting(ctx, caller, offset);
  return { rows: rows.map((waiting) => waitingOnWire(ctx, waiting)), total };
}

/** The whole list, with boxes for many at once. */
export function approvalsView(
  ctx: Context,
  { language: tag }: PanelParent,
  client: Client,
  shown: Shown<WaitingRow>,
  coming: Coming,
): Html {
  const words = APPROVAL_WORDS[speaks(tag)];
  return listView(
    {
      ...shown,
      tag,
      fragmentPath: '/api/approvals',
      pagePath: '/panel/approvals',
      kind: 'cards',
      empty: emptyState(words.none, words.noneMore),
      row: (row) => waitingCard(ctx, { tag, client, back: '/panel/approvals' }, row, true),
    },
    coming,
  );
}

/** One thing that waits: whose, what, and the word to give. */
export function waitingCard(
  ctx: Context,
  deciding: { readonly tag: string; readonly client: Client; readonly back: string },
  row: WaitingRow,
  withBox: boolean,
): Html {
  const language = speaks(deciding.tag);
  const words = APPROVAL_WORDS[language];
  const since = row.waiting_since === null ? '' : dayWords(language, row.waiting_since.slice(0, 10));
  const facts = [words.kinds[row.kind], since, row.xp_reward ? TODO_WORDS[language].xp(row.xp_reward) : ''];
  return html`<article class="waiting">
<p class="whose"><img src="${pathOf(ctx.settings.baseUrl, row.child_avatar_url)}&size=144" alt="" width="40" height="40"><a href="/panel/children/${row.child_id}"><bdi>${row.child_name}</bdi></a>${withBox ? html`<label class="box"><span class="unseen">${words.choose(row.title)}</span><input type="checkbox" name="chosen" form="bulk" value="${row.kind} ${row.id}"></label>` : ''}</p>
<div id="${row.kind}-${row.id}">
${withBox ? html`<h2 class="what">${row.title}</h2>` : html`<h3 class="what">${row.title}</h3>`}
<p class="hint">${facts.filter(Boolean).join(' · ')}</p>
${row.kind === 'work' ? workView(ctx, language, row) : ''}
${row.kind === 'todo' && row.text ? html`<p class="said">${row.text}</p>` : ''}
${row.kind === 'work' ? decideWorkForm(ctx, deciding, row.id) : decideTodoForm(ctx, deciding, row.id)}
</div>
</article>`;
}

function waitingOnWire(ctx: Context, waiting: Waiting): WaitingRow {
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
