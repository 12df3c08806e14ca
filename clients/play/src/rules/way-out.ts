/** The place of the daily practice, which is in no world and on no map. */
const PRACTICE = 'practice';

/** Where a task is left to: the map of its world, or the home screen from the daily practice. */
export function getWayOut({ world_id }: { readonly world_id: string }) {
  return world_id === PRACTICE
    ? ({ path: '/play/home', label: 'world.back' } as const)
    : ({ path: `/play/world/${world_id}`, label: 'result.back' } as const);
}
