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
export { leaveAllPlanets, leavePlanetsFoundedBy } from './join-planet.ts';
export { countPlanetsJoined, listMemberIds } from './memberships-store.ts';
export { findPlanet } from './planet.ts';
