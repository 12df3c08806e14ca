import { Type } from 'typebox';
import { Timestamp } from '../../core/json-schema.ts';
import { languageFor } from '../../core/languages.ts';
import { listLedger } from '../../features/progress/index.ts';
import { messages } from '../../locales/index.ts';
import { html } from '../../platform/html.ts';
import { emptyState } from '../parts/empty.ts';
import { formatChange, formatMoment } from '../parts/format.ts';
import { type ChildList, childTable } from './child-list.ts';
import { ledgerReasons } from './ledger-reasons.ts';

const EntryShape = Type.Object({
  id: Type.String(),
  amount: Type.Integer({ description: 'XP; negative where something was taken back' }),
  reason: Type.String(),
  why: Type.String({ description: "the reason in words, in the parent's language" }),
  day: Type.String({ description: 'YYYY-MM-DD, where the child was' }),
  at: Timestamp,
});

export const ledgerList: ChildList<typeof EntryShape> = {
  name: 'ledger',
  summary: "Every change of a child's XP, and why",
  description: 'The newest first.',
  item: EntryShape,
  async load(ctx, { language: locale }, child, offset) {
    const { rows, total } = await listLedger(ctx.db, child.id, offset);
    const whyOf = await ledgerReasons(ctx, child.id, rows, locale);
    return { rows: rows.map(({ source, ...row }) => ({ ...row, why: whyOf({ ...row, source }) })), total };
  },
  view(_ctx, { locale, zone }) {
    const language = languageFor(locale);
    const { ledger } = messages(language).panel.childLists;
    return {
      kind: 'lines',
      empty: emptyState(ledger.none, ledger.noneMore),
      row: ({ amount, why, at }) => html`<div class="line">
<div><p class="what">${why}</p><p class="hint">${formatMoment(language, at, zone)}</p></div>
<p class="amount${amount < 0 ? ' less' : ''}">${formatChange(language, amount)} XP</p>
</div>`,
    };
  },
};

export const listLedgerOfChild = childTable(ledgerList);
