import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createBackup } from '../../../src/app/cli/backup/create-backup.ts';
import { moveService } from '../../../src/app/cli/move.ts';
import { openInstallation } from '../../../src/app/installation/installation.ts';
import type { TestApp } from '../test-app.ts';
import { captureOutput, takeExitCode } from './console-output.ts';
import { runCommand } from './process.ts';

export interface CommandResult {
  readonly status: number | null;
  readonly output: string;
}

/** Copies the data and secrets of a running app to a new data folder, so that the folder looks like that of a stopped service. */
export async function copyToStoppedService({ ctx }: TestApp, dataDir: string): Promise<void> {
  const { settings, database, log } = ctx;
  await openInstallation({ settings, database, log }); // writes the installation id
  const env = { DATA_DIR: settings.dataDir, DATABASE_URL: settings.databaseUrl };
  await captureOutput(() => createBackup(env, { folder: `${dataDir}-backup`, withSecrets: true }));
  const [backup = ''] = readdirSync(`${dataDir}-backup`);
  cpSync(join(`${dataDir}-backup`, backup), dataDir, { recursive: true });
  rmSync(join(dataDir, 'manifest.json'));
}

/** Writes a file with the settings of a service and returns its path. */
export function writeSettings(folder: string, name: string, settings: Readonly<Record<string, string>>): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name}.env`);
  writeFileSync(
    path,
    Object.entries(settings)
      .map(([key, value]) => `${key}=${value}\n`)
      .join(''),
  );
  return path;
}

/** Runs `admin move`, or another command with the same parameters, in this process. Returns its exit code and its output. */
export async function runMove(
  from: string,
  to: string,
  { run = moveService, env = {} }: { run?: typeof moveService; env?: NodeJS.ProcessEnv } = {},
): Promise<CommandResult> {
  const lines = await captureOutput(() => run(env, from, to));
  return { status: takeExitCode(), output: lines.join('\n') };
}

/** Runs `admin move` in a separate process, as an operator does. */
export function spawnMove(args: readonly string[], nodeOptions: readonly string[] = []): CommandResult {
  const { status, stdout, stderr } = runCommand(['admin', 'move', ...args], {}, nodeOptions);
  return { status, output: stdout + stderr };
}

/** Reads all rows of a SQLite file, by table. Each row is JSON, and the rows of a table are sorted. */
export function readAllRows(file: string): Record<string, string[]> {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const tables = db.prepare("select name from sqlite_schema where type = 'table' and name not like 'kysely_%'").all();
    return Object.fromEntries(
      tables.map(({ name }) => [
        name,
        db
          .prepare(`select * from "${name}"`)
          .all()
          .map((row) => JSON.stringify(row))
          .sort(),
      ]),
    );
  } finally {
    db.close();
  }
}
