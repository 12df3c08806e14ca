export {
  addChildByInvitation,
  addChildToFoundedPlanet,
  createFamilyPlanet,
  createPlanetInvitationCode,
  endPlanet,
  endPlanetForAll,
  listFamilyPlanets,
  type PlanetDraft,
} from './family-planets/family-planets.ts';
export { deleteMembershipsOfFoundedPlanets, withdrawPlanetInvitations } from './family-planets/family-planets-store.ts';
export { leaveAllPlanets } from './join-planet.ts';
export {
  countPlanetsJoined,
  endMembershipsOnPlanetsFoundedBy,
  listMemberIds,
  listPlanetIds,
} from './memberships-store.ts';
export { findPlanet, findPlanets, type Planet } from './planet.ts';
