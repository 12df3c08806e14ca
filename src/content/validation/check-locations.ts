import type { PackFiles, WorldFiles } from '../files/read-pack.ts';
import type { Path, Report } from '../files/validation-errors.ts';

/** A world or location that may have prerequisites of its kind. */
interface Place {
  readonly id: string;
  readonly file: string;
  readonly path: Path;
  readonly needs: readonly string[];
  readonly level: number;
}

/** Checks that references exist and that every world, location and task can be reached. */
export function checkLocations(packs: readonly PackFiles[], report: Report): void {
  const worlds = packs.flatMap((pack) => pack.worlds);
  const top = packs.flatMap(({ levels }) => levels?.value.levels ?? []).length || Number.POSITIVE_INFINITY;
  const known = new Set(worlds.map(({ id }) => id));
  checkPrerequisites('world', worlds.flatMap(asPlace), known, top, report);
  for (const files of worlds) {
    const locations = locationsOf(files);
    checkPrerequisites('location', locations, new Set(locations.map(({ id }) => id)), top, report);
    checkTaskLists(files, report);
    checkAges(files, report);
  }
}

function asPlace({ id, file, world }: WorldFiles): Place[] {
  if (!world) return [];
  const { prerequisite_ids = [], required_level = 1 } = world.value;
  return [{ id, file, path: [], needs: prerequisite_ids, level: required_level }];
}

function locationsOf({ file, world }: WorldFiles): Place[] {
  return (world?.value.locations ?? []).map(({ id, prerequisite_ids = [], required_level = 1 }, i) => ({
    id,
    file,
    path: ['locations', i],
    needs: prerequisite_ids,
    level: required_level,
  }));
}

function checkPrerequisites(
  sort: string,
  places: readonly Place[],
  known: ReadonlySet<string>,
  top: number,
  report: Report,
): void {
  for (const place of places) {
    for (const [i, id] of place.needs.entries()) {
      const path = [...place.path, 'prerequisite_ids', i];
      if (!known.has(id))
        report(place.file, path, `There is no ${sort} "${id}"${sort === 'location' ? ' in this world' : ''}.`);
    }
    if (place.level > top)
      report(
        place.file,
        [...place.path, 'required_level'],
        `"${place.id}" cannot be reached: there are ${top} levels.`,
      );
  }
  checkCycles(places, report);
  for (const { id, file, path } of behindTooHigh(places, top)) {
    report(file, [...path, 'prerequisite_ids'], `"${id}" cannot be reached: what it waits for cannot.`);
  }
}

/** Reports each cycle once, at its first place. */
function checkCycles(places: readonly Place[], report: Report): void {
  const byId = new Map(places.map((place) => [place.id, place]));
  const reported = new Set<string>();
  for (const place of places) {
    const cycle = reported.has(place.id) ? undefined : findCycle(place, byId);
    if (!cycle) continue;
    for (const id of cycle) reported.add(id);
    const way = [...cycle, place.id].join(' → ');
    report(place.file, [...place.path, 'prerequisite_ids'], `"${place.id}" waits for itself: ${way}.`);
  }
}

function findCycle(start: Place, byId: ReadonlyMap<string, Place>): string[] | undefined {
  const seen = new Set<string>();
  const follow = (place: Place, way: readonly string[]): string[] | undefined => {
    if (place.needs.includes(start.id)) return [...way];
    for (const next of place.needs.flatMap((id) => (seen.has(id) ? [] : (byId.get(id) ?? [])))) {
      seen.add(next.id);
      const found = follow(next, [...way, next.id]);
      if (found) return found;
    }
    return undefined;
  };
  return follow(start, [start.id]);
}

function behindTooHigh(places: readonly Place[], top: number): Place[] {
  const closed = new Set(places.flatMap(({ id, level }) => (level > top ? id : [])));
  const behind: Place[] = [];
  for (let before = -1; before !== closed.size; ) {
    before = closed.size;
    for (const place of places) {
      if (closed.has(place.id) || !place.needs.some((id) => closed.has(id))) continue;
      closed.add(place.id);
      behind.push(place);
    }
  }
  return behind;
}

/** Checks that exactly one location of its world lists each task. */
function checkTaskLists({ file, world, tasks }: WorldFiles, report: Report): void {
  if (!world) return;
  const listed = new Map<string, string>();
  for (const [i, location] of world.value.locations.entries()) {
    for (const [j, id] of location.tasks.entries()) {
      const path = ['locations', i, 'tasks', j];
      if (!tasks.some((task) => task.id === id)) report(file, path, `There is no task "${id}" in this world's tasks/.`);
      if (listed.has(id)) report(file, path, `The task "${id}" stands in "${listed.get(id)}" already.`);
      listed.set(id, location.id);
    }
  }
  for (const task of tasks) {
    if (!listed.has(task.id)) report(task.file, [], `The task "${task.id}" cannot be reached: no location lists it.`);
  }
}

function checkAges({ file, world }: WorldFiles, report: Report): void {
  if (world && world.value.age_max < world.value.age_min) report(file, ['age_max'], 'age_max is less than age_min.');
}
