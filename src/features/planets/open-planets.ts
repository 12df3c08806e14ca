import { createNotFoundError } from '../../platform/api-errors.ts';
import type { Context } from '../../platform/context.ts';
import type { Reader, Tx } from '../../platform/database/index.ts';
import { countMembers } from './memberships-store.ts';
import { listLastNumbers, saveLastNumber } from './open-planet-numbers-store.ts';
import { formatNumberedId, type Planet, parseNumberedId, toPlanetFromPack } from './planet.ts';

/**
 * The planets that every child may see, in the order of the packs: for each planet of a pack, the last of its numbered planets
 * that has opened, or the next one if that is full (gap 156).
 */
export async function listOpenPlanets({ content }: Context, db: Reader): Promise<Planet[]> {
  const entries = [...content.current.planets.values()];
  const lastNumbers = await listLastNumbers(db);
  const lastPlanets = entries.map((entry) => {
    const number = lastNumbers.get(entry.id) ?? 1;
    return { entry, number, planet: toPlanetFromPack(entry, number) };
  });
  const memberCounts = await countMembers(
    db,
    lastPlanets.map(({ planet }) => planet.id),
  );
  return lastPlanets.map(({ entry, number, planet }) =>
    (memberCounts.get(planet.id) ?? 0) < planet.capacity ? planet : toPlanetFromPack(entry, number + 1),
  );
}

/**
 * Opens the planet if it is the next one after a full one. Refuses a planet that is not open yet (404). A planet that
 * has opened stays open, even if an earlier one is no longer full.
 */
export async function openNextPlanet(tx: Tx, planet: Planet): Promise<void> {
  const { entryId, number } = parseNumberedId(planet.id);
  if (number === 1) return;
  const lastNumber = (await listLastNumbers(tx, entryId)).get(entryId) ?? 1;
  if (number <= lastNumber) return;
  const lastId = formatNumberedId(entryId, lastNumber);
  const isLastFull = ((await countMembers(tx, [lastId])).get(lastId) ?? 0) >= planet.capacity;
  if (number > lastNumber + 1 || !isLastFull) throw createNotFoundError();
  await saveLastNumber(tx, entryId, number);
}
