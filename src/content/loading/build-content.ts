import { LRUCache } from 'lru-cache';
import { LANGUAGES } from '../../core/text/languages.ts';
import { computeShortHash } from '../files/read-assets.ts';
import type { PackFiles, WorldFiles } from '../files/read-pack.ts';
import type { ValidFile } from '../files/read-yaml.ts';
import { findTexts } from '../format/multilingual-text.ts';
import type { PackFile } from '../format/pack.ts';
import { mergeSkills } from '../format/skills.ts';
import type { TaskFile } from '../format/task.ts';
import type { WorldFile } from '../format/world.ts';
import type { GeneratedItem } from '../generate/compile-item.ts';
import { DEFAULT_OPTION_COUNT } from '../generate/compile-item-parts.ts';
import type { Draw } from '../generate/draw-values.ts';
import { findGenerators } from '../generate/find-generators.ts';
import { compileGenerator, type Generator, hasFixedQuestion, listLevels } from '../generate/generator.ts';
import type { GeneratorSource } from '../generate/generator-source.ts';
import { type AnswerKey, getQuestionRules, type Item, type StaticItem } from '../kinds/index.ts';
import { listMisconceptions } from '../kinds/kind.ts';
import type { Content, Location, Media, Task, TaskKey, World } from './content.ts';

/** Builds the content of the service from valid packs. */
export function buildContent(packs: readonly PackFiles[]): Content {
  for (const pack of packs) {
    putFallbackLanguageFirst(pack);
    fillInEnglish(pack);
  }
  const avatarFiles = packs.flatMap(({ avatar }) => avatar ?? []);
  const unsortedWorlds = packs.flatMap((pack) => pack.worlds.map((files) => buildWorldWithTasks(pack, files)));
  const sortedWorlds = unsortedWorlds.toSorted((a, b) => a.order - b.order || a.world.id.localeCompare(b.world.id));
  const tasks = sortedWorlds.flatMap((world) => world.tasks);
  return {
    levels: packs.flatMap(({ levels }) => levels?.value.levels ?? []),
    badges: indexById(packs.flatMap(({ badges }) => badges?.value.badges ?? [])),
    avatarItems: indexById(avatarFiles.flatMap(({ value }) => value.items)),
    starterLooks: avatarFiles.flatMap(({ value }) => value.looks),
    planets: indexById(packs.flatMap(({ planets }) => planets?.value.planets ?? [])),
    familyPlanetLook: packs.flatMap(({ planets }) => planets?.value.family ?? [])[0] ?? null,
    avatarRevision: computeShortHash(...avatarFiles.map(({ text }) => text)),
    pictures: new Map(
      packs
        .flatMap(({ pictures }) => pictures)
        .map(({ id, bytes, version }) => [id, { name: id, svg: bytes, version }]),
    ),
    media: indexById(packs.flatMap(buildMedia)),
    skills: mergeSkills(packs.flatMap(({ skills }) => skills?.value ?? [])),
    misconceptions: indexById(packs.flatMap(({ misconceptions }) => misconceptions?.value.misconceptions ?? [])),
    packs: indexById(packs.map(({ packFile }) => requirePart(packFile).value)),
    worlds: indexById(sortedWorlds.map(({ world }, order_index) => ({ ...world, order_index }))),
    locations: indexById(sortedWorlds.flatMap(({ locations }) => locations)),
    tasks: indexById(tasks.map(({ task }) => task)),
    taskKeys: new Map(tasks.map(({ key }) => [key.task_id, key])),
    itemMisconceptions: new Map(tasks.map(({ key, misconceptions }) => [key.task_id, misconceptions])),
    generators: new Map(tasks.flatMap(({ task, generators }) => (generators.size > 0 ? [[task.id, generators]] : []))),
  };
}

/** Puts the pack's first language, the fallback, at the beginning of each text, so that code that receives only a text finds it. */
function putFallbackLanguageFirst(pack: PackFiles): void {
  const { languages } = requirePart(pack.packFile).value;
  for (const { value } of listValidFiles(pack)) {
    for (const { text, replace } of findTexts(value)) {
      if (Object.keys(text)[0] !== languages[0]) {
        const { [languages[0] ?? '']: fallback = '', ...otherLanguages } = text;
        replace({ [languages[0] ?? '']: fallback, ...otherLanguages });
      }
    }
  }
}

/** Fills in English in the texts of levels, badges, avatars and planets that lack a language of the service. */
function fillInEnglish({ levels, badges, avatar, planets }: PackFiles): void {
  for (const { text, replace } of [levels, badges, avatar, planets].flatMap((file) => findTexts(file?.value))) {
    const missingLanguages = LANGUAGES.filter((language) => !Object.hasOwn(text, language));
    if (missingLanguages.length > 0)
      replace({ ...text, ...Object.fromEntries(missingLanguages.map((language) => [language, text.en ?? ''])) });
  }
}

