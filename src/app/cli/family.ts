import { createWriteStream } from 'node:fs';
import { userInfo } from 'node:os';
import { pipeline } from 'node:stream/promises';
import { ApiError } from '../../core/requests/api-error.ts';
import { exportProfile } from '../../features/data-rights/index.ts';
import type { Context } from '../../platform/context.ts';
import { assertMigrated, openDatabase } from '../../platform/database/index.ts';
import { createLog } from '../../platform/observability/log.ts';
import { readSettings } from '../../platform/settings.ts';
import { createContext } from '../build.ts';
import { loadContent } from '../content-reload.ts';
import { assertSecretsExistAndMatch, openConfiguredBucket } from '../installation/installation.ts';
import { findInstallation } from '../installation/installation-store.ts';
import * as acts from '../operator/family-acts.ts';

/** The exit codes of an act that was not carried out, besides 1 for an error such as an unreachable database. */
const EXIT_CODES = { 'not-found': 2, refused: 3 } as const;

export interface OperatorOptions {
  /** Prints the result as JSON. */
  readonly json?: boolean;
  /** The name of the operator in the security log. By default, the user of the operating system. */
  readonly as?: string;
}

/** What a command prints: an object as JSON, or its fields as lines. */
type Result = Readonly<Record<string, unknown>> | readonly Readonly<Record<string, unknown>>[];

/** Runs a command on a service, which may be running and then sends the emails. */
async function runAsOperator(
  environment: NodeJS.ProcessEnv,
  { json = false, as }: OperatorOptions,
  work: (ctx: Context, operator: string) => Promise<Result>,
): Promise<void> {
  const settings = readSettings(environment);
  const log = createLog('silent'); // the command prints errors itself
  await using database = await openDatabase(settings.databaseUrl, { isBesideService: true, maxConnections: 2 });
  await assertMigrated(database);
  const installation = await findInstallation(database);
  if (!installation) throw new Error('This database belongs to no service yet.');
  assertSecretsExistAndMatch(settings, installation);
  const bucket = await openConfiguredBucket(settings, log);
  const content = loadContent(settings);
  const ctx = createContext({ settings, database, content, log, files: bucket?.files, securityLogDelayMs: null });
  try {
    const result = await work(ctx, (as ?? process.env.SUDO_USER ?? userInfo().username).slice(0, 100));
    console.log(json ? JSON.stringify(result, null, 2) : formatResult(result));
  } catch (error) {
    if (!(error instanceof acts.ActError || error instanceof ApiError)) throw error;
    console.error(error.message);
    process.exitCode = error instanceof acts.ActError ? EXIT_CODES[error.reason] : EXIT_CODES.refused;
  } finally {
    await ctx.flushSecurityLog();
  }
}

/** Lists the profiles with this id, email address, name or pseudonym. */
export async function findFamilies(environment: NodeJS.ProcessEnv, text: string, options: OperatorOptions) {
  await runAsOperator(environment, options, async (ctx, operator) => {
    const profiles = await acts.findFamilies(ctx, operator, text);
    if (profiles.length === 0) throw new acts.ActError('not-found', 'No profile has this id, address or name.');
    return profiles;
  });
}

/** Shows a profile with its family, its sessions, its planned deletion and its part of the security log. */
export async function showFamily(environment: NodeJS.ProcessEnv, profileId: string, options: OperatorOptions) {
  await runAsOperator(environment, options, (ctx, operator) => acts.showFamily(ctx, operator, profileId));
}

/** Writes all data of a profile to a new ZIP file, which only its owner can read. */
export async function exportFamily(
  environment: NodeJS.ProcessEnv,
  profileId: string,
  { output, ...options }: OperatorOptions & { readonly output?: string },
) {
  await runAsOperator(environment, options, async (ctx, operator) => {
    const profile = await acts.openProfile(ctx, operator, 'family export', profileId);
    const file = output ?? `${profile.id}.zip`;
    await pipeline(await exportProfile(ctx, profile), createWriteStream(file, { mode: 0o600, flags: 'wx' }));
    return { ...acts.summarize(profile), file };
  });
}

/** Erases a profile. Without `yes`, only shows what would be erased. */
export async function eraseFamily(
  environment: NodeJS.ProcessEnv,
  profileId: string,
  { yes = false, ...options }: OperatorOptions & { readonly yes?: boolean },
) {
  await runAsOperator(environment, options, async (ctx, operator) => {
    if (yes) return acts.actOnFamily(ctx, operator, 'erase', { profileId });
    const profile = await acts.openProfile(ctx, operator, 'family show', profileId);
    return { ...acts.summarize(profile), result: 'not erased: add --yes to erase it now, which cannot be undone' };
  });
}

/** Carries out one of the other acts on a profile. `text` is the email address that an act needs. */
export async function actOnFamily(
  environment: NodeJS.ProcessEnv,
  name: Exclude<acts.FamilyActName, 'erase'>,
  { profileId, text, ...options }: OperatorOptions & { readonly profileId: string; readonly text?: string },
) {
  await runAsOperator(environment, options, (ctx, operator) =>
    acts.actOnFamily(ctx, operator, name, { profileId, text }),
  );
}

/** Ends a family planet that was reported. All children leave it, so that they no longer see its name. */
export async function endReportedPlanet(environment: NodeJS.ProcessEnv, planetId: string, options: OperatorOptions) {
  await runAsOperator(environment, options, (ctx, operator) => acts.endReportedPlanet(ctx, operator, planetId));
}

function formatResult(result: Result): string {
  const blocks = 'map' in result ? (result as readonly object[]) : [result];
  return blocks.map((block) => formatFields(block)).join('\n\n');
}

function formatFields(fields: object): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}: ${typeof value === 'object' && value !== null ? JSON.stringify(value) : value}`)
    .join('\n');
}
