import { Type } from 'typebox';
import { Timestamp } from '../../core/requests/json-schema.ts';
import { listLedgerEntries } from '../../features/progress/index.ts';
import { onReplica } from '../../platform/context.ts';
import { html } from '../../platform/html.ts';
import { defineChildListEndpoint } from '../endpoints.ts';
import { formatChange, formatDateTime } from '../parts/format.ts';
import { createChildList, defineChildListPage } from './child-list.ts';
import { loadReasonFormatter } from './ledger-reasons.ts';

const EntrySchema = Type.Object(
  {
    id: Type.String(),
    amount: Type.Integer({ description: 'The XP; negative if XP was taken back.' }),
    reason: Type.String(),
    why: Type.String({ description: "The reason as text in the parent's language." }),
    day: Type.String({ description: "YYYY-MM-DD in the child's time zone." }),
    at: Timestamp,
  },
  { title: 'LedgerEntry' },
);

const ledgerList = createChildList({
  tab: 'ledger',
  operationId: 'listChildLedger',
  summary: "List every change of a child's XP with its reason",
  description: 'The newest change is first.',
  async load(request, pageParams) {
    const { rows, total } = await listLedgerEntries(onReplica(request.ctx), request.child.id, pageParams);
    const formatReason = await loadReasonFormatter(request, rows);
    return { rows: rows.map(({ source, ...row }) => ({ ...row, why: formatReason({ ...row, source }) })), total };
  },
  rowSchema: EntrySchema,
  serialize: (_request, row) => row,
  className: 'lines',
  getTexts: (t) => t.child.lists.ledger,
  getInstant: ({ at }) => at,
  renderRow: ({ language, timeZone }, { amount, why, at }) => html`<div class="line">
<div><p class="item-title">${why}</p><p class="hint">${formatDateTime(language, at, timeZone)}</p></div>
<p class="amount${amount < 0 ? ' negative' : ''}">${formatChange(language, amount)} XP</p>
</div>`,
});

export const listChildLedger = defineChildListEndpoint(ledgerList);
export const showLedger = defineChildListPage(ledgerList, "Show every change of a child's XP");
