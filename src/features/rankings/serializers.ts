import { type Static, Type } from 'typebox';
import { Enum, Nullable, NullableTimestamp } from '../../core/requests/json-schema.ts';
import { MAX_EXACT_RANK, PERIOD_KINDS, SCOPES } from './rules.ts';

const Rank = Nullable(
  Type.Integer({
    minimum: 1,
    description: `The rank; null beyond ${MAX_EXACT_RANK}. Children with the same XP share a rank.`,
  }),
);
const Xp = Type.Integer({ minimum: 0, description: 'The XP earned in the period.' });
const Level = Type.Integer({ minimum: 1 });

export const RankingEntrySchema = Type.Object(
  {
    rank: Rank,
    display_name: Type.String({
      description: 'In the family, the name that the child has chosen; otherwise a pseudonym.',
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
    period: Enum(PERIOD_KINDS),
    period_start: NullableTimestamp,
    period_end: NullableTimestamp,
    participants: Type.Integer({
      minimum: 0,
      description: `The number of children on the leaderboard; ${MAX_EXACT_RANK} means that many or more.`,
    }),
    me: Nullable(
      Type.Object(
        {
          rank: Rank,
          rank_over: Nullable(
            Type.Integer({ description: `${MAX_EXACT_RANK} if the caller ranks beyond it, otherwise null.` }),
          ),
          level: Level,
          xp: Xp,
          is_listed: Type.Boolean({ description: 'Whether others on this leaderboard can see the caller.' }),
        },
        { title: 'OwnRank' },
      ),
    ),
  },
  { title: 'RankingMeta' },
);
export type RankingEntry = Static<typeof RankingEntrySchema>;
export type RankingMeta = Static<typeof RankingMetaSchema>;
