import { canonicalizeLocale } from '../../core/text/languages.ts';
import { hasForbiddenControlCharacters } from '../../core/text/normalize-text.ts';
import type { PackFiles, WorldFiles } from '../files/read-pack.ts';
import type { ValidFile } from '../files/read-yaml.ts';
import type { Report, ValuePath } from '../files/validation-errors.ts';
import { findTexts } from '../format/multilingual-text.ts';
import type { PackFile } from '../format/pack.ts';
import { findMediaIdsOfWorld } from './check-media.ts';

/** The placeholder that `content new` writes for the author to replace. */
const PLACEHOLDER = '…';

/** Checks that every text is in all required languages, in no undeclared language, and is not a placeholder. */
export function checkTexts(pack: PackFiles, report: Report): void {
  if (!pack.packFile) return;
  const { packFile } = pack;
  const declaredLanguages = [...packFile.value.languages, ...(packFile.value.more_languages ?? [])];
  checkLanguageTags(packFile, report);
  checkAuthors(packFile, report);
  for (const { world, file } of pack.worlds) checkWorldLanguages(packFile.value, world?.value.languages, file, report);
  for (const [{ file, value }, listRequiredLanguages] of listTextFiles(pack, packFile.value, declaredLanguages)) {
    for (const { path, text } of findTexts(value)) {
      const reportText = (language: string | undefined, problem: string) =>
        report(file, language === undefined ? path : [...path, language], `${path.join('.')} is ${problem}.`);
      for (const language of listRequiredLanguages(path)) {
        if (!Object.hasOwn(text, language)) reportText(undefined, `missing in "${language}"`);
      }
      for (const [language, translation] of Object.entries(text)) {
        if (!declaredLanguages.includes(language))
          reportText(language, `in "${language}", which pack.yaml does not declare`);
        if ([translation].flat().some(hasForbiddenControlCharacters))
          reportText(language, `not printable in "${language}": it has a control character`);
        if ([translation].flat().includes(PLACEHOLDER)) reportText(language, `not written yet in "${language}"`);
      }
    }
  }
}

function checkLanguageTags({ file, value }: ValidFile<PackFile>, report: Report): void {
  for (const key of ['languages', 'more_languages'] as const) {
    for (const [i, locale] of (value[key] ?? []).entries()) {
      if (canonicalizeLocale(locale) !== locale) report(file, [key, i], `"${locale}" is not a canonical language tag.`);
      if (key === 'more_languages' && value.languages.includes(locale))
        report(file, [key, i], `"${locale}" is already in languages.`);
    }
  }
}

function checkAuthors({ file, value }: ValidFile<PackFile>, report: Report): void {
  for (const [i, author] of value.authors.entries()) {
    if (author === PLACEHOLDER) report(file, ['authors', i], `authors.${i} is not written yet.`);
  }
}

/** Checks that a world's languages include those of its pack and add only those in `more_languages`. */
function checkWorldLanguages(
  { languages, more_languages = [] }: PackFile,
  worldLanguages: readonly string[] = languages,
  file: string,
  report: Report,
): void {
  for (const language of languages) {
    if (!worldLanguages.includes(language))
      report(file, ['languages'], `"${language}" is missing, but the pack is complete in it.`);
  }
  for (const [i, language] of worldLanguages.entries()) {
    if (!languages.includes(language) && !more_languages.includes(language))
      report(file, ['languages', i], `pack.yaml does not declare "${language}".`);
  }
}

/** Lists the languages that the text at a path must be in. */
type ListRequiredLanguages = (path: ValuePath) => readonly string[];

/** Lists the files of a pack that contain multilingual texts, each with the languages that are required. */
function listTextFiles(
  pack: PackFiles,
  packFile: PackFile,
  declaredLanguages: readonly string[],
): [ValidFile<unknown>, ListRequiredLanguages][] {
  const filesInPackLanguages = [
    pack.packFile,
    pack.levels,
    pack.badges,
    pack.avatar,
    pack.planets,
    pack.skills,
    pack.misconceptions,
  ].flatMap((file) => file ?? []);
  const languagesAndMediaIds = pack.worlds.map(
    (world) => [listCompleteLanguages(world, packFile), findMediaIdsOfWorld(world)] as const,
  );
  // A path in media.yaml begins with "media" and the index of the entry.
  const listMediaLanguages: ListRequiredLanguages = ([_, i]) => {
    const id = pack.media?.value.media[Number(i)]?.file.replace(/\.\w+$/, '') ?? '';
    return [
      ...new Set([
        ...packFile.languages,
        ...languagesAndMediaIds.flatMap(([languages, mediaIds]) => (mediaIds.has(id) ? languages : [])),
      ]),
    ];
  };
  return [
    ...filesInPackLanguages.map((file): [ValidFile<unknown>, ListRequiredLanguages] => [
      file,
      () => packFile.languages,
    ]),
    ...(pack.media ? [[pack.media, listMediaLanguages] as [ValidFile<unknown>, ListRequiredLanguages]] : []),
    ...pack.worlds.flatMap((world) => {
      const completeLanguages = listCompleteLanguages(world, packFile);
      const listWorldLanguages: ListRequiredLanguages = (path) =>
        path.at(-1) === 'title' ? declaredLanguages : completeLanguages;
      const files = [world.world, ...world.tasks.flatMap(({ task, answers }) => [task, answers])];
      return files.flatMap((file): [ValidFile<unknown>, ListRequiredLanguages][] =>
        file ? [[file, listWorldLanguages]] : [],
      );
    }),
  ];
}

function listCompleteLanguages({ world }: WorldFiles, { languages }: PackFile): readonly string[] {
  return world?.value.languages ?? languages;
}
