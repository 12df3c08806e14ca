import { Type } from 'typebox';
import type { Callers } from '../../core/caller.ts';
import { CursorQuery, Enum, LookupText } from '../../core/json-schema.ts';
import { list } from '../../platform/http/endpoint.ts';
import { getLeaderboard } from './get-leaderboard.ts';
import { PERIODS, SCOPES } from './rules.ts';
import { RankingEntryShape, RankingMetaShape } from './serializers.ts';

export const getRankings = list({
  summary: 'Who has earned how much XP: in the family, on a planet, among all',
  description: `The family: the caller, and children who share a guardian with it; of a parent its children. A planet and
    \`global\` show children whose parent has allowed it and who have earned XP in the period, under made-up names; with
    fewer than five of them nobody. Weeks and months go by UTC.`,
  errorCodes: ['NOT_FOUND'],
  query: {
    scope: Enum(SCOPES, { default: 'family' }),
    planet_id: Type.Optional(LookupText({ description: 'with scope `planet`; one that the caller is on' })),
    period: Enum(PERIODS, { default: 'week' }),
    ...CursorQuery,
  },
  item: RankingEntryShape,
  meta: RankingMetaShape,
  run: (ctx, caller: Callers['bearer'], { query }) => getLeaderboard(ctx, caller, query),
});
