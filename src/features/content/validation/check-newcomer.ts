import type { PackFiles } from '../files/read-pack.ts';
import type { Report } from '../files/validation-errors.ts';

/** A new child of any age finds something of each sort open, and something to look forward to. */
export function checkNewcomer(packs: readonly PackFiles[], report: Report): void {
  const worlds = packs.flatMap((pack) => pack.worlds);
  const broken = worlds.some(({ world, tasks }) => !world || tasks.some(({ task }) => !task));
  if (broken) return; // what is open can be told only of what could be read
  const locations = worlds.flatMap((files) =>
    (files.world?.value.locations ?? []).map((location) => ({
      files,
      location,
      open: isOpen(files.world?.value ?? {}) && isOpen(location),
    })),
  );
  const kinds = new Set(
    locations
      .filter(({ open }) => open)
      .flatMap(({ files, location }) => files.tasks.filter(({ id }) => location.tasks.includes(id)))
      .map(({ task }) => task?.value.kind),
  );
  const told = worlds[0]?.file ?? packs[0]?.about?.file ?? '';
  const tell = (missing: string) => report(told, [], `A new child finds no ${missing} in any pack.`);
  if (!kinds.has('lesson') && !kinds.has('real_world')) tell('open lesson or real_world task');
  if (!kinds.has('quiz')) tell('open quiz');
  if (!kinds.has('creative')) tell('open creative task');
  if (locations.every(({ open }) => open)) tell('locked place to look forward to');
}

function isOpen(place: { prerequisite_ids?: readonly string[]; required_level?: number; opens_at?: string }): boolean {
  return !place.prerequisite_ids?.length && place.required_level === undefined && place.opens_at === undefined;
}
