import { shortHash } from '../files/read-assets.ts';
import type { PackFiles, TaskFiles, WorldFiles } from '../files/read-pack.ts';
import type { ValidFile } from '../files/read-yaml.ts';
import type { AnswerKey } from '../format/answers.ts';
import { findTexts } from '../format/localized-text.ts';
import type { PackFile } from '../format/pack.ts';
import type { ItemEntry, TaskFile } from '../format/task.ts';
import type { WorldFile } from '../format/world.ts';
import type { Content, Item, Location, Media, Task, TaskKey, World } from './content.ts';

/** Builds the content that the service uses from valid packs. */
export function buildContent(packs: readonly PackFiles[]): Content {
  for (const pack of packs) orderLanguages(pack);
  const avatars = packs.flatMap(({ avatar }) => avatar ?? []);
  const built = packs.flatMap((pack) => pack.worlds.map((files) => makeWorld(pack, files)));
  const inOrder = built.sort((a, b) => a.order - b.order || a.world.id.localeCompare(b.world.id));
  const tasks = inOrder.flatMap((world) => world.tasks);
  return {
    levels: packs.flatMap(({ levels }) => levels?.value.levels ?? []),
    badges: byId(packs.flatMap(({ badges }) => badges?.value.badges ?? [])),
    items: byId(avatars.flatMap(({ value }) => value.items)),
    looks: avatars.flatMap(({ value }) => value.looks),
    planets: byId(packs.flatMap(({ planets }) => planets?.value.planets ?? [])),
    familyPlanet: packs.flatMap(({ planets }) => planets?.value.family ?? [])[0] ?? null,
    artRevision: shortHash(...avatars.map(({ text }) => text)),
    pictures: new Map(
      packs
        .flatMap(({ pictures }) => pictures)
        .map(({ id, bytes, version }) => [id, { name: id, svg: bytes, version }]),
    ),
    media: byId(packs.flatMap(makeMedia)),
    packs: byId(packs.map(({ about }) => required(about).value)),
    worlds: byId(inOrder.map(({ world }, order_index) => ({ ...world, order_index }))),
    locations: byId(inOrder.flatMap(({ locations }) => locations)),
    tasks: byId(tasks.map(({ task }) => task)),
    keys: new Map(tasks.map(({ key }) => [key.task_id, key])),
  };
}

/** Puts the fallback language first in each text, so that code with only a text can find it. */
function orderLanguages(pack: PackFiles): void {
  const { languages } = required(pack.about).value;
  for (const { value } of listFiles(pack)) {
    for (const { text, replace } of findTexts(value)) {
      if (Object.keys(text)[0] !== languages[0]) {
        const { [languages[0] ?? '']: first = '', ...others } = text;
        replace({ [languages[0] ?? '']: first, ...others });
      }
    }
  }
}

/** Every YAML file of a pack that could be read. */
export function listFiles({ about, levels, badges, avatar, planets, media, worlds }: PackFiles): ValidFile<unknown>[] {
  const worldFiles = worlds.flatMap(({ world, tasks }) => [
    world,
    ...tasks.flatMap(({ task, answers }) => [task, answers]),
  ]);
  return [about, levels, badges, avatar, planets, media, ...worldFiles].flatMap((file) => file ?? []);
}

function makeWorld(pack: PackFiles, files: WorldFiles) {
  const about = required(pack.about).value;
  const { value, text } = required(files.world);
  const locations = value.locations.map((entry, index) => makeLocation(files.id, entry, index));
  const tasks = locations.flatMap((location) =>
    location.task_ids.map((id, index) =>
      makeTask(location, index, required(files.tasks.find((task) => task.id === id))),
    ),
  );
  const version = shortHash(text, ...tasks.map(({ task }) => task.content_version));
  return { order: value.order, world: makeWorldEntry(about, files.id, value, version), locations, tasks };
}

function makeWorldEntry(
  about: PackFile,
  id: string,
  file: WorldFile,
  content_version: string,
): Omit<World, 'order_index'> {
  const { locations, order: _, ...shown } = file;
  return {
    ...shown,
    id,
    pack_id: about.id,
    license: about.license,
    languages: [...new Set([...about.languages, ...(file.languages ?? [])])],
    prerequisite_ids: file.prerequisite_ids ?? [],
    required_level: file.required_level ?? null,
    opens_at: file.opens_at ?? null,
    location_ids: locations.map((location) => location.id),
    content_version,
  };
}

function makeLocation(world_id: string, entry: WorldFile['locations'][number], order_index: number): Location {
  const { tasks, ...shown } = entry;
  return {
    ...shown,
    world_id,
    order_index,
    optional: entry.optional ?? false,
    prerequisite_ids: entry.prerequisite_ids ?? [],
    required_level: entry.required_level ?? null,
    task_ids: tasks,
  };
}

function makeTask(location: Location, order_index: number, files: TaskFiles): { task: Task; key: TaskKey } {
  const { value, text } = required(files.task);
  const content_version = shortHash(text, files.answers?.text ?? '');
  const items = new Map((files.answers?.value.items ?? []).map((key) => [key.id, key]));
  const task = {
    ...value,
    id: files.id,
    world_id: location.world_id,
    location_id: location.id,
    order_index,
    pass_score: value.pass_score ?? 0.6,
    requires_review: needsReview(value),
    media: value.media ?? [],
    items: (value.items ?? []).map((item) => makeItem(item, items.get(item.id))),
    content_version,
  };
  return { task, key: { task_id: files.id, content_version, items } };
}

function needsReview({ kind, requires_review }: TaskFile): boolean {
  return kind === 'creative' || (requires_review ?? false);
}

function makeItem(item: ItemEntry, key: AnswerKey | undefined): Item {
  const points = item.kind === 'info' ? 0 : (item.points ?? 1);
  return { ...item, media: item.media ?? [], points, hints_available: key?.hints.length ?? 0 };
}

function makeMedia({ media, mediaAssets }: PackFiles): Media[] {
  return (media?.value.media ?? []).map(({ file, alt, caption, license, source, width, height }) => {
    const { id, bytes, mime, version, size } = required(
      mediaAssets.find((asset) => asset.file.endsWith(`/media/${file}`)),
    );
    const given = width !== undefined && height !== undefined ? { width, height } : null;
    return { id, file, mime, bytes, version, alt, caption: caption ?? null, license, source, size: size ?? given };
  });
}

/** Asserts a part that the checks guarantee. */
function required<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('The checks accepted an incomplete pack.');
  return part;
}

function byId<T extends { id: string }>(entries: readonly T[]): Map<string, T> {
  return new Map(entries.map((entry) => [entry.id, entry]));
}
