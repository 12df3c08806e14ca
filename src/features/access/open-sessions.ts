import type { Client, PanelParent, Parent } from '../../core/requests/caller.ts';
import { isStorable } from '../../core/text/normalize-text.ts';
import { addSeconds, type Instant } from '../../core/time/instant.ts';
import { createSignInRequiredError } from '../../platform/api-errors.ts';
import type { Context, TxContext } from '../../platform/context.ts';
import { findProfile, lockProfile } from '../accounts/index.ts';
import { deleteCodes } from './codes/codes-store.ts';
import { computeEmailKey } from './codes/email-codes.ts';
import { lockPinRow } from './pins/pins-store.ts';
import { LIFETIME_SECONDS } from './rules.ts';
import { computeDeviceKeys } from './sessions/devices.ts';
import { forgetDevice, forgetDevices } from './sessions/devices-store.ts';
import {
  endPanelSession,
  endPanelSessions,
  findSessionDevice,
  isSessionOpen,
  listOpenAppSessions,
  listOpenPanelSessions,
  revokeAppSession,
  revokeAppSessions,
} from './sessions/sessions-store.ts';

/** An open session of a parent in the app or the panel. */
export interface OpenSession {
  readonly id: string;
  readonly kind: 'app' | 'panel';
  /** The browser and the operating system, such as "Firefox, Windows"; null if unknown. */
  readonly program: string | null;
  readonly createdAt: Instant;
  /** When the session was last used, accurate to a minute; null for an app session, for which this is not recorded. */
  readonly lastSeenAt: Instant | null;
  /** Whether the current request belongs to this session. */
  readonly isCurrent: boolean;
}

/** The caller's open sessions: first the session of the current request, then the others from the newest to the oldest. */
export async function listOpenSessions(ctx: Context, { profileId, sessionId }: PanelParent): Promise<OpenSession[]> {
  const now = ctx.now();
  const appSessions = await listOpenAppSessions(ctx, profileId);
  const panelSessions = await listOpenPanelSessions(ctx, profileId, {
    seenAfter: addSeconds(now, -LIFETIME_SECONDS.panelIdle),
    createdAfter: addSeconds(now, -LIFETIME_SECONDS.panelAbsolute),
  });
  const sessions: OpenSession[] = [
    ...appSessions.map(({ id, program, created_at }) => {
      return { id, kind: 'app' as const, program, createdAt: created_at, lastSeenAt: null, isCurrent: false };
    }),
    ...panelSessions.map(({ id, program, created_at, last_seen_at }) => {
      const isCurrent = id === sessionId;
      return { id, kind: 'panel' as const, program, createdAt: created_at, lastSeenAt: last_seen_at, isCurrent };
    }),
  ];
  const toSortKey = ({ isCurrent, createdAt, id }: OpenSession) => `${isCurrent ? 1 : 0} ${createdAt} ${id}`;
  return sessions.sort((a, b) => (toSortKey(a) < toSortKey(b) ? 1 : -1));
}

/**
 * Ends one of the caller's sessions. The device of an app session counts as unknown again. With the id of another
 * parent's session, no session ends.
 */
export async function endSession(ctx: Context, { profileId }: PanelParent, id: string): Promise<void> {
  if (!isStorable(id)) return; // a text that the database cannot store is no session's id
  await ctx.write(async (ctx) => {
    await lockProfile(ctx, profileId);
    await deleteAllCodes(ctx, profileId); // the ended session may have created or requested codes
    const deviceKey = await revokeAppSession(ctx, profileId, id);
    if (deviceKey) await forgetDevice(ctx, profileId, deviceKey);
    await endPanelSession(ctx, profileId, id);
  });
}

/** What remains when a parent is signed out everywhere: the panel session with this id, and the device of this client. */
export interface Kept {
  readonly sessionId?: string;
  readonly client?: Client;
}

/**
 * Signs a parent out everywhere. Every device counts as unknown again, and codes of every purpose are deleted. The codes
 * are deleted first: the deletion waits for a concurrent sign-in with one of the codes, so that the session of that sign-in
 * is ended too.
 */
export async function endParentSessions(ctx: TxContext, parentId: string, kept: Kept = {}): Promise<void> {
  await lockProfile(ctx, parentId);
  await deleteAllCodes(ctx, parentId);
  await revokeAppSessions(ctx, parentId);
  await endPanelSessions(ctx, parentId, kept.sessionId);
  await forgetDevices(ctx, parentId, kept.client ? computeDeviceKeys(ctx, kept.client) : []);
}

/**
 * Deletes a parent's codes of every purpose. Codes sent by email are stored under the hash of the email address, the others
 * under the profile id.
 */
async function deleteAllCodes(ctx: TxContext, parentId: string): Promise<void> {
  const email = (await findProfile(ctx, parentId))?.email;
  await deleteCodes(ctx, [parentId, ...(email ? [computeEmailKey(ctx, email)] : [])]);
}

/**
 * Refuses a parent whose session has ended since the request began, and makes a concurrent sign-out of that parent wait
 * until this transaction ends. Therefore a code, for example, is created either before the sign-out, which deletes it, or not
 * at all.
 */
export async function requireOpenSession(ctx: TxContext, caller: Parent | PanelParent): Promise<void> {
  await lockProfile(ctx, caller.profileId);
  if (!(await isSessionOpen(ctx, caller))) throw createSignInRequiredError();
}

/** Signs a child out everywhere. The lock makes a concurrent sign-in finish before the sign-out or start after it. */
export async function endChildSessions(ctx: TxContext, childId: string): Promise<void> {
  await lockPinRow(ctx, childId);
  await revokeAppSessions(ctx, childId);
}

/** Signs a child out everywhere, and makes the device of a session unknown to the child, even if the session has ended before. */
export async function endChildSession(ctx: TxContext, childId: string, sessionId: string): Promise<void> {
  await endChildSessions(ctx, childId);
  const deviceKey = await findSessionDevice(ctx, childId, sessionId);
  if (deviceKey) await forgetDevice(ctx, childId, deviceKey);
}
