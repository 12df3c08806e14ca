import { Command } from 'commander';
import { VERSION } from './version.ts';

const program = new Command('family-learning-service').version(VERSION).showHelpAfterError();
program
  .command('serve', { isDefault: true })
  .description('serve the app, the panel and the API')
  .action(async () => (await import('./serve.ts')).serve(process.env));
program
  .command('migrate')
  .description('bring the database up to date and stop')
  .action(async () => (await import('./serve.ts')).migrateOnly(process.env));
const content = program.command('content').description('work on content packs (CONTENT_DIR)');
const onContent = async () => (await import('./cli/content/commands.ts')).contentCommands(process.env);
content
  .command('check')
  .description('name every mistake with file and line')
  .action(async () => (await onContent()).check());
content
  .command('list')
  .description('worlds, locations and tasks as a tree')
  .action(async () => (await onContent()).list());
content
  .command('stats')
  .description('counts by kind, and how much there is in each language')
  .action(async () => (await onContent()).stats());
content
  .command('preview <task> [file]')
  .option('--language <tag>', "a child's language")
  .description('a page of a task with its answers, hints and feedback, for its author')
  .action(async (task, file, { language }) => (await onContent()).preview(task, file, language));
content
  .command('reload')
  .description('check, then have the running service with this DATA_DIR read the packs anew')
  .action(async () => (await onContent()).reload());
const skeleton = content.command('new').description('make files to fill in; "…" stands where words are wanted');
skeleton.command('pack <pack>').action(async (pack) => (await onContent()).newPack(pack));
skeleton.command('world <pack> <world>').action(async (pack, world) => (await onContent()).newWorld(pack, world));
skeleton
  .command('task <pack> <world> <location> <task>')
  .option('--kind <kind>', 'quiz, lesson, creative or real_world', 'quiz')
  .action(async (pack, world, location, task, { kind }) =>
    (await onContent()).newTask({ pack, world, location, task, kind }),
  );

program
  .command('demo')
  .description('fill an empty database with a family and six weeks of its life')
  .action(async () => (await import('./demo/demo.ts')).demo(process.env));

const admin = program.command('admin').description('look after the data');
admin
  .command('rebuild-totals')
  .description("work every child's totals out anew from the ledger, and mend what differs")
  .option('--check', 'only report; exit code 1 when something differs')
  .action(async ({ check = false }) => (await import('./cli/admin.ts')).rebuildTotals(process.env, check));
admin
  .command('accept-secrets')
  .description('use the database with other secrets from now on, when its own are lost')
  .option('--check', 'only report what differs and what would be lost; exit code 1 when something differs')
  .action(async ({ check = false }) => (await import('./cli/accept-secrets.ts')).acceptSecrets(process.env, check));

admin
  .command('backup <folder>')
  .description('copy the SQLite database and the files into a new folder of <folder>, beside the running service')
  .option('--keep <number>', 'remove all but so many of the newest backups in <folder>')
  .action(async (folder, { keep }) => (await import('./cli/backup.ts')).backup(process.env, folder, keep));
admin
  .command('quarantine-files')
  .description('put all files aside that the database does not name, however many they are')
  .option('--check', 'only report; exit code 1 when there is one')
  .action(async ({ check = false }) => (await import('./cli/admin.ts')).quarantineOrphans(process.env, check));

const [command, ...words] = process.argv.slice(2);
// What families entrust is the owner's alone; a content pack is written to be shared.
if (command !== 'content') process.umask(0o077);
try {
  // `npm start word` asks to serve a word, and without a command commander would do so too: both mean a command.
  const asked = command === 'serve' ? words[0] : isCommand(command) ? undefined : command;
  if (asked && !asked.startsWith('-')) program.error(`error: unknown command '${asked}'`);
  await program.parseAsync();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

function isCommand(word: string | undefined): boolean {
  return word === 'help' || program.commands.some((known) => known.name() === word);
}
