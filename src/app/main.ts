import { existsSync, statSync } from 'node:fs';
import { Command, Option } from 'commander';
import { LANGUAGES } from '../core/text/languages.ts';
import { VERSION } from './version.ts';

/** Where the systemd unit reads its settings. */
const ENV_FILE = '/etc/family-learning/env';

const program = new Command('family-learning').version(VERSION).showHelpAfterError();
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
  .command('skills')
  .description('print the map of skills: each subject in the order of the ages, with what each skill requires')
  .action(async () => (await loadContentCommands()).skills());
content
  .command('coverage')
  .description('print the items of each skill by difficulty, and what is missing')
  .action(async () => (await loadContentCommands()).coverage());
content
  .command('misconceptions')
  .description('print how many items can show each misconception')
  .action(async () => (await loadContentCommands()).misconceptions());
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
  .addOption(new Option('--language <tag>', 'the language of the family').choices(LANGUAGES).default('en'))
  .action(async ({ language }) => (await import('./demo/demo.ts')).runDemo(process.env, language));

const admin = program
  .command('admin')
  .description('maintain the data')
  .option('--env-file <file>', `read settings from this file; by default ${ENV_FILE}, if it exists`)
  .hook('preAction', (_, command) => {
    const { envFile } = admin.opts<{ envFile?: string }>();
    if (envFile !== undefined || existsSync(ENV_FILE)) loadSettings(envFile ?? ENV_FILE);
    if (!['doctor', 'config'].includes(command.name())) assertOwner(process.env.DATA_DIR?.trim() || './data');
  });
admin
  .command('rebuild-totals')
  .description("recompute every child's totals from the ledger, and ratings from the answers, and repair differences")
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
  .command('backup [folder]')
  .description(
    'copy the database and the files into a new folder in <folder> or BACKUP_DIR, even while the service runs',
  )
  .option('--keep <number>', 'keep only the newest <number> backups; by default BACKUP_KEEP')
  .option('--with-secrets', 'also copy the generated secrets')
  .action(async (folder, options) =>
    (await import('./cli/backup/create-backup.ts')).createBackup(process.env, { folder, ...options }),
  );
admin
  .command('verify [backup]')
  .description('read a backup, by default the newest one in BACKUP_DIR, and compare it with its manifest')
  .action(async (backup) => (await import('./cli/backup/restore-backup.ts')).verifyBackup(process.env, backup));
admin
  .command('restore [backup]')
  .description('restore a backup, by default the newest one in BACKUP_DIR, into an empty database and folder or bucket')
  .option('--accept-secrets', 'the secrets are lost: use those of the settings, or new ones, instead')
  .action(async (backup, options) =>
    (await import('./cli/backup/restore-backup.ts')).restoreBackup(process.env, backup, options),
  );
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

admin
  .command('doctor')
  .description('check everything that the service needs, and say what to do; exit with code 1 if something is wrong')
  .option('--json', 'print the result as JSON')
  .action(async (options) => (await import('./cli/doctor.ts')).examine(process.env, options));
admin
  .command('config')
  .description('print the settings as they apply, without secrets')
  .action(async () => (await import('./cli/doctor.ts')).printSettings(process.env));
admin
  .command('send-test-email <address>')
  .description('send an email, to see that the SMTP server accepts it')
  .action(async (address) => (await import('./cli/doctor.ts')).sendTestEmail(process.env, address));

const loadFamilyCommands = () => import('./cli/family.ts');
const family = admin
  .command('family')
  .description(
    'act for a family; <profile> is a profile id or the email address of a parent. The security log names the operator',
  );
const describeFamilyCommand = (parent: Command, usage: string, description: string) =>
  parent
    .command(usage)
    .description(description)
    .option('--json', 'print the result as JSON')
    .option(
      '--as <name>',
      'the name of the operator in the security log; by default, the user of the operating system',
    );
describeFamilyCommand(family, 'find <text>', 'list the profiles with this id, email address, name or pseudonym').action(
  async (text, options) => (await loadFamilyCommands()).findFamilies(process.env, text, options),
);
describeFamilyCommand(family, 'show <profile>', 'show a profile, its family and its part of the security log').action(
  async (profile, options) => (await loadFamilyCommands()).showFamily(process.env, profile, options),
);
describeFamilyCommand(family, 'export <profile>', 'write all data of a profile to a ZIP file')
  .option('--output <file>', 'the file; by default <profile id>.zip')
  .action(async (profile, options) => (await loadFamilyCommands()).exportFamily(process.env, profile, options));
describeFamilyCommand(family, 'erase <profile>', 'erase a profile now, without the seven days')
  .option('--yes', 'erase it; without this option, only show it')
  .action(async (profile, options) => (await loadFamilyCommands()).eraseFamily(process.env, profile, options));
describeFamilyCommand(family, 'link <child> <email>', 'make a registered parent a guardian of a child').action(
  async (profileId, text, options) =>
    (await loadFamilyCommands()).actOnFamily(process.env, 'link', { profileId, text, ...options }),
);
describeFamilyCommand(family, 'unlink <child> <email>', 'remove a guardian of a child').action(
  async (profileId, text, options) =>
    (await loadFamilyCommands()).actOnFamily(process.env, 'unlink', { profileId, text, ...options }),
);
describeFamilyCommand(family, 'sign-out <profile>', 'sign a profile out everywhere').action(
  async (profileId, options) =>
    (await loadFamilyCommands()).actOnFamily(process.env, 'sign-out', { profileId, ...options }),
);
describeFamilyCommand(family, 'unlock <child>', 'end the waits after wrong PINs').action(async (profileId, options) =>
  (await loadFamilyCommands()).actOnFamily(process.env, 'unlock', { profileId, ...options }),
);
const parent = admin.command('parent').description('act for a parent');
describeFamilyCommand(parent, 'change-email <from> <to>', 'change the email address of a parent').action(
  async (profileId, text, options) =>
    (await loadFamilyCommands()).actOnFamily(process.env, 'change-email', { profileId, text, ...options }),
);
const planet = admin.command('planet').description('act on a reported planet');
describeFamilyCommand(planet, 'end <planet>', 'end a family planet; all children leave it and no longer see it').action(
  async (id, options) => (await loadFamilyCommands()).endReportedPlanet(process.env, id, options),
);
const name = admin.command('name').description('act on a reported name');
describeFamilyCommand(name, 'reset <profile>', 'replace the chosen name of a profile').action(
  async (profileId, options) =>
    (await loadFamilyCommands()).actOnFamily(process.env, 'reset-name', { profileId, ...options }),
);

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

/** Reads settings from a file. What is set already stays. */
function loadSettings(file: string): void {
  try {
    process.loadEnvFile(file);
  } catch (error) {
    throw new Error(`The settings in ${file} cannot be read: ${(error as Error).message}.`, { cause: error });
  }
}

/** Refuses to act as another user than the owner of the data: the service could not read the files that this user would create. */
function assertOwner(dataDir: string): void {
  const owner = statSync(dataDir, { throwIfNoEntry: false })?.uid;
  const user = process.getuid?.();
  if (owner === undefined || user === undefined || owner === user) return;
  throw new Error(
    `DATA_DIR ${dataDir} belongs to the user ${owner}. Run the command as that user: sudo -u '#${owner}' …`,
  );
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
