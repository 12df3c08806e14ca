import type { Asset } from '../files/read-assets.ts';
import type { PackFiles, TaskFiles, WorldFiles } from '../files/read-pack.ts';
import type { Report, ValuePath } from '../files/validation-errors.ts';
import type { PlanetLook } from '../format/planets.ts';
import { listChoices } from '../format/task.ts';

/**
 * A reference at a path in a YAML file. With the usage `icon`, `id` names a file in pictures/, and otherwise a file in media/. A
 * `media` reference may be a picture or a sound; `image` and `hotspot` references must be pictures.
 */
interface MediaReference {
  readonly id: string;
  readonly file: string;
  readonly path: ValuePath;
  readonly usage: 'icon' | 'image' | 'media' | 'hotspot' | 'recording';
}

/** Returns the ids of the media that a world's files reference. */
export function findMediaIdsOfWorld(world: WorldFiles): Set<string> {
  return new Set(listWorldReferences(world).flatMap((reference) => (reference.usage === 'icon' ? [] : reference.id)));
}

/** Checks that all referenced pictures and media exist and are described, and that none is unused. */
export function checkMedia(packs: readonly PackFiles[], report: Report): void {
  const pictures = new Map(packs.flatMap((pack) => pack.pictures).map((asset) => [asset.id, asset]));
  const references = packs.flatMap(listReferences);
  const icons = references.filter((reference) => reference.usage === 'icon');
  for (const { id, file, path } of icons) {
    const mime = pictures.get(id)?.mime;
    if (!mime) report(file, path, `pictures/${id}.svg does not exist.`);
    else if (mime !== 'image/svg+xml') report(file, path, `The icon "${id}" must be an SVG.`);
  }
  const usedByGenerators = packs.flatMap(listNamesInGenerators);
  if (packs.every(areReferencingFilesValid))
    checkAllUsed(
      packs.flatMap((pack) => pack.pictures),
      [...icons.map(({ id }) => id), ...usedByGenerators],
      report,
    );
  for (const pack of packs)
    checkMediaFiles(
      pack,
      listReferences(pack).filter((reference) => reference.usage !== 'icon'),
      report,
    );
}

function checkMediaFiles(pack: PackFiles, references: readonly MediaReference[], report: Report): void {
  const mediaEntries = new Map(
    (pack.media?.value.media ?? []).map((entry) => [entry.file.replace(/\.\w+$/, ''), entry]),
  );
  const assets = new Map(pack.mediaAssets.map((asset) => [asset.id, asset]));
  for (const [i, { file }] of (pack.media?.value.media ?? []).entries()) {
    const exists = pack.mediaAssets.some((asset) => asset.file === `${pack.folderName}/media/${file}`);
    if (!exists) report(pack.media?.file ?? '', ['media', i, 'file'], `media/${file} does not exist.`);
  }
  if (pack.media !== undefined) {
    for (const { id, file } of pack.mediaAssets) {
      if (!mediaEntries.has(id))
        report(file, [], 'The file is not in media.yaml, so it has neither an alternative text nor a license.');
    }
  }
  for (const reference of references)
    checkMediaReference(reference, assets.get(reference.id), mediaEntries.get(reference.id), report);
  const usedIds = [...references.map(({ id }) => id), ...listNamesInGenerators(pack)];
  if (areReferencingFilesValid(pack)) checkAllUsed(pack.mediaAssets, usedIds, report);
}

type DeclaredSize = { readonly width?: number; readonly height?: number };

function checkMediaReference(
  reference: MediaReference,
  asset: Asset | undefined,
  declaredSize: DeclaredSize | undefined,
  report: Report,
): void {
  const { id, file, path } = reference;
  if (!asset) {
    report(file, path, `There is no "${id}" in this pack's media/.`);
    return;
  }
  if (reference.usage === 'recording') {
    if (!asset.mime.startsWith('audio/')) report(file, path, `"${id}" must be a sound.`);
  } else if (reference.usage !== 'media' && !asset.mime.startsWith('image/'))
    report(file, path, `"${id}" must be a picture.`);
  const isSizeKnown = asset.size !== null || (declaredSize?.width !== undefined && declaredSize.height !== undefined);
  if (reference.usage === 'hotspot' && !isSizeKnown)
    report(file, path, `The size of "${id}" is unknown. Add its width and height to media.yaml.`);
}

/** Whether all files that can reference pictures and media are valid. The errors of invalid files are already reported. */
function areReferencingFilesValid({ levels, badges, planets, worlds }: PackFiles): boolean {
  const files = [
    levels,
    badges,
    planets,
    ...worlds.flatMap(({ world, tasks }) => [world, ...tasks.map(({ task }) => task)]),
  ];
  return !files.includes(undefined);
}

