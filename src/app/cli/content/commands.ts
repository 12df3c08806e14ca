import { writeFileSync } from 'node:fs';
import { type Content, loadPacks } from '../../../content/index.ts';
import { canonicalizeLocale } from '../../../core/text/languages.ts';
import { readSettings } from '../../../platform/settings.ts';
import { requestReload } from '../../content-reload.ts';
import { formatCount } from '../format-count.ts';
import { renderPreview } from './preview.ts';
import {
  formatContentTree,
  formatGeneratorStatistics,
  formatLanguageCoverage,
  formatMisconceptions,
  formatSkillCoverage,
  formatSkillMap,
  formatStatistics,
} from './report.ts';
import { createPack, createTask, createWorld, type NewTask } from './scaffold.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Creates the commands of `npm run content -- …`. An invalid pack throws InvalidPackError, whose message lists all errors. */
export function createContentCommands(environment: Environment) {
  const settings = readSettings(environment);
  const { contentDir } = settings;
  const load = () => loadPacks(contentDir);
  return {
    check: () => printLines([`No errors in ${formatCounts(load())}.`]),
    list: () => printLines(formatContentTree(load())),
    stats() {
      const content = load();
      printLines([
        ...formatStatistics(content),
        '',
        ...formatLanguageCoverage(content),
        '',
        ...formatGeneratorStatistics(content),
      ]);
    },
    skills: () => printLines(formatSkillMap(load())),
    coverage: () => printLines(formatSkillCoverage(load())),
    misconceptions: () => printLines(formatMisconceptions(load())),
    reload() {
      const counts = formatCounts(load());
      requestReload(settings);
      printLines([`No errors in ${counts}.`, 'The service will reload the packs. Its log shows the result.']);
    },
    async preview(task: string, file: string | undefined, language: string | undefined) {
      const page = await renderPreview(load(), task, parseLanguage(language));
      if (file === undefined) process.stdout.write(page);
      else {
        writeFileSync(file, page);
        printLines([file]);
      }
    },
    newPack: (pack: string) => printCreatedFiles(createPack(contentDir, pack)),
    newWorld: (pack: string, world: string) => printCreatedFiles(createWorld(contentDir, pack, world)),
    newTask: (task: NewTask) => printCreatedFiles(createTask(contentDir, task)),
  };
}

function printCreatedFiles(files: readonly string[]): void {
  printLines([...files, '', 'Replace each "…" with text, then run: npm run content -- check']);
}

function parseLanguage(language: string | undefined): string | undefined {
  const locale = language === undefined ? undefined : canonicalizeLocale(language);
  if (language !== undefined && locale === undefined)
    throw new Error(`"${language}" is not a language tag such as en, es or pt-BR.`);
  return locale;
}

function formatCounts({ packs, worlds, locations, tasks }: Content): string {
  const items = [...tasks.values()].flatMap((task) => task.items);
  const counts = {
    pack: packs.size,
    world: worlds.size,
    location: locations.size,
    task: tasks.size,
    item: items.length,
  };
  return Object.entries(counts)
    .map(([noun, count]) => formatCount(count, noun))
    .join(', ');
}

function printLines(lines: readonly string[]): void {
  console.log(lines.join('\n'));
}
