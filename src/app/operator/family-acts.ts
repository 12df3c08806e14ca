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
import { eraseNow } from '../../features/data-rights/index.ts';
import {
  addAsGuardian,
  changeParentEmail,
  removeGuardianAndNotify,
  revokeParentAccess,
} from '../../features/guardianship/index.ts';
import { endPlanetForAll } from '../../features/planets/index.ts';
import { localized } from '../../locales/index.ts';
import type { Context } from '../../platform/context.ts';
import { computePseudonym } from '../../platform/observability/security-log.ts';
import { listSecurityEvents } from '../../platform/observability/security-log-store.ts';

// What an operator can do for a family, on the operator's page and with `admin family`, `parent`, `planet` and `name`. Each act uses
// the same use cases as the panel, and is recorded in the security log with the name of the operator.

const MAX_FOUND_PROFILES = 50;
const MAX_SHOWN_EVENTS = 50;

/** Why an act was not carried out. */
export class ActError extends Error {
  readonly reason: 'not-found' | 'refused';

  constructor(reason: ActError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** An act on a profile. Returns what is true afterwards. */
interface FamilyAct {
  /** The name in the security log. */
  readonly kind: string;
  /** `text` is the email address that an act needs. */
  readonly run: (ctx: Context, profile: Profile, text: string) => Promise<Readonly<Record<string, unknown>>>;
}

export const FAMILY_ACTS = {
  'sign-out': { kind: 'family sign-out', run: signOut },
  unlock: { kind: 'family unlock', run: unlock },
  link: { kind: 'family link', run: link },
  unlink: { kind: 'family unlink', run: unlink },
  'change-email': { kind: 'parent change-email', run: changeEmail },
  'end-email-pause': { kind: 'parent end-email-pause', run: endEmailPause },
  'reset-name': { kind: 'name reset', run: resetName },
  erase: { kind: 'family erase', run: erase },
} satisfies Record<string, FamilyAct>;

export type FamilyActName = keyof typeof FAMILY_ACTS;

/**
 * Carries out an act on the profile with this id or email address. The security log has the attempt, and another event if it failed.
 */
export async function actOnFamily(
  ctx: Context,
  operator: string,
  name: FamilyActName,
  { profileId, text = '' }: { readonly profileId: string; readonly text?: string },
) {
  const { kind, run } = FAMILY_ACTS[name];
  const profile = await openProfile(ctx, operator, kind, profileId);
  try {
    return await run(ctx, profile, text);
  } catch (error) {
    ctx.logSecurity({ event: 'operator', kind: `${kind} failed`, subject: profile.id, operator });
    throw error;
  }
}

/** Finds a profile by its id or email address for an act called `kind`, which the security log names. */
export async function openProfile(ctx: Context, operator: string, kind: string, profileId: string): Promise<Profile> {
  const profile = (await findProfile(ctx, profileId)) ?? (await findByEmail(ctx, profileId));
  if (!profile) throw new ActError('not-found', `There is no profile ${profileId}.`);
  ctx.logSecurity({ event: 'operator', kind, subject: profile.id, operator });
  return profile;
}

/** Lists the profiles with this id, email address, name or pseudonym. */
export async function findFamilies(ctx: Context, operator: string, text: string) {
  ctx.logSecurity({ event: 'operator', kind: 'family find', operator });
  return (await searchProfiles(ctx, normalizeEmail(text) ?? text, MAX_FOUND_PROFILES)).map(summarize);
}

/** Shows a profile with its family, its sessions, its planned deletion and its part of the security log. */
export async function showFamily(ctx: Context, operator: string, profileId: string) {
  await ctx.flushSecurityLog();
  const profile = await openProfile(ctx, operator, 'family show', profileId);
  const guardians = await listGuardians(ctx, profile.id);
  const pseudonym = computePseudonym(ctx, profile.id);
  const events = await listSecurityEvents(ctx, { limit: MAX_SHOWN_EVENTS, pseudonyms: [pseudonym] });
  return {
    ...summarize(profile),
    guardians: guardians.map(({ linked_at, ...guardian }) => ({ ...summarize(guardian), linked_at })),
    children: (await listChildren(ctx, profile.id)).map(summarize),
    email_paused_until: profile.email === null ? null : await ctx.outbox.findPause(ctx, profile.email, ctx.now()),
    open_app_sessions: (await listOpenAppSessions(ctx, profile.id)).length,
    deletion_due_at: (await findPlannedDeletion(ctx, profile.id))?.due_at ?? null,
    security_name: pseudonym,
    events: events.map(({ at, event, kind, operator, address, repeats }) => {
      return { at, event, kind, operator, address, repeats };
    }),
  };
}

export function summarize({ id, role, display_name, pseudonym, email, language, created_at }: Profile) {
  return { id, role, display_name, pseudonym, email, language, created_at };
}

/** Ends a family planet that was reported. All children leave it, so that they no longer see its name. */
export async function endReportedPlanet(ctx: Context, operator: string, planetId: string) {
  ctx.logSecurity({ event: 'operator', kind: 'planet end', operator });
  const isEnded = await ctx.write((ctx) => endPlanetForAll(ctx, planetId));
  if (!isEnded) throw new ActError('not-found', 'There is no family planet with this id that has not ended.');
  return { id: planetId, ended: true };
}

/** Signs a profile out everywhere, and makes its devices unknown. Says what can still sign in as a parent, besides emailed codes. */
function signOut(ctx: Context, profile: Profile) {
  return ctx.write(async (ctx) => {
    if (profile.role === 'parent') {
      await revokeParentAccess(ctx, profile.id);
      const { length: passkeys } = await listPasskeys(ctx, profile.id);
      const { length: recovery_codes } = await listRecoveryCodes(ctx, profile.id);
      return { id: profile.id, signed_out: true, passkeys, recovery_codes };
    }
    await endChildSessions(ctx, profile.id);
    await forgetDevices(ctx, profile.id, []);
    return { id: profile.id, signed_out: true };
  });
}

/** Gives back the budgets that wrong PINs for a child have spent. */
function unlock(ctx: Context, child: Profile) {
  return ctx.write(async (ctx) => {
    requireChild(child);
    await endPinWaits(ctx, child.id);
    return { id: child.id, unlocked: true };
  });
}

/** Makes a registered parent a guardian of a child. */
function link(ctx: Context, child: Profile, email: string) {
  return ctx.write(async (ctx) => {
    const parent = await findByEmail(ctx, email);
    if (!parent) throw new ActError('not-found', `${email} has no account: the parent has to sign in once.`);
    requireChild(child);
    await lockProfile(ctx, child.id);
    await addAsGuardian(ctx, parent, child.id);
    return { id: child.id, guardians: await listGuardianEmails(ctx, child) };
  });
}

/** Removes a guardian of a child. */
function unlink(ctx: Context, child: Profile, email: string) {
  return ctx.write(async (ctx) => {
    await lockProfile(ctx, child.id);
    const guardian = (await listGuardians(ctx, child.id)).find((parent) => parent.email === normalizeEmail(email));
    if (!guardian) throw new ActError('not-found', `${email} is no guardian of this child.`);
    await removeGuardianAndNotify(ctx, child, guardian);
    return { id: child.id, guardians: await listGuardianEmails(ctx, child) };
  });
}

/** Changes the address of a parent who has lost the mailbox. The operator has to know who asks for this. */
function changeEmail(ctx: Context, parent: Profile, to: string) {
  return ctx.write(async (ctx) => {
    const email = normalizeEmail(to);
    if (email === undefined) throw new ActError('refused', `${to} is not an email address.`);
    if (parent.role !== 'parent') throw new ActError('refused', 'This profile is not that of a parent.');
    if (await findParentByEmail(ctx, email)) throw new ActError('refused', 'This address has an account.');
    await changeParentEmail(ctx, parent, email);
    return { id: parent.id, email };
  });
}

/** Lets a parent get emails again whose mail server refused several. */
function endEmailPause(ctx: Context, { id, email }: Profile) {
  return ctx.write(async (ctx) => {
    if (email === null) throw new ActError('refused', 'This profile has no email address.');
    await ctx.outbox.endPause(ctx, email);
    return { id, email };
  });
}

/** Replaces a name that was reported: a child's by its pseudonym, a parent's by "Parent" in the parent's language. */
function resetName(ctx: Context, { id, pseudonym, language }: Profile) {
  return ctx.write(async (ctx) => {
    const display_name = pseudonym ?? localized.accounts.parent[toLanguage(language)];
    await updateProfile(ctx, id, { display_name });
    return { id, display_name };
  });
}

/** Erases a profile now, without the seven days. */
async function erase(ctx: Context, profile: Profile) {
  await eraseNow(ctx, profile);
  const deletion = await findPlannedDeletion(ctx, profile.id);
  return { id: profile.id, erased: !deletion, deletion_due_at: deletion?.due_at ?? null };
}

async function findByEmail(ctx: Context, text: string): Promise<Profile | undefined> {
  const email = normalizeEmail(text);
  return email === undefined ? undefined : findParentByEmail(ctx, email);
}

function requireChild({ role }: Profile): void {
  if (role !== 'child') throw new ActError('refused', 'This profile is not that of a child.');
}

async function listGuardianEmails(ctx: Context, child: Profile) {
  return (await listGuardians(ctx, child.id)).map(({ email }) => email);
}
