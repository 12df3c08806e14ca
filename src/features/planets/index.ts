export {
  addChildByInvitation,
  addChildToFoundedPlanet,
  createFamilyPlanet,
  createPlanetInvitationCode,
  endPlanet,
  listFamilyPlanets,
  type PlanetDraft,
} from './family-planets/family-planets.ts';
export { deleteMembershipsOfFoundedPlanets, withdrawPlanetInvitations } from './family-planets/family-planets-store.ts';
export { leaveAllPlanets } from './join-planet.ts';
export { countPlanetsJoined, endMembershipsOnPlanetsFoundedBy, listMemberIds } from './memberships-store.ts';
export { findPlanet } from './planet.ts';
