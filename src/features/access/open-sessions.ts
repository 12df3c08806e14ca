import type { PanelParent, Parent } from '../../core/requests/caller.ts';
import { isStorable } from '../../core/text/normalize-text.ts';
import { addSeconds, type Instant } from '../../core/time/instant.ts';
import { createSignInRequiredError } from '../../platform/api-errors.ts';
import type { Context, UnitOfWork } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/index.ts';
import { findProfile, lockProfile } from '../accounts/index.ts';
import { deleteCodes } from './codes/codes-store.ts';
import { computeEmailKey } from './codes/email-codes.ts';
import { lockPinRow } from './pins/pins-store.ts';
import { LIFETIME_SECONDS } from './rules.ts';
import { forgetDevice, forgetDevices } from './sessions/devices-store.ts';
import {
  endPanelSession,
  endPanelSessions,
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
  const appSessions = await listOpenAppSessions(ctx.db, profileId, now);
  const panelSessions = await listOpenPanelSessions(ctx.db, profileId, {
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
  await ctx.write(async (unitOfWork) => {
    const { tx, now } = unitOfWork;
    await lockProfile(tx, profileId);
    await deleteAllCodes(unitOfWork, profileId); // the ended session may have created or requested codes
    const deviceKey = await revokeAppSession(tx, profileId, id, now);
    if (deviceKey) await forgetDevice(tx, profileId, deviceKey);
    await endPanelSession(tx, profileId, id, now);
  });
}

/**
 * Signs a parent out everywhere, except for the panel session `keptSessionId`. Every device counts as unknown again,
 * and codes of every purpose are deleted. The codes are deleted first: the deletion waits for a concurrent sign-in with
 * one of the codes, so that the session of that sign-in is ended too.
 */
export async function endParentSessions(
  unitOfWork: UnitOfWork,
  parentId: string,
  keptSessionId?: string,
): Promise<void> {
  const { tx, now } = unitOfWork;
  await lockProfile(tx, parentId);
  await deleteAllCodes(unitOfWork, parentId);
  await revokeAppSessions(tx, parentId, now);
  await endPanelSessions(tx, parentId, now, keptSessionId);
  await forgetDevices(tx, parentId);
}

/**
 * Deletes a parent's codes of every purpose. Codes sent by email are stored under the hash of the email address, the others
 * under the profile id.
 */
async function deleteAllCodes({ ctx, tx }: UnitOfWork, parentId: string): Promise<void> {
  const email = (await findProfile(tx, parentId))?.email;
  await deleteCodes(tx, [parentId, ...(email ? [computeEmailKey(ctx, email)] : [])]);
}

/**
 * Refuses a parent whose session has ended since the request began, and makes a concurrent sign-out of that parent wait
 * until this transaction ends. Therefore a code, for example, is created either before the sign-out, which deletes it, or not
 * at all.
 */
export async function requireOpenSession(tx: Tx, caller: Parent | PanelParent): Promise<void> {
  await lockProfile(tx, caller.profileId);
  if (!(await isSessionOpen(tx, caller))) throw createSignInRequiredError();
}

/** Signs a child out everywhere. The lock makes a concurrent sign-in finish before the sign-out or start after it. */
export async function endChildSessions({ tx, now }: UnitOfWork, childId: string): Promise<void> {
  await lockPinRow(tx, childId);
  await revokeAppSessions(tx, childId, now);
}
