import { Command, Option } from 'commander';
import { LANGUAGES } from '../core/text/languages.ts';
import { VERSION } from './version.ts';

const program = new Command('family-learning-service').version(VERSION).showHelpAfterError();
program
  .command('serve', { isDefault: true })
  .description('serve the app API and the panel')
  .action(async () => (await import('./serve.ts')).serve(process.env));
program
  .command('migrate')
  .description('migrate the database and exit')
  .action(async () => (await import('./serve.ts')).migrateOnly(process.env));
const content = program.command('content').description('check, preview and create content packs (in CONTENT_DIR)');
const loadContentCommands = async () => (await import('./cli/content/commands.ts')).createContentCommands(process.env);
content
  .command('check')
  .description('list all errors with file and line')
  .action(async () => (await loadContentCommands()).check());
content
  .command('list')
  .description('print worlds, locations and tasks as a tree')
  .action(async () => (await loadContentCommands()).list());
content
  .command('stats')
  .description('print counts by kind and the coverage of each language')
  .action(async () => (await loadContentCommands()).stats());
content
  .command('preview <task> [file]')
  .option('--language <tag>', 'the language of the child')
  .description('create an HTML page of a task with its answers, hints and feedback')
  .action(async (task, file, { language }) => (await loadContentCommands()).preview(task, file, language));
content
  .command('reload')
  .description('check the packs, then make the running service with this DATA_DIR reload them')
  .action(async () => (await loadContentCommands()).reload());
const scaffold = content.command('new').description('create files to fill in; "…" marks the texts to write');
scaffold.command('pack <pack>').action(async (pack) => (await loadContentCommands()).newPack(pack));
scaffold
  .command('world <pack> <world>')
  .action(async (pack, world) => (await loadContentCommands()).newWorld(pack, world));
scaffold
  .command('task <pack> <world> <location> <task>')
  .option('--kind <kind>', 'quiz, lesson, creative or real_world', 'quiz')
  .action(async (...[pack, world, location, task, { kind }]) =>
    (await loadContentCommands()).newTask({ pack, world, location, task, kind }),
  );

program
  .command('demo')
  .description('fill an empty database with a sample family and six weeks of activity')
  .addOption(new Option('--language <tag>', 'the language of the whole family; by default, several').choices(LANGUAGES))
  .action(async ({ language }) => (await import('./demo/demo.ts')).runDemo(process.env, language));

const admin = program.command('admin').description('maintain the data');
admin
  .command('rebuild-totals')
  .description("recompute every child's totals from the ledger and repair differences")
  .option('--check', 'only report differences; exit with code 1 if there are any')
  .action(async ({ check = false }) =>
    (await import('./cli/admin.ts')).rebuildTotals(process.env, { onlyCheck: check }),
  );
admin
  .command('accept-secrets')
  .description('make the database accept new secrets when the old ones are lost')
  .option('--check', 'only report changed secrets and what would be lost; exit with code 1 if there are any')
  .action(async ({ check = false }) =>
    (await import('./cli/accept-secrets.ts')).acceptSecrets(process.env, { onlyCheck: check }),
  );

admin
  .command('backup <folder>')
  .description(
    'copy the SQLite database and the files into a new folder in <folder>, even while the service is running',
  )
  .option('--keep <number>', 'keep only the newest <number> backups in <folder>')
  .action(async (folder, { keep }) => (await import('./cli/backup.ts')).createBackup(process.env, folder, keep));
admin
  .command('quarantine-files')
  .description('move all files that the database does not reference to the quarantine')
  .option('--check', 'only report the files; exit with code 1 if there are any')
  .action(async ({ check = false }) =>
    (await import('./cli/admin.ts')).quarantineOrphans(process.env, { onlyCheck: check }),
  );
admin
  .command('move <from> <to>')
  .description(
    'copy a stopped service into an empty database, with its files; <from> and <to> are a database URL or a file with settings',
  )
  .option('--check', 'only compare <from> and <to>; exit with code 1 if they differ')
  .action(async (from, to, { check = false }) => {
    const { checkMove, moveService } = await import('./cli/move.ts');
    return check ? checkMove(process.env, from, to) : moveService(process.env, from, to);
  });

const [command, ...args] = process.argv.slice(2);
// Only the owner may read new files, because they contain data of families. Files of content packs are meant to be shared.
if (command !== 'content') process.umask(0o077);
try {
  const unknownCommand = findUnknownCommand();
  if (unknownCommand && !unknownCommand.startsWith('-')) program.error(`error: unknown command '${unknownCommand}'`);
  await program.parseAsync();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

/**
 * Finds a word that is not a command. commander would ignore it: `npm start <word>` runs `serve <word>`, and for an unknown
 * command, commander runs `serve`.
 */
function findUnknownCommand(): string | undefined {
  if (command === 'serve') return args[0];
  return isCommand(command) ? undefined : command;
}

function isCommand(name: string | undefined): boolean {
  return name === 'help' || program.commands.some((candidate) => candidate.name() === name);
}
