import { writeFileSync } from 'node:fs';
import { type Content, loadPacks } from '../../../content/index.ts';
import { canonicalizeLocale } from '../../../core/text/languages.ts';
import { readSettings } from '../../../platform/settings.ts';
import { requestReload } from '../../content-reload.ts';
import { renderPreview } from './preview.ts';
import { formatContentTree, formatGeneratorStatistics, formatLanguageCoverage, formatStatistics } from './report.ts';
import { createPack, createTask, createWorld, type NewTask } from './scaffold.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The commands of `npm run content -- …`. An invalid pack throws InvalidPackError, whose message lists all errors. */
export function createContentCommands(environment: Environment) {
  const settings = readSettings(environment);
  const { contentDir } = settings;
  const load = () => loadPacks(contentDir);
  return {
    check: () => print([`No errors in ${formatCounts(load())}.`]),
    list: () => print(formatContentTree(load())),
    stats() {
      const content = load();
      print([
        ...formatStatistics(content),
        '',
        ...formatLanguageCoverage(content),
        '',
        ...formatGeneratorStatistics(content),
      ]);
    },
    reload() {
      const counts = formatCounts(load());
      requestReload(settings);
      print([`No errors in ${counts}.`, 'The service will reload the packs. Its log shows the result.']);
    },
    async preview(task: string, file: string | undefined, language: string | undefined) {
      const page = await renderPreview(load(), task, parseLanguage(language));
      if (file === undefined) process.stdout.write(page);
      else {
        writeFileSync(file, page);
        print([file]);
      }
    },
    newPack: (pack: string) => printCreated(createPack(contentDir, pack)),
    newWorld: (pack: string, world: string) => printCreated(createWorld(contentDir, pack, world)),
    newTask: (task: NewTask) => printCreated(createTask(contentDir, task)),
  };
}

function printCreated(files: readonly string[]): void {
  print([...files, '', 'Replace each "…" with text, then run: npm run content -- check']);
}

function parseLanguage(language: string | undefined): string | undefined {
  const locale = language === undefined ? undefined : canonicalizeLocale(language);
  if (language !== undefined && locale === undefined)
    throw new Error(`"${language}" is not a language tag such as en, es or pt-BR.`);
  return locale;
}

function formatCounts({ packs, worlds, locations, tasks }: Content): string {
  const items = [...tasks.values()].flatMap((task) => task.items);
  return `${packs.size} packs, ${worlds.size} worlds, ${locations.size} locations, ${tasks.size} tasks, ${items.length} items`;
}

function print(lines: readonly string[]): void {
  console.log(lines.join('\n'));
}
