import { Type } from 'typebox';
import type { Child } from '../../core/caller.ts';
import { CursorQuery } from '../../core/json-schema.ts';
import { languageFor } from '../../core/languages.ts';
import type { Context } from '../../platform/context.ts';
import { endpoint, list } from '../../platform/http/endpoint.ts';
import { requestTimeZone, TIME_ZONE_HEADER } from '../../platform/http/request-params.ts';
import { joinPlanet, leavePlanet } from './join-planet.ts';
import { listJoinable, listMine } from './list-planets.ts';
import type { Planet } from './planet.ts';
import { getPlanetStats } from './planet-stats.ts';
import { PlanetShape, planetResponse } from './serializers.ts';
import { getPlanetVisitor } from './visitor.ts';

const params = { id: Type.String() };

export const listPlanetsToJoin = list({
  summary: 'The planets that the caller could join',
  description: `Open planets that have not ended and that the caller is no member of: first those that have room and no
    \`lock\`, in the order of their packs, then the others.`,
  query: CursorQuery,
  item: PlanetShape,
  run: (ctx, caller: Child, { query }) => listJoinable(ctx, caller, query),
});

export const listMyPlanets = list({
  summary: 'The planets that the caller is a member of',
  description: 'The latest joined first; those that have ended, too.',
  query: CursorQuery,
  item: PlanetShape,
  run: (ctx, caller: Child, { query }) => listMine(ctx, caller, query),
});

export const postJoin = endpoint({
  summary: 'Join an open planet',
  description: `At most five at once, ended ones apart. 403 where \`lock\` says why; 409 for a member, and when the planet
    is full or has ended. From today in X-Timezone on the caller's days count for the goal.`,
  headers: TIME_ZONE_HEADER,
  errorCodes: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
  params,
  data: PlanetShape,
  run: async (ctx, caller: Child, { params, client }) =>
    seenBy(ctx, caller, await joinPlanet(ctx, caller.profileId, params.id, requestTimeZone(client))),
});

export const postLeave = endpoint({
  summary: 'Leave a planet',
  description: 'What the caller has given to its goal goes along; coming back is possible, for an open one.',
  errorCodes: ['NOT_FOUND', 'CONFLICT'],
  params,
  data: PlanetShape,
  run: async (ctx, caller: Child, { params }) =>
    seenBy(ctx, caller, await leavePlanet(ctx, caller.profileId, params.id)),
});

async function seenBy(ctx: Context, { profileId, language }: Child, planet: Planet) {
  const visit = await getPlanetVisitor(ctx, ctx.db, profileId);
  return planetResponse(ctx, planet, visit, await getPlanetStats(ctx, profileId, planet), languageFor(language));
}
