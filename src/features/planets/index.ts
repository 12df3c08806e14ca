export {
  endPlanet,
  foundPlanet,
  inviteToPlanet,
  joinByInvite,
  joinOwnPlanet,
  listFamilyPlanets,
  type PlanetDraft,
} from './family-planets.ts';
export { withdrawInvites } from './family-store.ts';
export { leaveAll, leavePlanet, leavePlanetsOf } from './join-planet.ts';
export { findPlanet } from './planet.ts';
export { listMyPlanets, listPlanetsToJoin, postJoin, postLeave } from './routes.ts';
export { countPlanets, listMemberIds } from './store.ts';
