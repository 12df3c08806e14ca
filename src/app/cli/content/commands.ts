import { writeFileSync } from 'node:fs';
import { type Content, loadPacks } from '../../../content/index.ts';
import { canonicalLocale } from '../../../core/languages.ts';
import { readSettings } from '../../../platform/settings.ts';
import { requestReload } from '../../content-reload.ts';
import { previewOf } from './preview.ts';
import { contentStatistics, contentTree, languageCoverage } from './report.ts';
import { makePack, makeTask, makeWorld, type NewTask } from './scaffold.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What `npm run content -- …` does. A broken pack throws BadPack, whose message names every mistake. */
export function contentCommands(environment: Environment) {
  const settings = readSettings(environment);
  const { contentDir } = settings;
  const load = () => loadPacks(contentDir);
  return {
    check: () => print([`No mistakes: ${countsOf(load())}.`]),
    list: () => print(contentTree(load())),
    stats() {
      const content = load();
      print([...contentStatistics(content), '', ...languageCoverage(content)]);
    },
    reload() {
      const counts = countsOf(load());
      requestReload(settings);
      print([`No mistakes: ${counts}.`, 'The service was asked to read them; its log says when it has.']);
    },
    async preview(task: string, file: string | undefined, language: string | undefined) {
      const page = await previewOf(load(), task, asTag(language));
      if (file === undefined) process.stdout.write(page);
      else {
        writeFileSync(file, page);
        print([file]);
      }
    },
    newPack: (pack: string) => made(makePack(contentDir, pack)),
    newWorld: (pack: string, world: string) => made(makeWorld(contentDir, pack, world)),
    newTask: (task: NewTask) => made(makeTask(contentDir, task)),
  };
}

function made(files: readonly string[]): void {
  print([...files, '', 'Put words where "…" stands, then: npm run content -- check']);
}

function asTag(language: string | undefined): string | undefined {
  const locale = language === undefined ? undefined : canonicalLocale(language);
  if (language !== undefined && locale === undefined)
    throw new Error(`"${language}" is no language tag, as en, es, pt-BR are.`);
  return locale;
}

function countsOf({ packs, worlds, locations, tasks }: Content): string {
  const items = [...tasks.values()].flatMap((task) => task.items);
  return `${packs.size} packs, ${worlds.size} worlds, ${locations.size} locations, ${tasks.size} tasks, ${items.length} items`;
}

function print(lines: readonly string[]): void {
  console.log(lines.join('\n'));
}
