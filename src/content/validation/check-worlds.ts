import type { PackFiles, WorldFiles } from '../files/read-pack.ts';
import type { Report, ValuePath } from '../files/validation-errors.ts';

/** The maximum number of characters next to a picture of a story: about four lines on a phone. */
const MAX_STORY_TEXT_LENGTH = 120;

/** A world or a location. Its prerequisites are of the same kind. */
interface Place {
  readonly id: string;
  readonly file: string;
  readonly path: ValuePath;
  readonly prerequisiteIds: readonly string[];
  readonly requiredLevel: number;
}

/**
 * Checks that references exist, that every world, location and task can be reached, and that the stories of locations and the ages
 * of worlds are valid.
 */
export function checkWorlds(packs: readonly PackFiles[], report: Report): void {
  const worlds = packs.flatMap((pack) => pack.worlds);
  // If no pack has levels, which is reported elsewhere, no required level is reported here.
  const highestLevel = packs.flatMap(({ levels }) => levels?.value.levels ?? []).length || Number.POSITIVE_INFINITY;
  checkPrerequisites('world', worlds.map(toWorldPlace), highestLevel, report);
  for (const files of worlds) {
    const locations = toLocationPlaces(files);
    checkPrerequisites('location', locations, highestLevel, report);
    checkTaskLists(files, report);
    checkStories(files, report);
    checkAges(files, report);
  }
}

/** Converts a world. A world with an invalid file is also converted, so that it can be the prerequisite of other worlds. */
function toWorldPlace({ id, file, world }: WorldFiles): Place {
  const { prerequisite_ids = [], required_level = 1 } = world?.value ?? {};
  return { id, file, path: [], prerequisiteIds: prerequisite_ids, requiredLevel: required_level };
}

function toLocationPlaces({ file, world }: WorldFiles): Place[] {
  return (world?.value.locations ?? []).map(({ id, prerequisite_ids = [], required_level = 1 }, i) => ({
    id,
    file,
    path: ['locations', i],
    prerequisiteIds: prerequisite_ids,
    requiredLevel: required_level,
  }));
}

function checkPrerequisites(
  kind: 'world' | 'location',
  places: readonly Place[],
  highestLevel: number,
  report: Report,
): void {
  const knownIds = new Set(places.map(({ id }) => id));
  for (const place of places) {
    for (const [i, id] of place.prerequisiteIds.entries()) {
      const path = [...place.path, 'prerequisite_ids', i];
      if (!knownIds.has(id))
        report(place.file, path, `There is no ${kind} "${id}"${kind === 'location' ? ' in this world' : ''}.`);
    }
    if (place.requiredLevel > highestLevel)
      report(
        place.file,
        [...place.path, 'required_level'],
        `"${place.id}" cannot be unlocked: there are ${highestLevel} levels.`,
      );
  }
  checkCycles(places, report);
  for (const { id, file, path } of findUnreachablePlaces(places, highestLevel)) {
    report(file, [...path, 'prerequisite_ids'], `"${id}" cannot be unlocked, because one of its prerequisites cannot.`);
  }
}

/** Reports each cycle once, at its first member. */
function checkCycles(places: readonly Place[], report: Report): void {
  const placesById = new Map(places.map((place) => [place.id, place]));
  const reportedIds = new Set<string>();
  for (const place of places) {
    const cycle = reportedIds.has(place.id) ? undefined : findCycle(place, placesById);
    if (!cycle) continue;
    for (const id of cycle) reportedIds.add(id);
    const chain = [...cycle, place.id].join(' → ');
    report(place.file, [...place.path, 'prerequisite_ids'], `"${place.id}" is its own prerequisite: ${chain}.`);
  }
}

/** Finds a cycle of prerequisites that begins and ends at `start`. Returns its ids. */
function findCycle(start: Place, placesById: ReadonlyMap<string, Place>): string[] | undefined {
  const seenIds = new Set<string>();
  const follow = (place: Place, idsSoFar: readonly string[]): string[] | undefined => {
    if (place.prerequisiteIds.includes(start.id)) return [...idsSoFar];
    const unseenIds = place.prerequisiteIds.filter((id) => !seenIds.has(id));
    for (const prerequisite of unseenIds.flatMap((id) => placesById.get(id) ?? [])) {
      seenIds.add(prerequisite.id);
      const cycle = follow(prerequisite, [...idsSoFar, prerequisite.id]);
      if (cycle) return cycle;
    }
    return undefined;
  };
  return follow(start, [start.id]);
}

/** Finds the worlds or locations that cannot be unlocked because a prerequisite requires a level that does not exist. */
function findUnreachablePlaces(places: readonly Place[], highestLevel: number): Place[] {
  const lockedIds = new Set(places.flatMap(({ id, requiredLevel }) => (requiredLevel > highestLevel ? id : [])));
  const unreachablePlaces: Place[] = [];
  for (let previousSize = -1; previousSize !== lockedIds.size; ) {
    previousSize = lockedIds.size;
    for (const place of places) {
      if (lockedIds.has(place.id) || !place.prerequisiteIds.some((id) => lockedIds.has(id))) continue;
      lockedIds.add(place.id);
      unreachablePlaces.push(place);
    }
  }
  return unreachablePlaces;
}

/** Checks that each task is listed by exactly one location of its world. */
function checkTaskLists({ file, world, tasks }: WorldFiles, report: Report): void {
  if (!world) return;
  const locationIdByTaskId = new Map<string, string>();
  for (const [i, location] of world.value.locations.entries()) {
    for (const [j, id] of location.tasks.entries()) {
      const path = ['locations', i, 'tasks', j];
      if (!tasks.some((task) => task.id === id)) report(file, path, `There is no task "${id}" in this world's tasks/.`);
      if (locationIdByTaskId.has(id))
        report(file, path, `The task "${id}" is already in "${locationIdByTaskId.get(id)}".`);
      locationIdByTaskId.set(id, location.id);
    }
  }
  for (const task of tasks) {
    if (!locationIdByTaskId.has(task.id)) report(task.file, [], `The task "${task.id}" is in no location.`);
  }
}

/** Checks that the text of each picture of a story is short enough to be read next to the picture. */
function checkStories({ file, world }: WorldFiles, report: Report): void {
  for (const [i, { story = [] }] of (world?.value.locations ?? []).entries()) {
    for (const [j, { text }] of story.entries()) {
      for (const [language, translation] of Object.entries(text)) {
        if (translation.length > MAX_STORY_TEXT_LENGTH)
          report(
            file,
            ['locations', i, 'story', j, 'text', language],
            `The text has ${translation.length} characters; a picture of a story has at most ${MAX_STORY_TEXT_LENGTH}.`,
          );
      }
    }
  }
}

function checkAges({ file, world }: WorldFiles, report: Report): void {
  if (world && world.value.age_max < world.value.age_min)
    report(file, ['age_max'], 'age_max must not be less than age_min.');
}
