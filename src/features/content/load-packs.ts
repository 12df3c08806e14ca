import { basename } from 'node:path';
import { checkAnswers } from './check-answers.ts';
import { checkMedia } from './check-media.ts';
import { checkNewcomer } from './check-newcomer.ts';
import { checkAvatar, checkIds, checkPack, checkRequiredBadges } from './check-packs.ts';
import { checkPlaces } from './check-places.ts';
import { checkPlanets } from './check-planets.ts';
import { checkTexts } from './check-texts.ts';
import type { Content } from './content.ts';
import { makeContent } from './make-content.ts';
import { BadPack, type Mistake, placed, type Report } from './mistakes.ts';
import { type PackFiles, readPacks } from './read-pack.ts';
import { openMemory } from './remember.ts';

/**
 * Reads a folder of packs whole; throws BadPack that names every mistake with file and line. `remembered` is a file of
 * what was read before, which makes it several times faster.
 */
export function loadPacks(folder: string, remembered?: string): Content {
  const mistakes: Mistake[] = [];
  const memory = openMemory(remembered);
  const packs = readPacks(folder, memory, mistakes);
  const report: Report = (file, path, message) => void mistakes.push({ file, path, message });
  if (packs.length === 0) report(basename(folder), [], 'There is no pack in this folder.');
  else check(packs, report);
  if (mistakes.length > 0) throw new BadPack(placed(folder, mistakes));
  memory.keep();
  return makeContent(packs);
}

function check(packs: readonly PackFiles[], report: Report): void {
  checkIds(packs, report);
  checkRequiredBadges(packs, report);
  for (const pack of packs) {
    checkPack(pack, report);
    checkTexts(pack, report);
    checkAvatar(pack, report);
    for (const { tasks } of pack.worlds) for (const task of tasks) checkAnswers(task, report);
  }
  checkPlaces(packs, report);
  checkPlanets(packs, report);
  checkMedia(packs, report);
  checkNewcomer(packs, report);
}
