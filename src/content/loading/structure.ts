import type { Generator } from '../generate/generator.ts';
import type { Content, Location, Task, TaskKey, World } from './content.ts';

/** How a world relates to the rest of the content. */
export interface WorldStructure {
  /** In the order of the map. */
  readonly locations: readonly Location[];
  /** The locations that completing the world requires. */
  readonly required: readonly Location[];
  readonly tasks: readonly Task[];
  readonly prerequisites: readonly World[];
  /** This world and the worlds that have it as a prerequisite: all that progress in it can unlock. In display order. */
  readonly unlockable: readonly World[];
}

export interface LocationStructure {
  readonly tasks: readonly Task[];
  readonly prerequisites: readonly Location[];
}

interface Structure {
  readonly worlds: ReadonlyMap<string, WorldStructure>;
  readonly locations: ReadonlyMap<string, LocationStructure>;
}

type Parts = Pick<Content, 'worlds' | 'locations' | 'tasks'>;

const structures = new WeakMap<Parts, Structure>();

/** Throws for a world that is not in the content. */
export function getWorldStructure(content: Parts, { id }: Pick<World, 'id'>): WorldStructure {
  return find(getStructure(content).worlds, id);
}

/** Throws for a location that is not in the content. */
export function getLocationStructure(content: Parts, { id }: Pick<Location, 'id'>): LocationStructure {
  return find(getStructure(content).locations, id);
}

/** Built once for each content, because it stays the same until the packs are reloaded and nearly every request needs it. */
export function getStructure(content: Parts): Structure {
  const existing = structures.get(content);
  if (existing) return existing;
  const built = build(content);
  structures.set(content, built);
  return built;
}

/** The answer keys and the generators of a task that is in no pack. */
interface TaskParts {
  readonly keys: TaskKey['items'];
  readonly generators: ReadonlyMap<string, Generator>;
}

/** The content with a task that is in no pack, and therefore in no world and location. */
export function withTask(content: Content, task: Task, { keys, generators }: TaskParts): Content {
  const { id, content_version } = task;
  const extended = {
    ...content,
    tasks: new Map(content.tasks).set(id, task),
    keys: new Map(content.keys).set(id, { task_id: id, content_version, items: keys }),
    generators: new Map(content.generators).set(id, generators),
  };
  structures.set(extended, getStructure(content));
  return extended;
}

function build({ worlds, locations, tasks }: Parts): Structure {
  const all = [...worlds.values()];
  return {
    worlds: new Map(
      all.map((world) => {
        const own = pick(locations, world.location_ids);
        return [
          world.id,
          {
            locations: own,
            required: own.filter(({ optional }) => !optional),
            tasks: own.flatMap(({ task_ids }) => pick(tasks, task_ids)),
            prerequisites: pick(worlds, world.prerequisite_ids),
            unlockable: all.filter(
              ({ id, prerequisite_ids }) => id === world.id || prerequisite_ids.includes(world.id),
            ),
          },
        ];
      }),
    ),
    locations: new Map(
      [...locations.values()].map(({ id, task_ids, prerequisite_ids }) => [
        id,
        { tasks: pick(tasks, task_ids), prerequisites: pick(locations, prerequisite_ids) },
      ]),
    ),
  };
}

function pick<T>(all: ReadonlyMap<string, T>, ids: readonly string[]): T[] {
  return ids.flatMap((id) => all.get(id) ?? []);
}

function find<T>(all: ReadonlyMap<string, T>, id: string): T {
  const found = all.get(id);
  if (found === undefined) throw new Error(`The content does not contain ${id}.`);
  return found;
}
