import { AVATAR_SLOTS } from '../../core/avatar-look.ts';
import type { PackFiles, TaskFiles } from '../files/read-pack.ts';
import type { Report, ValuePath } from '../files/validation-errors.ts';
import { findArtError } from '../format/avatar-art.ts';
import { listChoices } from '../format/task.ts';

/** An id and where it is defined. */
interface Definition {
  readonly kind: string;
  readonly id: string;
  readonly file: string;
  readonly path: ValuePath;
}

/** Checks that ids are unique across all packs, because children's progress is stored by id. */
export function checkIds(packs: readonly PackFiles[], report: Report): void {
  const firstDefinitions = new Map<string, Definition>();
  for (const definition of packs.flatMap(listDefinitions)) {
    const { kind, id, file, path } = definition;
    const key = `${kind} ${id}`;
    const firstDefinition = firstDefinitions.get(key);
    if (firstDefinition) report(file, path, `The ${kind} "${id}" is already defined in ${firstDefinition.file}.`);
    else firstDefinitions.set(key, definition);
    if (kind === 'task' && /^(practice|repair)-/.test(id))
      report(file, path, 'Ids that begin with "practice-" or "repair-" are reserved for practice.');
  }
}

/** Checks that exactly one pack defines levels. */
export function checkLevels(packs: readonly PackFiles[], report: Report): void {
  const [firstPack, ...otherPacks] = packs.filter(({ levels }) => levels !== null);
  for (const { folderName } of otherPacks) {
    report(`${folderName}/levels.yaml`, ['levels'], 'Another pack already defines levels. Exactly one pack must.');
  }
  if (!firstPack) report(`${packs[0]?.folderName}/pack.yaml`, [], 'No pack has a levels.yaml. Exactly one pack must.');
}

/** Checks that a pack's id is the name of its folder. */
export function checkPackId({ packFile, folderName }: PackFiles, report: Report): void {
  if (packFile && packFile.value.id !== folderName) {
    report(packFile.file, ['id'], `The id of the pack is "${packFile.value.id}", but its folder is "${folderName}".`);
  }
}

/** Checks that required badges exist in some pack. */
export function checkRequiredBadges(packs: readonly PackFiles[], report: Report): void {
  if (packs.some(({ badges }) => badges === undefined)) return; // errors of an invalid file are already reported
  const badgeIds = new Set(packs.flatMap(({ badges }) => badges?.value.badges ?? []).map(({ id }) => id));
  for (const { avatar } of packs) {
    for (const [i, { id, required_badge }] of (avatar?.value.items ?? []).entries()) {
      if (required_badge && !badgeIds.has(required_badge))
        report(
          avatar?.file ?? '',
          ['items', i, 'required_badge'],
          `${id} requires the badge "${required_badge}", which does not exist.`,
        );
    }
  }
}

/** Checks that every avatar item can be drawn. */
export function checkAvatarArt({ avatar }: PackFiles, report: Report): void {
  for (const [i, { id, slot, art }] of (avatar?.value.items ?? []).entries()) {
    const error = findArtError(slot, art);
    if (error) report(avatar?.file ?? '', ['items', i, 'art'], `${id}: ${error}`);
  }
}

/** Checks that starter looks use only existing items of the same slot that require neither a level nor a badge. */
export function checkStarterLooks({ avatar }: PackFiles, report: Report): void {
  if (!avatar) return;
  const { items, looks } = avatar.value;
  for (const [i, look] of looks.entries()) {
    for (const slot of AVATAR_SLOTS) {
      const id = look[slot];
      const item = items.find((candidate) => candidate.id === id);
      if (id === null) continue;
      if (item?.slot !== slot)
        report(
          avatar.file,
          ['looks', i, slot],
          `The look ${look.id} uses ${id}, which is not an item of the slot ${slot}.`,
        );
      else if (item.required_level !== null || item.required_badge) {
        const requirement = item.required_badge ? `the badge ${item.required_badge}` : `level ${item.required_level}`;
        report(avatar.file, ['looks', i, slot], `The look ${look.id} uses ${id}, which requires ${requirement}.`);
      }
    }
  }
}

function listDefinitions(pack: PackFiles): Definition[] {
  const listEntries = (kind: string, file: string | undefined, list: string, entries: readonly { id: string }[] = []) =>
    entries.map(({ id }, i) => ({ kind, id, file: file ?? '', path: [list, i, 'id'] }));
  return [
    ...listEntries('badge', pack.badges?.file, 'badges', pack.badges?.value.badges),
    ...listEntries('avatar item', pack.avatar?.file, 'items', pack.avatar?.value.items),
    ...listEntries('planet', pack.planets?.file, 'planets', pack.planets?.value.planets),
    ...listEntries('starter look', pack.avatar?.file, 'looks', pack.avatar?.value.looks),
    ...listEntries(`skill of ${pack.folderName}`, pack.skills?.file, 'skills', pack.skills?.value.skills),
    ...listEntries(
      'misconception',
      pack.misconceptions?.file,
      'misconceptions',
      pack.misconceptions?.value.misconceptions,
    ),
    ...pack.pictures.map(({ id, file }) => ({ kind: 'picture', id, file, path: [] })),
    ...pack.mediaAssets.map(({ id, file }) => ({ kind: 'media file', id, file, path: [] })),
    ...pack.worlds.flatMap(({ id, file, world, tasks }) => [
      { kind: 'world', id, file, path: [] },
      ...listEntries('location', file, 'locations', world?.value.locations),
      ...tasks.map((task) => ({ kind: 'task', id: task.id, file: task.file, path: [] })),
      ...tasks.flatMap(listItemDefinitions),
    ]),
  ];
}

/** Lists the definitions of a task. Ids of items must be unique within their task, and ids of options within their item. */
function listItemDefinitions({ id: taskId, file, task, answersFile, answers }: TaskFiles): Definition[] {
  const items = task?.value.items ?? [];
  return [
    ...items.map(({ id }, i) => ({ kind: `item of ${taskId}`, id, file, path: ['items', i, 'id'] })),
    ...items.flatMap((item, i) =>
      listChoices(item).flatMap(([list, choices]) =>
        choices.map(({ id }, j) => {
          const kind = `${list === 'options' ? 'option' : list} of ${taskId}/${item.id}`;
          return { kind, id, file, path: ['items', i, list, j, 'id'] };
        }),
      ),
    ),
    ...(answers?.value.items ?? []).map(({ id }, i) => ({
      kind: `answer of ${taskId}`,
      id,
      file: answersFile,
      path: ['items', i, 'id'],
    })),
  ];
}