/** Lists every valid YAML file of a pack. */
function listValidFiles(pack: PackFiles): ValidFile<unknown>[] {
  const { packFile, levels, badges, avatar, planets, media, skills, misconceptions, wordLists, worlds } = pack;
  const worldFiles = worlds.flatMap(({ world, tasks }) => [
    world,
    ...tasks.flatMap(({ task, answers }) => [task, answers]),
  ]);
  return [packFile, levels, badges, avatar, planets, media, skills, misconceptions, wordLists, ...worldFiles].flatMap(
    (file) => file ?? [],
  );
}

function buildWorldWithTasks(pack: PackFiles, files: WorldFiles) {
  const packFile = requirePart(pack.packFile).value;
  const { value, text } = requirePart(files.world);
  const locations = value.locations.map((entry, index) => buildLocation(files.id, entry, index));
  const tasks = locations.flatMap((location) =>
    location.task_ids.map((id, index) => buildTask(pack, files, { location, index, id })),
  );
  const version = computeShortHash(text, ...tasks.map(({ task }) => task.content_version));
  return { order: value.order, world: buildWorld(packFile, files.id, value, version), locations, tasks };
}

function buildWorld(
  packFile: PackFile,
  id: string,
  file: WorldFile,
  content_version: string,
): Omit<World, 'order_index'> {
  const { locations, order: _, ...publicFields } = file;
  return {
    ...publicFields,
    id,
    pack_id: packFile.id,
    license: packFile.license,
    languages: [...new Set([...packFile.languages, ...(file.languages ?? [])])],
    characters: file.characters ?? [],
    prerequisite_ids: file.prerequisite_ids ?? [],
    required_level: file.required_level ?? null,
    opens_at: file.opens_at ?? null,
    location_ids: locations.map((location) => location.id),
    content_version,
  };
}

function buildLocation(world_id: string, entry: WorldFile['locations'][number], order_index: number): Location {
  const { tasks, ...publicFields } = entry;
  return {
    ...publicFields,
    world_id,
    order_index,
    optional: entry.optional ?? false,
    prerequisite_ids: entry.prerequisite_ids ?? [],
    required_level: entry.required_level ?? null,
    story: entry.story ?? [],
    task_ids: tasks,
  };
}

const DEFAULT_PASS_SCORE = 0.6;

/** Where a task is: its location, and its index within that location. */
interface TaskPosition {
  readonly location: Location;
  readonly index: number;
  readonly id: string;
}

interface BuiltTask {
  readonly task: Task;
  readonly key: TaskKey;
  readonly generators: ReadonlyMap<string, Generator>;
  readonly misconceptions: ReadonlyMap<string, readonly string[]>;
}

function buildTask(pack: PackFiles, world: WorldFiles, { location, index, id }: TaskPosition): BuiltTask {
  const files = requirePart(world.tasks.find((task) => task.id === id));
  const { value, text } = requirePart(files.task);
  const foundGenerators = findGenerators(pack, world, files);
  const wordListsText = foundGenerators.length > 0 ? (pack.wordLists?.text ?? '') : '';
  const content_version = computeShortHash(text, files.answers?.text ?? '', wordListsText);
  const properties = {
    ...value,
    id: files.id,
    world_id: location.world_id,
    location_id: location.id,
    order_index: index,
    pass_score: value.pass_score ?? DEFAULT_PASS_SCORE,
    requires_review: needsReview(value),
    pre_reader: value.pre_reader ?? false,
    media: value.media ?? [],
    guess_chance: computeMeanGuessChance(value),
    content_version,
  };
  const staticItemKeys = new Map(
    (files.answers?.value.items ?? []).flatMap((key) => (key.kind === 'generated' ? [] : [[key.id, key]])),
  );
  const misconceptions = new Map(
    (files.answers?.value.items ?? []).map((key) => {
      const entry = value.items?.find(({ id }) => id === key.id);
      return [key.id, entry ? listMisconceptions(key, countAnswersOfEntry(entry)) : []] as const;
    }),
  );
  const generators = new Map(foundGenerators.map(({ source }) => [source.entry.id, createLazyGenerator(source)]));
  if (generators.size === 0) {
    const items = listStaticItems(value).map((item) => buildItem(item, staticItemKeys.get(item.id)));
    return {
      task: { ...properties, items },
      key: { task_id: id, content_version, itemKeys: staticItemKeys },
      generators,
      misconceptions,
    };
  }
  // The items and keys of generators are computed when they are first read.
  const examples = computeOnce(() => buildExamples(generators, foundGenerators[0]?.source.languages ?? []));
  const items = computeOnce(() =>
    (value.items ?? []).flatMap((entry) =>
      entry.kind === 'generated'
        ? (examples().get(entry.id)?.item ?? [])
        : buildItem(entry, staticItemKeys.get(entry.id)),
    ),
  );
  const allItemKeys = computeOnce(
    () => new Map([...staticItemKeys, ...[...examples()].map(([itemId, { key }]) => [itemId, key] as const)]),
  );
  return {
    task: {
      ...properties,
      get items() {
        return items();
      },
    },
    key: {
      task_id: id,
      content_version,
      get itemKeys() {
        return allItemKeys();
      },
    },
    generators,
    misconceptions,
  };
}

