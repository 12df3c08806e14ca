import { writeFileSync } from 'node:fs';
import { canonicalTag } from '../core/languages.ts';
import { type Content, loadPacks } from '../features/content/index.ts';
import { readSettings } from '../platform/settings.ts';
import { previewOf } from './content-preview.ts';
import { askForReload } from './content-reload.ts';
import { coverageOf, statisticsOf, treeOf } from './content-report.ts';
import { makePack, makeTask, makeWorld, type NewTask } from './content-skeleton.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What `npm run content -- …` does. A broken pack throws BadPack, whose message names every mistake. */
export function contentCommands(environment: Environment) {
  const settings = readSettings(environment);
  const { contentDir } = settings;
  const load = () => loadPacks(contentDir);
  return {
    check: () => print([`No mistakes: ${countsOf(load())}.`]),
    list: () => print(treeOf(load())),
    stats() {
      const content = load();
      print([...statisticsOf(content), '', ...coverageOf(content)]);
    },
    reload() {
      const counts = countsOf(load());
      askForReload(settings);
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
  const tag = language === undefined ? undefined : canonicalTag(language);
  if (language !== undefined && tag === undefined)
    throw new Error(`"${language}" is no language tag, as en, es, pt-BR are.`);
  return tag;
}

function countsOf({ packs, worlds, locations, tasks }: Content): string {
  const items = [...tasks.values()].flatMap((task) => task.items);
  return `${packs.size} packs, ${worlds.size} worlds, ${locations.size} locations, ${tasks.size} tasks, ${items.length} items`;
}

function print(lines: readonly string[]): void {
  console.log(lines.join('\n'));
}
