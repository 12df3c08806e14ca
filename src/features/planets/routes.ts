import { Type } from 'typebox';
import type { Child } from '../../core/requests/caller.ts';
import { CursorQuery } from '../../core/requests/paging.ts';
import type { Context } from '../../platform/context.ts';
import { defineCursorListEndpoint, defineJsonEndpoint } from '../../platform/http/endpoint.ts';
import { parseCursor, TIME_ZONE_HEADER } from '../../platform/http/request-params.ts';
import { getTimeZoneOfWrite } from '../progress/index.ts';
import { getPlanetStats } from './goals/planet-stats.ts';
import { joinPlanet, leavePlanet } from './join-planet.ts';
import { listJoinedPlanets, listPlanetsNotJoined } from './list-planets.ts';
import type { Planet } from './planet.ts';
import { getPlanetChild } from './planet-child.ts';
import { PlanetSchema, serializePlanet } from './serializers.ts';

const PLANET_PARAMS = { id: Type.String({ description: 'The id of a planet.', examples: ['star-gazers'] }) };

export const listPlanetsToJoin = defineCursorListEndpoint({
  operationId: 'listOpenPlanets',
  summary: 'The planets that the caller could join',
  description: `Lists the open planets that have not ended and that the caller is not a member of: first those without a
    \`lock\`, in the order of their packs, then the others. When a planet is full, a copy of it opens, with a number in
    its id and name: \`star-gazers.2\`.`,
  query: CursorQuery,
  rowSchema: PlanetSchema,
  run: (ctx, caller: Child, { query }) =>
    listPlanetsNotJoined(ctx, caller, { after: parseCursor(query.cursor, 'open planets', 3), limit: query.limit }),
});

export const listMyPlanets = defineCursorListEndpoint({
  operationId: 'listMyPlanets',
  summary: 'The planets that the caller is a member of',
  description: 'The most recently joined planet is first. Planets that have ended are included.',
  query: CursorQuery,
  rowSchema: PlanetSchema,
  run: (ctx, caller: Child, { query }) =>
    listJoinedPlanets(ctx, caller, { after: parseCursor(query.cursor, 'my planets', 2), limit: query.limit }),
});

export const postJoin = defineJsonEndpoint({
  operationId: 'joinPlanet',
  summary: 'Join an open planet',
  description: `A child can be a member of at most five planets at once, not counting planets that have ended. The
    response is 403 if the planet is locked, and 409 if the caller is already a member or has too many planets, or if the
    planet is full or has ended. The caller's XP and tasks count toward the goal from today on (in X-Timezone).`,
  requestHeaders: TIME_ZONE_HEADER,
  errorCodes: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
  params: PLANET_PARAMS,
  data: PlanetSchema,
  run: async (ctx, caller: Child, { params, client }) => {
    const timeZone = await getTimeZoneOfWrite(ctx, caller.profileId, client);
    return toResponse(ctx, caller, await joinPlanet(ctx, caller.profileId, params.id, timeZone));
  },
});

export const postLeave = defineJsonEndpoint({
  operationId: 'leavePlanet',
  summary: 'Leave a planet',
  description: "The caller's contribution to the goal is removed. The caller can rejoin an open planet.",
  errorCodes: ['NOT_FOUND', 'CONFLICT'],
  params: PLANET_PARAMS,
  data: PlanetSchema,
  run: async (ctx, caller: Child, { params }) =>
    toResponse(ctx, caller, await leavePlanet(ctx, caller.profileId, params.id)),
});

async function toResponse(ctx: Context, { profileId }: Child, planet: Planet) {
  const viewer = await getPlanetChild(ctx, profileId);
  return serializePlanet(ctx, viewer, planet, await getPlanetStats(ctx, profileId, planet));
}
