import type { PackFiles } from '../files/read-pack.ts';
import type { Report } from '../files/validation-errors.ts';

/**
 * Checks that a new child finds an open quiz, an open creative task, an open lesson or real-world task, and at least one locked
 * world or location.
 */
export function checkNewChild(packs: readonly PackFiles[], report: Report): void {
  const worlds = packs.flatMap((pack) => pack.worlds);
  const hasInvalidFile = worlds.some(({ world, tasks }) => !world || tasks.some(({ task }) => !task));
  if (hasInvalidFile) return; // its errors are already reported
  const locations = worlds.flatMap((files) =>
    (files.world?.value.locations ?? []).map((location) => ({
      files,
      location,
      isOpen: isOpen(files.world?.value ?? {}) && isOpen(location),
    })),
  );
  const openKinds = new Set(
    locations
      .filter((entry) => entry.isOpen)
      .flatMap(({ files, location }) => files.tasks.filter(({ id }) => location.tasks.includes(id)))
      .map(({ task }) => task?.value.kind),
  );
  // No single file is wrong, so the problems are reported in the first one.
  const reportFile = worlds[0]?.file ?? packs[0]?.packFile?.file ?? '';
  const reportMissing = (missing: string) =>
    report(reportFile, [], `For a new child there is no ${missing} in any pack.`);
  if (!openKinds.has('lesson') && !openKinds.has('real_world')) reportMissing('open lesson or real_world task');
  if (!openKinds.has('quiz')) reportMissing('open quiz');
  if (!openKinds.has('creative')) reportMissing('open creative task');
  if (locations.every((entry) => entry.isOpen)) reportMissing('locked world or location');
}

function isOpen(place: { prerequisite_ids?: readonly string[]; required_level?: number; opens_at?: string }): boolean {
  return !place.prerequisite_ids?.length && place.required_level === undefined && place.opens_at === undefined;
}
