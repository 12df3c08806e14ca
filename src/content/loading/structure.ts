import type { Generator } from '../generate/generator.ts';
import type { Item } from '../kinds/index.ts';
import type { Content, Location, Task, TaskKey, World } from './content.ts';

/** The locations and tasks of a world, and its relations to other worlds. */
export interface WorldStructure {
  /** In the order of the map. */
  readonly locations: readonly Location[];
  /** The locations that a child must complete to complete the world. */
  readonly requiredLocations: readonly Location[];
  /** The ids of the tasks of the required locations. */
  readonly requiredTaskIds: ReadonlySet<string>;
  readonly tasks: readonly Task[];
  readonly prerequisites: readonly World[];
  /**
   * The worlds that progress in this world can unlock: this world and the worlds that have it as a prerequisite. In display
   * order.
   */
  readonly unlockableWorlds: readonly World[];
}

export interface LocationStructure {
  readonly tasks: readonly Task[];
  readonly prerequisites: readonly Location[];
}

interface Structure {
  readonly worlds: ReadonlyMap<string, WorldStructure>;
  readonly locations: ReadonlyMap<string, LocationStructure>;
}

type ContentParts = Pick<Content, 'worlds' | 'locations' | 'tasks'>;

const structures = new WeakMap<ContentParts, Structure>();

/** The skill that a question asks for; undefined if its task has no skills. */
export function getSkill({ skills }: Pick<Task, 'skills'>, item: Item): string | undefined {
  return ('skill' in item && item.skill) || skills[0];
}

/** Throws for a world that is not in the content. */
export function getWorldStructure(content: ContentParts, { id }: Pick<World, 'id'>): WorldStructure {
  return getById(getStructure(content).worlds, id);
}

/** Throws for a location that is not in the content. */
export function getLocationStructure(content: ContentParts, { id }: Pick<Location, 'id'>): LocationStructure {
  return getById(getStructure(content).locations, id);
}

/**
 * Returns the structure of the worlds and locations. It is built once for each content, because nearly every request needs it.
 */
export function getStructure(content: ContentParts): Structure {
  const existing = structures.get(content);
  if (existing) return existing;
  const structure = buildStructure(content);
  structures.set(content, structure);
  return structure;
}

/**
 * Returns the content with an added task that is in no pack, and therefore in no world and no location. Its answer keys and
 * generators are given by item id.
 */
export function withTask(
  content: Content,
  task: Task,
  { itemKeys, generators }: Pick<TaskKey, 'itemKeys'> & { readonly generators: ReadonlyMap<string, Generator> },
): Content {
  const { id, content_version } = task;
  const extendedContent = {
    ...content,
    tasks: new Map(content.tasks).set(id, task),
    taskKeys: new Map(content.taskKeys).set(id, { task_id: id, content_version, itemKeys }),
    generators: new Map(content.generators).set(id, generators),
  };
  structures.set(extendedContent, getStructure(content));
  return extendedContent;
}

function buildStructure({ worlds, locations, tasks }: ContentParts): Structure {
  const allWorlds = [...worlds.values()];
  return {
    worlds: new Map(
      allWorlds.map((world) => {
        const worldLocations = pickById(locations, world.location_ids);
        const requiredLocations = worldLocations.filter(({ optional }) => !optional);
        return [
          world.id,
          {
            locations: worldLocations,
            requiredLocations,
            requiredTaskIds: new Set(requiredLocations.flatMap(({ task_ids }) => task_ids)),
            tasks: worldLocations.flatMap(({ task_ids }) => pickById(tasks, task_ids)),
            prerequisites: pickById(worlds, world.prerequisite_ids),
            unlockableWorlds: allWorlds.filter(
              ({ id, prerequisite_ids }) => id === world.id || prerequisite_ids.includes(world.id),
            ),
          },
        ];
      }),
    ),
    locations: new Map(
      [...locations.values()].map(({ id, task_ids, prerequisite_ids }) => [
        id,
        { tasks: pickById(tasks, task_ids), prerequisites: pickById(locations, prerequisite_ids) },
      ]),
    ),
  };
}

/** Returns the entries with these ids, in the order of `ids`. */
function pickById<T>(entries: ReadonlyMap<string, T>, ids: readonly string[]): T[] {
  return ids.flatMap((id) => entries.get(id) ?? []);
}

function getById<T>(entries: ReadonlyMap<string, T>, id: string): T {
  const entry = entries.get(id);
  if (entry === undefined) throw new Error(`The content does not contain ${id}.`);
  return entry;
}