function computeMeanGuessChance({ items = [] }: TaskFile): number | null {
  const questions = items.filter(({ kind }) => kind !== 'info');
  if (questions.length === 0) return null;
  return questions.reduce((sum, entry) => sum + 1 / countAnswersOfEntry(entry), 0) / questions.length;
}

function countAnswersOfEntry(entry: NonNullable<TaskFile['items']>[number]): number {
  if (entry.kind === 'info') return 0;
  if (entry.kind !== 'generated') return getQuestionRules(entry.kind).countAnswers?.(entry) ?? Number.POSITIVE_INFINITY;
  if (Array.isArray(entry.options)) return entry.options.length;
  return entry.as === 'single_choice' ? (entry.options?.count ?? DEFAULT_OPTION_COUNT) : Number.POSITIVE_INFINITY;
}

/** Creates one item of each generator, for a task that is shown without an attempt. */
function buildExamples(
  generators: ReadonlyMap<string, Generator>,
  languages: readonly string[],
): ReadonlyMap<string, GeneratedItem> {
  return new Map(
    [...generators].map(([id, generator]) => [id, generator.createItem(generator.draw('example'), languages)]),
  );
}

/**
 * Returns a function that computes a value on first use and stores it. Computing the texts of all examples while the packs are
 * loaded would delay the start of the service.
 */
function computeOnce<T>(compute: () => T): () => T {
  let computed: { readonly value: T } | undefined;
  return () => {
    computed ??= { value: compute() };
    return computed.value;
  };
}

function listStaticItems({ items = [] }: TaskFile): StaticItem[] {
  return items.flatMap((entry) => (entry.kind === 'generated' ? [] : entry));
}

function needsReview({ kind, requires_review }: TaskFile): boolean {
  return kind === 'creative' || (requires_review ?? false);
}

function buildItem(item: StaticItem, key: AnswerKey | undefined): Item {
  const points = item.kind === 'info' ? 0 : (item.points ?? 1);
  return { ...item, media: item.media ?? [], points, hints_available: key?.hints.length ?? 0 };
}

function buildMedia({ media, mediaAssets }: PackFiles): Media[] {
  return (media?.value.media ?? []).map(({ file, alt, caption, license, source, width, height }) => {
    const { id, bytes, mime, version, size } = requirePart(
      mediaAssets.find((asset) => asset.file.endsWith(`/media/${file}`)),
    );
    const declaredSize = width !== undefined && height !== undefined ? { width, height } : null;
    return {
      id,
      file,
      mime,
      bytes,
      version,
      alt,
      caption: caption ?? null,
      license,
      source,
      size: size ?? declaredSize,
    };
  });
}

/** Returns a part of a pack. Throws if the part is missing, which the checks should have prevented. */
function requirePart<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('The validation accepted an incomplete pack.');
  return part;
}

function indexById<T extends { id: string }>(entries: readonly T[]): Map<string, T> {
  return new Map(entries.map((entry) => [entry.id, entry]));
}

/**
 * How many items of a generator are cached, because all requests of an attempt need the same items. An item takes about 2 KB
 * of memory.
 */
const MAX_CACHED_ITEMS = 40;

/**
 * Creates a generator that is compiled when it is first used, because compiling all generators would delay the start of the
 * service. It caches the most recently used items.
 */
function createLazyGenerator(source: GeneratorSource): Generator {
  let compiled: Generator | undefined;
  const recentItems = new LRUCache<string, GeneratedItem>({ max: MAX_CACHED_ITEMS });
  const getCompiled = () => {
    compiled ??= compileGenerator(source);
    return compiled;
  };
  return {
    version: source.version,
    levels: listLevels(source),
    hasFixedQuestion: hasFixedQuestion(source),
    draw: (seed, level) => getCompiled().draw(seed, level),
    isValidDraw: (draw): draw is Draw => getCompiled().isValidDraw(draw),
    createItem(draw, languages) {
      const key = `${languages.join()} ${JSON.stringify(draw)}`;
      const item = recentItems.get(key) ?? getCompiled().createItem(draw, languages);
      recentItems.set(key, item);
      return item;
    },
    renderPicture: (...args) => getCompiled().renderPicture(...args),
    countAcceptedDraws: (...args) => getCompiled().countAcceptedDraws(...args),
  };
}
