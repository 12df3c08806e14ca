import { createWriteStream } from 'node:fs';
import { userInfo } from 'node:os';
import { pipeline } from 'node:stream/promises';
import { ApiError } from '../../core/requests/api-error.ts';
import { toLanguage } from '../../core/text/languages.ts';
import {
  endChildSessions,
  endPinWaits,
  forgetDevices,
  listOpenAppSessions,
  listPasskeys,
  listRecoveryCodes,
} from '../../features/access/index.ts';
import {
  findParentByEmail,
  findPlannedDeletion,
  findProfile,
  listChildren,
  listGuardians,
  lockProfile,
  normalizeEmail,
  type Profile,
  searchProfiles,
  updateProfile,
} from '../../features/accounts/index.ts';
import { eraseNow, exportProfile } from '../../features/data-rights/index.ts';
import {
  addAsGuardian,
  changeParentEmail,
  removeGuardianAndNotify,
  revokeParentAccess,
} from '../../features/guardianship/index.ts';
import { endPlanetForAll } from '../../features/planets/index.ts';
import { localized } from '../../locales/index.ts';
import type { Context } from '../../platform/context.ts';
import { assertMigrated, openDatabase } from '../../platform/database/index.ts';
import { createLog } from '../../platform/observability/log.ts';
import { computePseudonym } from '../../platform/observability/security-log.ts';
import { listSecurityEvents } from '../../platform/observability/security-log-store.ts';
import { readSettings } from '../../platform/settings.ts';
import { createContext } from '../build.ts';
import { loadContent } from '../content-reload.ts';
import { assertSecretsExistAndMatch, openConfiguredBucket } from '../installation/installation.ts';
import { findInstallation } from '../installation/installation-store.ts';

/** The exit codes of the commands, besides 0 for success and 1 for an error such as an unreachable database. */
const EXIT_NOT_FOUND = 2;
const EXIT_REFUSED = 3;

const MAX_FOUND_PROFILES = 50;
const MAX_SHOWN_EVENTS = 50;

export interface OperatorOptions {
  /** Prints the result as JSON. */
  readonly json?: boolean;
  /** The name of the operator in the security log. By default, the user of the operating system. */
  readonly as?: string;
}

/** What a command prints: an object as JSON, or its fields as lines. */
type Result = Readonly<Record<string, unknown>> | readonly Readonly<Record<string, unknown>>[];

/** Ends a command with a message and an exit code. */
class CommandError extends Error {
  readonly exitCode: number;

