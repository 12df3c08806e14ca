import { Type } from 'typebox';
import type { Child } from '../../core/caller.ts';
import { speaks } from '../../core/languages.ts';
import { PageQuery } from '../../core/wire.ts';
import type { Context } from '../../platform/context.ts';
import { ZONE_HEADER, zoneAsked } from '../../platform/http/asked.ts';
import { endpoint, list } from '../../platform/http/endpoint.ts';
import { joinPlanet, leavePlanet } from './join-planet.ts';
import { listMine, listOthers } from './list-planets.ts';
import type { Planet } from './planet.ts';
import { getSight } from './sights.ts';
import { getVisit } from './visit.ts';
import { PlanetShape, planetOnWire } from './wire.ts';

const params = { id: Type.String() };

export const listPlanetsToJoin = list({
  summary: 'The planets that the caller could join',
  description: `Open planets that have not ended and that the caller is no member of: first those that have room and no
    \`lock\`, in the order of their packs, then the others.`,
  query: PageQuery,
  item: PlanetShape,
  run: (ctx, caller: Child, { query }) => listOthers(ctx, caller, query),
});

export const listMyPlanets = list({
  summary: 'The planets that the caller is a member of',
  description: 'The latest joined first; those that have ended, too.',
  query: PageQuery,
  item: PlanetShape,
  run: (ctx, caller: Child, { query }) => listMine(ctx, caller, query),
});

export const postJoin = endpoint({
  summary: 'Join an open planet',
  description: `At most five at once, ended ones apart. 403 where \`lock\` says why; 409 for a member, and when the planet
    is full or has ended. From today in X-Timezone on the caller's days count for the goal.`,
  headers: ZONE_HEADER,
  refuses: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
  params,
  data: PlanetShape,
  run: async (ctx, caller: Child, { params, client }) =>
    seenBy(ctx, caller, await joinPlanet(ctx, caller.profileId, params.id, zoneAsked(client))),
});

export const postLeave = endpoint({
  summary: 'Leave a planet',
  description: 'What the caller has given to its goal goes along; coming back is possible, for an open one.',
  refuses: ['NOT_FOUND', 'CONFLICT'],
  params,
  data: PlanetShape,
  run: async (ctx, caller: Child, { params }) =>
    seenBy(ctx, caller, await leavePlanet(ctx, caller.profileId, params.id)),
});

async function seenBy(ctx: Context, { profileId, language }: Child, planet: Planet) {
  const visit = await getVisit(ctx, ctx.db, profileId);
  return planetOnWire(ctx, planet, visit, await getSight(ctx, profileId, planet), speaks(language));
}
