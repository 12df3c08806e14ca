import { type Static, Type } from 'typebox';
import { Enum, Nullable, NullableTimestamp } from '../../core/requests/json-schema.ts';
import { MAX_EXACT_RANK, PERIODS, SCOPES } from './rules.ts';

const Rank = Nullable(Type.Integer({ minimum: 1, description: `ties share a rank; null beyond ${MAX_EXACT_RANK}` }));
const Xp = Type.Integer({ minimum: 0, description: 'XP earned in the period' });
const Level = Type.Integer({ minimum: 1 });

export const RankingEntrySchema = Type.Object(
  {
    rank: Rank,
    display_name: Type.String({
      description: 'in the family the name that the child has chosen, otherwise a made-up one',
    }),
    avatar_url: Type.String(),
    level: Level,
    xp: Xp,
    is_me: Type.Boolean(),
  },
  { title: 'RankingEntry' },
);

export const RankingMetaSchema = Type.Object(
  {
    scope: Enum(SCOPES),
    period: Enum(PERIODS),
    period_start: NullableTimestamp,
    period_end: NullableTimestamp,
    participants: Type.Integer({
      minimum: 0,
      description: `the number of children on the leaderboard; ${MAX_EXACT_RANK} means that many or more`,
    }),
    me: Nullable(
      Type.Object(
        {
          rank: Rank,
          rank_over: Nullable(
            Type.Integer({ description: `${MAX_EXACT_RANK} when the caller ranks beyond it, else null` }),
          ),
          level: Level,
          xp: Xp,
          is_listed: Type.Boolean({ description: 'whether others on this leaderboard can see the caller' }),
        },
        { title: 'OwnRank' },
      ),
    ),
  },
  { title: 'RankingMeta' },
);
export type RankingEntry = Static<typeof RankingEntrySchema>;
export type RankingMeta = Static<typeof RankingMetaSchema>;