  constructor(exitCode: number, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

/**
 * Runs a command on one profile of a service, which may be running. It uses the same use cases as the panel, records the act in the
 * security log, and leaves emails to the service.
 */
async function runOnProfile(
  environment: NodeJS.ProcessEnv,
  kind: string,
  { profileId, json = false, as }: OperatorOptions & { readonly profileId: string },
  work: (ctx: Context, profile: Profile) => Promise<Result>,
): Promise<void> {
  await runAsOperator(environment, { json }, async (ctx) => {
    const profile = (await findProfile(ctx, profileId)) ?? (await findByEmail(ctx, profileId));
    if (!profile) throw new CommandError(EXIT_NOT_FOUND, `There is no profile ${profileId}.`);
    ctx.logSecurity({ event: 'operator', kind, subject: profile.id, operator: getOperatorName(as) });
    return work(ctx, profile);
  });
}

async function runAsOperator(
  environment: NodeJS.ProcessEnv,
  { json = false }: OperatorOptions,
  work: (ctx: Context) => Promise<Result>,
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
    const result = await work(ctx);
    console.log(json ? JSON.stringify(result, null, 2) : formatResult(result));
  } catch (error) {
    if (!(error instanceof CommandError || error instanceof ApiError)) throw error;
    console.error(error.message);
    process.exitCode = error instanceof CommandError ? error.exitCode : EXIT_REFUSED;
  } finally {
    await ctx.flushSecurityLog();
  }
}

function getOperatorName(as: string | undefined): string {
  return (as ?? process.env.SUDO_USER ?? userInfo().username).slice(0, 100);
}

async function findByEmail(ctx: Context, text: string): Promise<Profile | undefined> {
  const email = normalizeEmail(text);
  return email === undefined ? undefined : findParentByEmail(ctx, email);
}

/** Lists the profiles with this id, email address, name or pseudonym. */
export async function findFamilies(environment: NodeJS.ProcessEnv, text: string, options: OperatorOptions) {
  await runAsOperator(environment, options, async (ctx) => {
    const operator = getOperatorName(options.as);
    const profiles = await searchProfiles(ctx, normalizeEmail(text) ?? text, MAX_FOUND_PROFILES);
    ctx.logSecurity({ event: 'operator', kind: 'family find', operator });
    if (profiles.length === 0) throw new CommandError(EXIT_NOT_FOUND, 'No profile has this id, address or name.');
    return profiles.map(summarize);
  });
}

/** Shows a profile with its family, its sessions, its planned deletion and its part of the security log. */
export async function showFamily(environment: NodeJS.ProcessEnv, profileId: string, options: OperatorOptions) {
  await runOnProfile(environment, 'family show', { ...options, profileId }, async (ctx, profile) => {
    const guardians = await listGuardians(ctx, profile.id);
    const pseudonym = computePseudonym(ctx, profile.id);
    const events = await listSecurityEvents(ctx, [pseudonym], MAX_SHOWN_EVENTS);
    return {
      ...summarize(profile),
      guardians: guardians.map(({ linked_at, ...guardian }) => ({ ...summarize(guardian), linked_at })),
      children: (await listChildren(ctx, profile.id)).map(summarize),
      open_app_sessions: (await listOpenAppSessions(ctx, profile.id)).length,
      deletion_due_at: (await findPlannedDeletion(ctx, profile.id))?.due_at ?? null,
      pseudonym,
      events: events.map(({ at, event, kind, operator, address, repeats }) => {
        return { at, event, kind, operator, address, repeats };
      }),
    };
  });
}

function summarize({ id, role, display_name, pseudonym, email, language, created_at }: Profile) {
  return { id, role, display_name, pseudonym, email, language, created_at };
}

/** Writes all data of a profile to a new ZIP file, which only its owner can read. */
export async function exportFamily(
  environment: NodeJS.ProcessEnv,
  profileId: string,
  { output, ...options }: OperatorOptions & { readonly output?: string },
) {
  await runOnProfile(environment, 'family export', { ...options, profileId }, async (ctx, profile) => {
    const file = output ?? `${profile.id}.zip`;
    await pipeline(await exportProfile(ctx, profile), createWriteStream(file, { mode: 0o600, flags: 'wx' }));
    return { ...summarize(profile), file };
  });
}

/** Erases a profile. Without `yes`, only shows what would be erased. */
export async function eraseFamily(
  environment: NodeJS.ProcessEnv,
  profileId: string,
  { yes = false, ...options }: OperatorOptions & { readonly yes?: boolean },
) {
  await runOnProfile(
    environment,
    yes ? 'family erase' : 'family show',
    { ...options, profileId },
    async (ctx, profile) => {
      if (!yes)
        return { ...summarize(profile), result: 'not erased: add --yes to erase it now, which cannot be undone' };
      await eraseNow(ctx, profile);
      const deletion = await findPlannedDeletion(ctx, profile.id);
      return { id: profile.id, erased: !deletion, deletion_due_at: deletion?.due_at ?? null };
    },
  );
}

/** Makes a registered parent a guardian of a child. */
export async function linkFamily(
  environment: NodeJS.ProcessEnv,
  childId: string,
  email: string,
  options: OperatorOptions,
) {
  await runOnProfile(environment, 'family link', { ...options, profileId: childId }, (ctx, child) =>
    ctx.write(async (ctx) => {
      const parent = await getParent(ctx, email);
      requireChild(child);
      await lockProfile(ctx, child.id);
      await addAsGuardian(ctx, parent, child.id);
      return { id: child.id, guardians: await listGuardianEmails(ctx, child) };
    }),
  );
}

/** Removes a guardian of a child. */
export async function unlinkFamily(
  environment: NodeJS.ProcessEnv,
  childId: string,
  email: string,
  options: OperatorOptions,
) {
  await runOnProfile(environment, 'family unlink', { ...options, profileId: childId }, (ctx, child) =>
    ctx.write(async (ctx) => {
      await lockProfile(ctx, child.id);
      const guardian = (await listGuardians(ctx, child.id)).find((parent) => parent.email === normalizeEmail(email));
      if (!guardian) throw new CommandError(EXIT_NOT_FOUND, `${email} is no guardian of this child.`);
      await removeGuardianAndNotify(ctx, child, guardian);
      return { id: child.id, guardians: await listGuardianEmails(ctx, child) };
    }),
  );
}

/** Signs a profile out everywhere, and makes its devices unknown. Says what can still sign in as a parent, besides emailed codes. */
export async function signOutFamily(environment: NodeJS.ProcessEnv, profileId: string, options: OperatorOptions) {
  await runOnProfile(environment, 'family sign-out', { ...options, profileId }, (ctx, profile) =>
    ctx.write(async (ctx) => {
      if (profile.role === 'parent') {
        await revokeParentAccess(ctx, profile.id);
        const { length: passkeys } = await listPasskeys(ctx, profile.id);
        const { length: recovery_codes } = await listRecoveryCodes(ctx, profile.id);
        return { id: profile.id, signed_out: true, passkeys, recovery_codes };
      }
      await endChildSessions(ctx, profile.id);
      await forgetDevices(ctx, profile.id, []);
      return { id: profile.id, signed_out: true };
    }),
  );
}

/** Gives back the budgets that wrong PINs for a child have spent. */
export async function unlockFamily(environment: NodeJS.ProcessEnv, childId: string, options: OperatorOptions) {
  await runOnProfile(environment, 'family unlock', { ...options, profileId: childId }, (ctx, child) =>
    ctx.write(async (ctx) => {
      requireChild(child);
      await endPinWaits(ctx, child.id);
      return { id: child.id, unlocked: true };
    }),
  );
}

/** Changes the address of a parent who has lost the mailbox. The operator has to know who asks for this. */
export async function changeEmail(environment: NodeJS.ProcessEnv, from: string, to: string, options: OperatorOptions) {
  await runOnProfile(environment, 'parent change-email', { ...options, profileId: from }, (ctx, parent) =>
    ctx.write(async (ctx) => {
      const email = normalizeEmail(to);
      if (email === undefined) throw new CommandError(EXIT_REFUSED, `${to} is not an email address.`);
      if (parent.role !== 'parent') throw new CommandError(EXIT_REFUSED, 'This profile is not that of a parent.');
      if (await findParentByEmail(ctx, email)) throw new CommandError(EXIT_REFUSED, 'This address has an account.');
      await changeParentEmail(ctx, parent, email);
      return { id: parent.id, email };
    }),
  );
}

/** Ends a family planet that was reported. All children leave it, so that they no longer see its name. */
export async function endReportedPlanet(environment: NodeJS.ProcessEnv, planetId: string, options: OperatorOptions) {
  await runAsOperator(environment, options, async (ctx) => {
    ctx.logSecurity({ event: 'operator', kind: 'planet end', operator: getOperatorName(options.as) });
    const isEnded = await ctx.write((ctx) => endPlanetForAll(ctx, planetId));
    if (!isEnded) throw new CommandError(EXIT_NOT_FOUND, 'There is no family planet with this id that has not ended.');
    return { id: planetId, ended: true };
  });
}

/** Replaces a name that was reported: a child's by its pseudonym, a parent's by "Parent" in the parent's language. */
export async function resetReportedName(environment: NodeJS.ProcessEnv, profileId: string, options: OperatorOptions) {
  await runOnProfile(environment, 'name reset', { ...options, profileId }, (ctx, { id, pseudonym, language }) =>
    ctx.write(async (ctx) => {
      const display_name = pseudonym ?? localized.accounts.parent[toLanguage(language)];
      await updateProfile(ctx, id, { display_name });
      return { id, display_name };
    }),
  );
}

async function getParent(ctx: Context, email: string): Promise<Profile> {
  const parent = await findByEmail(ctx, email);
  if (!parent) throw new CommandError(EXIT_NOT_FOUND, `${email} has no account: the parent has to sign in once.`);
  return parent;
}

function requireChild({ role }: Profile): void {
  if (role !== 'child') throw new CommandError(EXIT_REFUSED, 'This profile is not that of a child.');
}

async function listGuardianEmails(ctx: Context, child: Profile) {
  return (await listGuardians(ctx, child.id)).map(({ email }) => email);
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
