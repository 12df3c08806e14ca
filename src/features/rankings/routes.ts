import { Type } from 'typebox';
import type { Callers } from '../../core/caller.ts';
import { LookupText, PageQuery, Words } from '../../core/wire.ts';
import { list } from '../../platform/http/endpoint.ts';
import { getBoard } from './get-board.ts';
import { PERIODS, SCOPES } from './rules.ts';
import { EntryShape, MetaShape } from './wire.ts';

export const getRankings = list({
  summary: 'Who has earned how much XP: in the family, on a planet, among all',
  description: `The family: the caller, and children who share a guardian with it; of a parent its children. A planet and
    \`global\` show children whose parent has allowed it and who have earned XP in the period, under made-up names; with
    fewer than five of them nobody. Weeks and months go by UTC.`,
  refuses: ['NOT_FOUND'],
  query: {
    scope: Words(SCOPES, { default: 'family' }),
    planet_id: Type.Optional(LookupText({ description: 'with scope `planet`; one that the caller is on' })),
    period: Words(PERIODS, { default: 'week' }),
    ...PageQuery,
  },
  item: EntryShape,
  meta: MetaShape,
  run: (ctx, caller: Callers['any'], { query }) => getBoard(ctx, caller, query),
});
