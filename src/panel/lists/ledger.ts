import { Type } from 'typebox';
import { speaks } from '../../core/languages.ts';
import { Timestamp } from '../../core/wire.ts';
import { listLedger } from '../../features/progress/index.ts';
import { html } from '../../platform/html.ts';
import { emptyState } from '../parts/empty.ts';
import { change, momentWords } from '../parts/format.ts';
import { type ChildList, childTable } from './child-list.ts';
import { CHILD_WORDS } from './child-words.ts';
import { offsetOf } from './list.ts';
import { whysOf } from './why.ts';

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
  async load(ctx, { language: tag }, child, offset) {
    const { rows, total } = await listLedger(ctx.db, child.id, offset.per_page, offsetOf(offset));
    const whyOf = await whysOf(ctx, child.id, rows, tag);
    return { rows: rows.map(({ source, ...row }) => ({ ...row, why: whyOf({ ...row, source }) })), total };
  },
  view(_ctx, { tag, zone }) {
    const language = speaks(tag);
    const { ledger } = CHILD_WORDS[language];
    return {
      kind: 'lines',
      empty: emptyState(ledger.none, ledger.noneMore),
      row: ({ amount, why, at }) => html`<div class="line">
<div><p class="what">${why}</p><p class="hint">${momentWords(language, at, zone)}</p></div>
<p class="amount${amount < 0 ? ' less' : ''}">${change(language, amount)} XP</p>
</div>`,
    };
  },
};

export const listLedgerOfChild = childTable(ledgerList);
