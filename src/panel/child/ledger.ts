import { Type } from 'typebox';
import { Timestamp } from '../../core/requests/json-schema.ts';
import type { Language } from '../../core/text/languages.ts';
import { listLedgerEntries } from '../../features/progress/index.ts';
import { onReplica } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';
import { defineChildListEndpoint } from '../endpoints.ts';
import { formatDateTime } from '../parts/format.ts';
import { type ExplainedXp, renderLine } from './activity.ts';
import { createChildList } from './child-list.ts';
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
  tab: 'activity',
  name: 'ledger',
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
  renderRow: ({ language, timeZone }, entry) => renderXp(language, entry, formatDateTime(language, entry.at, timeZone)),
});

export const listChildLedger = defineChildListEndpoint(ledgerList);

/** Renders XP by itself, with its reason. */
export function renderXp(language: Language, xp: ExplainedXp, time: string): Html {
  return renderLine(
    language,
    html`<p class="item-title">${xp.why}</p>${time ? html`<p class="hint">${time}</p>` : ''}`,
    [xp],
  );
}
