import { type Static, Type } from 'typebox';
import { MaybeTimestamp, Nullable, Words } from '../../core/wire.ts';
import { EXACT, PERIODS, SCOPES } from './rules.ts';

const Rank = Nullable(Type.Integer({ minimum: 1, description: `ties share one; null beyond ${EXACT}` }));
const Xp = Type.Integer({ minimum: 0, description: 'of the period' });
const Level = Type.Integer({ minimum: 1 });

export const EntryShape = Type.Object({
  rank: Rank,
  display_name: Type.String({ description: 'within the family the name a child has picked, else one made for it' }),
  avatar_url: Type.String(),
  level: Level,
  xp: Xp,
  is_me: Type.Boolean(),
});

export const MetaShape = Type.Object({
  scope: Words(SCOPES),
  period: Words(PERIODS),
  period_start: MaybeTimestamp,
  period_end: MaybeTimestamp,
  participants: Type.Integer({ minimum: 0, description: `how many are on the board; ${EXACT} means so many or more` }),
  me: Nullable(
    Type.Object({
      rank: Rank,
      rank_over: Nullable(Type.Integer({ description: `${EXACT} for who is on the board behind that rank` })),
      level: Level,
      xp: Xp,
      is_listed: Type.Boolean({ description: 'others on this board can see the caller' }),
    }),
  ),
});
export type Entry = Static<typeof EntryShape>;
export type Meta = Static<typeof MetaShape>;
