import { basename } from 'node:path';
import { openParseCache, type ParseCache } from '../files/parse-cache.ts';
import { type PackFiles, readPacks } from '../files/read-pack.ts';
import { formatErrors, InvalidPackError, type Report, type ValidationError } from '../files/validation-errors.ts';
import { checkAnswers, checkMistakesAreExplained } from '../validation/check-answers.ts';
import { checkGenerators, FULL_DRAW_COUNT } from '../validation/check-generators.ts';
import { checkMedia } from '../validation/check-media.ts';
import { checkMisconceptions } from '../validation/check-misconceptions.ts';
import { checkNewChild } from '../validation/check-new-child.ts';
import {
  checkAvatarArt,
  checkIds,
  checkLevels,
  checkPackId,
  checkRequiredBadges,
  checkStarterLooks,
} from '../validation/check-packs.ts';
import { checkPlanets } from '../validation/check-planets.ts';
import { checkPreReader } from '../validation/check-pre-reader.ts';
import { checkSkills } from '../validation/check-skills.ts';
import { checkTexts } from '../validation/check-texts.ts';
import { checkWorlds } from '../validation/check-worlds.ts';
import { buildContent } from './build-content.ts';
import type { Content } from './content.ts';
import { getStructure } from './structure.ts';

/**
 * Loads all packs in a folder. Throws InvalidPackError with all errors, each with file and line. `cacheFile` is the parse cache,
 * which makes loading several times faster. `drawCount` is the number of items of each generator that are checked.
 */
export function loadPacks(packsFolder: string, cacheFile?: string, drawCount = FULL_DRAW_COUNT): Content {
  const errors: ValidationError[] = [];
  const cache = openParseCache(cacheFile);
  const packs = readPacks(packsFolder, cache, errors);
  const report: Report = (file, path, message) => void errors.push({ file, path, message });
  if (packs.length === 0) report(basename(packsFolder), [], 'There is no pack in this folder.');
  else checkPacks(packs, drawCount, cache, report);
  if (errors.length > 0) throw new InvalidPackError(formatErrors(packsFolder, errors));
  cache.save();
  const content = buildContent(packs);
  getStructure(content); // built now, so that the first request does not have to wait for it
  return content;
}

function checkPacks(packs: readonly PackFiles[], drawCount: number, cache: ParseCache, report: Report): void {
  checkIds(packs, report);
  checkLevels(packs, report);
  checkRequiredBadges(packs, report);
  for (const pack of packs) {
    checkPackId(pack, report);
    checkTexts(pack, report);
    checkAvatarArt(pack, report);
    checkStarterLooks(pack, report);
    for (const { tasks } of pack.worlds) for (const task of tasks) checkAnswers(task, report);
    for (const { world, tasks } of pack.worlds) {
      const languages = world?.value.languages ?? pack.packFile?.value.languages ?? [];
      for (const task of tasks) checkPreReader(task, languages, report);
    }
    if (pack.packFile?.value.explains_mistakes) checkMistakesAreExplained(pack, report);
    checkGenerators(pack, drawCount, cache, report);
  }
  checkWorlds(packs, report);
  checkPlanets(packs, report);
  checkMedia(packs, report);
  checkSkills(packs, report);
  checkMisconceptions(packs, report);
  checkNewChild(packs, report);
}
