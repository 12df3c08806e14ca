import type { Location, Task } from '../../../../typescript/src/index.ts';
import { fetchReading } from '../../api/reading.ts';
import { fetchData } from '../../api/requests.ts';

/** Something that can be locked, in a world. */
type Lockable = Pick<Task | Location, 'lock' | 'world_id'>;

/**
 * Finds the first task that the child can do now of those that have to be done before something opens. What is missing are places of the same
 * world, or other worlds. They can be locked themselves.
 */
export async function findTaskBefore({ lock, world_id }: Lockable): Promise<Task | undefined> {
  const missingIds = lock?.required_ids ?? [];
  const [firstId] = missingIds;
  if (!firstId) return undefined;
  const ownPlaces = await fetchPlaces(world_id);
  const isInWorld = ownPlaces.some(({ id }) => id === firstId);
  const places = isInWorld
    ? ownPlaces.filter(({ id }) => missingIds.includes(id))
    : (await fetchPlaces(firstId)).filter(({ optional, status }) => !optional && status !== 'completed');
  const openPlace = places.find(({ status }) => status !== 'locked');
  if (!openPlace) return places[0] && findTaskBefore(places[0]);
  const [{ tasks }, reading] = await Promise.all([
    fetchData('/app/locations/{id}', { path: { id: openPlace.id } }),
    fetchReading(),
  ]);
  const openTasks = tasks.filter(({ status }) => status === 'available' || status === 'in_progress');
  return openTasks.find(({ pre_reader }) => pre_reader || reading?.reads) ?? openTasks[0];
}

function fetchPlaces(worldId: string): Promise<Location[]> {
  return fetchData('/app/worlds/{id}/locations', { path: { id: worldId } });
}
