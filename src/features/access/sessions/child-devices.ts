import { createHash } from 'node:crypto';
import type { Child, Client } from '../../../core/requests/caller.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import { canUndoLink } from '../first-link/first-link.ts';
import { lockPinRow } from '../pins/pins-store.ts';
import { type ChildDevice, computeDeviceKeys } from './devices.ts';
import { forgetDevice, listSavedDevices } from './devices-store.ts';
import { listAppSessions, revokeAppSession } from './sessions-store.ts';

interface DeviceWithKeys extends ChildDevice {
  /** Null for a session of a program that sends no Device-Id. */
  readonly deviceKey: string | null;
  readonly openSessionIds: readonly string[];
}

/** The devices of a child, the most recently used first. */
export async function listChildDevices(ctx: Context, childId: string): Promise<ChildDevice[]> {
  return listDevices(ctx, childId);
}

/** The devices of a child, except for the one that sends the request. */
export async function listOtherChildDevices(
  ctx: Context,
  { profileId, sessionId }: Child,
  client: Client,
): Promise<ChildDevice[]> {
  const ownKeys: readonly (string | null)[] = computeDeviceKeys(ctx, client);
  const devices = await listDevices(ctx, profileId);
  return devices.filter(
    ({ deviceKey, openSessionIds }) => !ownKeys.includes(deviceKey) && !openSessionIds.includes(sessionId),
  );
}

/**
 * Signs the child out on a device and removes the child from its list of profiles, unless its first link can be undone there. Does
 * nothing if the id is unknown.
 */
export async function endChildDevice(ctx: TxContext, childId: string, id: string): Promise<void> {
  await lockPinRow(ctx, childId); // a concurrent sign-in on the device has either finished or begins afterward
  const device = (await listDevices(ctx, childId)).find((device) => device.id === id);
  if (!device) return;
  for (const sessionId of device.openSessionIds) await revokeAppSession(ctx, childId, sessionId);
  if (device.deviceKey !== null && !(await canUndoLink(ctx, childId, device.deviceKey)))
    await forgetDevice(ctx, childId, device.deviceKey);
}

async function listDevices(ctx: Context, childId: string): Promise<DeviceWithKeys[]> {
  const now = ctx.now();
  const sessions = await listAppSessions(ctx, childId); // the newest first
  const savedAtByKey = new Map((await listSavedDevices(ctx, childId)).map((row) => [row.device_key, row.saved_at]));
  const isOpen = (session: (typeof sessions)[number]) => session.revoked_at === null && session.expires_at > now;
  const sessionsByDevice = Map.groupBy(sessions, ({ id, device_key }) => device_key ?? `session ${id}`);
  const names = new Set([...savedAtByKey.keys(), ...sessionsByDevice.keys()]);
  const devices = [...names].flatMap((name): DeviceWithKeys[] => {
    const deviceSessions = sessionsByDevice.get(name) ?? [];
    const openSessionIds = deviceSessions.filter(isOpen).map(({ id }) => id);
    const savedAt = savedAtByKey.get(name);
    if (savedAt === undefined && openSessionIds.length === 0) return [];
    const times = deviceSessions.flatMap(({ created_at, last_seen_at }) => [created_at, last_seen_at ?? created_at]);
    return [
      {
        id: hashDeviceName(childId, name),
        program: deviceSessions.find(({ program }) => program !== null)?.program ?? null,
        lastSeenAt: [...times, savedAt ?? ''].sort().at(-1) ?? '',
        isSignedIn: openSessionIds.length > 0,
        deviceKey: name.startsWith('session ') ? null : name,
        openSessionIds,
      },
    ];
  });
  return devices.sort((a, b) => (`${a.lastSeenAt} ${a.id}` < `${b.lastSeenAt} ${b.id}` ? 1 : -1));
}

/** The id contains the child's id, so that a guardian of two children cannot tell from it whether they share a device. */
function hashDeviceName(childId: string, name: string): string {
  return createHash('sha256').update(`${childId} ${name}`).digest('base64url');
}