function checkAllUsed(assets: readonly Asset[], usedIds: readonly string[], report: Report): void {
  const usedIdSet = new Set(usedIds);
  for (const { id, file } of assets) if (!usedIdSet.has(id)) report(file, [], 'The file is not used.');
}

/**
 * Lists the words of words.yaml, and the texts among the parameters of generated pictures. A generated item computes the names of
 * its pictures from them; `checkGenerators` checks that the pictures of options exist.
 */
function listNamesInGenerators({ wordLists, worlds }: PackFiles): string[] {
  const generatedPictures = worlds.flatMap(({ tasks }) =>
    tasks.flatMap(({ task }) =>
      (task?.value.items ?? []).flatMap((item) => (item.kind === 'generated' ? (item.picture ?? []) : [])),
    ),
  );
  return [...listStrings(wordLists?.value.lists), ...listStrings(generatedPictures)];
}

function listStrings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listStrings) : [];
}

function listReferences(pack: PackFiles): MediaReference[] {
  const listIcons = (file: string | undefined, list: string, entries: readonly { icon: string }[] = []) =>
    entries.map(
      ({ icon }, i): MediaReference => ({ id: icon, file: file ?? '', path: [list, i, 'icon'], usage: 'icon' }),
    );
  return [
    ...listIcons(pack.levels?.file, 'levels', pack.levels?.value.levels),
    ...listIcons(pack.badges?.file, 'badges', pack.badges?.value.badges),
    ...listPlanetReferences(pack),
    ...pack.worlds.flatMap(listWorldReferences),
  ];
}

function listPlanetReferences({ planets }: PackFiles): MediaReference[] {
  if (!planets) return [];
  const { file, value } = planets;
  const listLookReferences = ({ image, theme }: PlanetLook, path: ValuePath): MediaReference[] => [
    { id: image, file, path: [...path, 'image'], usage: 'icon' },
    { id: theme.icon, file, path: [...path, 'theme', 'icon'], usage: 'icon' },
  ];
  return [
    ...(value.family ? listLookReferences(value.family, ['family']) : []),
    ...value.planets.flatMap((planet, i) => listLookReferences(planet, ['planets', i])),
  ];
}

function listWorldReferences({ file, world, tasks }: WorldFiles): MediaReference[] {
  const taskReferences = tasks.flatMap(listTaskReferences);
  if (!world) return taskReferences;
  const { cover, theme, characters = [], locations } = world.value;
  return [
    { id: cover, file, path: ['cover'], usage: 'image' },
    { id: theme.icon, file, path: ['theme', 'icon'], usage: 'icon' },
    ...characters.flatMap(({ picture }, i) =>
      listCharacterPictures(picture).map(
        (id): MediaReference => ({ id, file, path: ['characters', i, 'picture'], usage: 'icon' }),
      ),
    ),
    ...locations.flatMap(({ icon, story = [] }, i): MediaReference[] => [
      { id: icon, file, path: ['locations', i, 'icon'], usage: 'icon' },
      ...story.map(
        ({ picture }, j): MediaReference => ({
          id: picture,
          file,
          path: ['locations', i, 'story', j, 'picture'],
          usage: 'icon',
        }),
      ),
    ]),
    ...taskReferences,
  ];
}

/** Lists the ids of the pictures of a character: calm, happy and thinking. */
function listCharacterPictures(picture: string): string[] {
  return [picture, `${picture}-happy`, `${picture}-thinking`];
}

function listTaskReferences({ file, task }: TaskFiles): MediaReference[] {
  if (!task) return [];
  const listMedia = (ids: readonly string[] = [], path: ValuePath = []) =>
    ids.map((id, i): MediaReference => ({ id, file, path: [...path, 'media', i], usage: 'media' }));
  const listRecordings = (recording: Readonly<Record<string, string>> = {}, path: ValuePath = []) =>
    Object.entries(recording).map(
      ([language, id]): MediaReference => ({ id, file, path: [...path, 'recording', language], usage: 'recording' }),
    );
  const itemReferences = (task.value.items ?? []).flatMap((item, i): MediaReference[] => [
    ...listMedia(item.media, ['items', i]),
    ...(item.kind === 'generated' ? [] : listRecordings(item.recording, ['items', i])),
    ...('image' in item ? [{ id: item.image, file, path: ['items', i, 'image'], usage: 'hotspot' } as const] : []),
    ...listChoices(item).flatMap(([list, choices]) =>
      choices.flatMap(({ image, recording }, j): MediaReference[] => [
        ...(image === undefined
          ? []
          : [{ id: image, file, path: ['items', i, list, j, 'image'], usage: 'image' } as const]),
        ...listRecordings(recording, ['items', i, list, j]),
      ]),
    ),
  ]);
  return [...listMedia(task.value.media), ...itemReferences];
}
