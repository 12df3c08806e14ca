import { createNotFoundError } from '../../platform/api-errors.ts';
import type { Context, TxContext } from '../../platform/context.ts';
import { countMembers, listLastCopyNumbersByPlanet, saveLastCopyNumber } from './memberships-store.ts';
import { buildPlanetCopy, formatCopyId, type Planet, parsePlanetId } from './planet.ts';

/**
 * The planets that every child may see, in the order of the packs: for each planet of a pack, its last copy that has opened, or
 * the next copy if that copy is full (gap 156).
 */
export async function listOpenPlanets(ctx: Context): Promise<Planet[]> {
  const entries = [...ctx.content.current.planets.values()];
  const lastCopyNumbers = await listLastCopyNumbersByPlanet(ctx);
  const lastCopies = entries.map((entry) => {
    const copyNumber = lastCopyNumbers.get(entry.id) ?? 1;
    return { entry, copyNumber, planet: buildPlanetCopy(entry, copyNumber) };
  });
  const memberCounts = await countMembers(
    ctx,
    lastCopies.map(({ planet }) => planet.id),
  );
  return lastCopies.map(({ entry, copyNumber, planet }) =>
    (memberCounts.get(planet.id) ?? 0) < planet.capacity ? planet : buildPlanetCopy(entry, copyNumber + 1),
  );
}

/**
 * Opens a copy of a planet if the copy with the previous number is full. Otherwise refuses a copy that has not opened yet
 * (404). A copy that has opened stays open, even if an earlier copy is no longer full.
 */
export async function openNextCopy(ctx: TxContext, planet: Planet): Promise<void> {
  const { entryId, copyNumber } = parsePlanetId(planet.id);
  if (copyNumber === 1) return;
  const lastCopyNumber = (await listLastCopyNumbersByPlanet(ctx, entryId)).get(entryId) ?? 1;
  if (copyNumber <= lastCopyNumber) return;
  const lastCopyId = formatCopyId(entryId, lastCopyNumber);
  const isLastCopyFull = ((await countMembers(ctx, [lastCopyId])).get(lastCopyId) ?? 0) >= planet.capacity;
  if (copyNumber > lastCopyNumber + 1 || !isLastCopyFull) throw createNotFoundError();
  await saveLastCopyNumber(ctx, entryId, copyNumber);
}
