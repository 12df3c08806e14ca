import { Type } from 'typebox';
import type { User } from '../../core/requests/caller.ts';
import { Enum, LenientText } from '../../core/requests/json-schema.ts';
import { CursorQuery } from '../../core/requests/paging.ts';
import { defineCursorListEndpoint } from '../../platform/http/endpoint.ts';
import { getLeaderboard } from './get-leaderboard.ts';
import { PERIOD_KINDS, SCOPES } from './rules.ts';
import { RankingEntrySchema, RankingMetaSchema } from './serializers.ts';

export const getRankings = defineCursorListEndpoint({
  operationId: 'getRankings',
  summary: 'The leaderboard of a family, a planet or all children',
  description: `\`family\` lists the caller and children who share a guardian with the caller, by their chosen names if they share
    all guardians and otherwise by their pseudonyms; for a parent, it lists the parent's children. \`planet\` and \`global\` list children who have XP in the period and whose guardian has allowed
    leaderboards, under pseudonyms. With fewer than five such children the list is empty. Weeks and months are in UTC.`,
  errorCodes: ['NOT_FOUND'],
  query: {
    scope: Enum(SCOPES, { default: 'family', description: 'Who is on the leaderboard.' }),
    planet_id: Type.Optional(
      LenientText({
        description:
          'The id of a planet that the caller, or a child of the caller, has joined. It is required for the scope `planet`.',
        examples: ['star-gazers'],
      }),
    ),
    period: Enum(PERIOD_KINDS, { default: 'week', description: 'When the XP was earned.' }),
    ...CursorQuery,
  },
  rowSchema: RankingEntrySchema,
  meta: RankingMetaSchema,
  run: (ctx, caller: User, { query }) => getLeaderboard(ctx, caller, query),
});
