import type { Client, PanelParent } from '../../../core/requests/caller.ts';
import { addSeconds, type Instant } from '../../../core/time/instant.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import { hashToken } from '../../../platform/secrets/secrets.ts';
import { listGuardians, type Profile } from '../../accounts/index.ts';
import { continueSubscriptions } from '../../notifications/index.ts';
import { composeChildSignInEmail, composeNewDeviceEmail, composeOtherDevicesEmail } from '../emails.ts';
import { notifyParent, notifyWithinLimit } from '../notices.ts';
import { resetPanelPinTries } from '../pins/panel-pins-store.ts';
import { LIFETIME_SECONDS, NEW_DEVICE_EMAIL_LIMIT } from '../rules.ts';
import { type ChildDevice, computeDeviceKeys, computePanelDeviceKeys } from './devices.ts';
import { findSavedDevice } from './devices-store.ts';
import { saveProfileOnDevice } from './saved-profiles.ts';
import {
  endPanelSessionByHash,
  findPanelSession,
  insertAppSession,
  insertPanelSession,
  updateLastSeen,
} from './sessions-store.ts';
import { createSignInLink } from './sign-in-links.ts';

export interface IssuedToken {
  readonly token: string;
  readonly expires_at: Instant;
}

/** A profile that signs in. `isNew` is true when this sign-in created it. */
type SignInProfile = Profile & { readonly isNew?: boolean };

/** Signs a profile in to the app: stores a session, saves the profile on its device, and returns the token of the session. */
export async function signInToApp(ctx: TxContext, profile: SignInProfile, client: Client): Promise<IssuedToken> {
  const now = ctx.now();
  const { id, role } = profile;
  const expires_at = addSeconds(now, role === 'child' ? LIFETIME_SECONDS.childToken : LIFETIME_SECONDS.parentToken);
  const jti = ctx.random.timeOrderedId();
  const deviceKeys = computeDeviceKeys(ctx, client);
  const [newestDeviceKey] = deviceKeys;
  const session = { id: jti, profile_id: id, device_key: newestDeviceKey ?? null, created_at: now, expires_at };
  ctx.logSecurity({ event: 'sign-in', kind: role === 'child' ? 'child' : 'app', subject: id });
  await insertAppSession(ctx, { ...session, program: client.program ?? null }, deviceKeys);
  if (!profile.isNew && !(await findSavedDevice(ctx, id, deviceKeys)))
    await (role === 'child'
      ? notifyGuardiansOfNewDevice(ctx, profile, jti, client)
      : notifyOfNewDevice(ctx, profile, client));
  await saveProfileOnDevice(ctx, deviceKeys, id);
  return { token: ctx.tokens.sign({ sub: id, role, jti }, now, expires_at), expires_at };
}

interface PanelSignIn {
  readonly panelDeviceCookie: string;
  readonly client: Client;
  /** Whether the sign-in is a fresh proof. A manager code is none: whoever holds the parent's phone can create it. */
  readonly isProof: boolean;
  /** The kind of the event in the security log. */
  readonly kind: 'panel' | 'passkey';
}

/**
 * Signs a parent in to the panel. Returns the value of the cookie and the public id of the session. The browser's previous
 * session ends, because its cookie is replaced and the browser could no longer sign out of it.
 */
export async function signInToPanel(
  ctx: TxContext,
  parent: SignInProfile,
  { panelDeviceCookie, client, isProof, kind }: PanelSignIn,
) {
  const now = ctx.now();
  const cookie = ctx.random.bytes(32).toString('base64url');
  const id = ctx.random.timeOrderedId();
  await continueSubscriptions(ctx, panelDeviceCookie, { profileId: parent.id, sessionId: id });
  if (client.panelSessionCookie !== undefined) await endPanelSessionByHash(ctx, hashToken(client.panelSessionCookie));
  await insertPanelSession(ctx, {
    id,
    token_hash: hashToken(cookie),
    profile_id: parent.id,
    device_key: computePanelDeviceKeys(ctx, client)[0] ?? null,
    created_at: now,
    last_seen_at: now,
    confirmed_at: isProof ? now : null,
    present_at: now,
    program: client.program ?? null,
  });
  ctx.logSecurity({ event: 'sign-in', kind, subject: parent.id });
  const deviceKeys = computeDeviceKeys(ctx, { deviceId: undefined, panelDeviceCookie });
  if (!parent.isNew && !(await findSavedDevice(ctx, parent.id, deviceKeys)))
    await notifyOfNewDevice(ctx, parent, client);
  await saveProfileOnDevice(ctx, deviceKeys, parent.id);
  if (isProof) await resetPanelPinTries(ctx, { profileId: parent.id, deviceKeys });
  return { cookie, session_id: id };
}

/** Notifies a parent of a sign-in on a new device (gap 94). */
async function notifyOfNewDevice(ctx: TxContext, parent: SignInProfile, { program }: Client) {
  ctx.logSecurity({ event: 'new-device', subject: parent.id });
  const notice = { topic: 'new device', limit: NEW_DEVICE_EMAIL_LIMIT, key: parent.id };
  await notifyWithinLimit(ctx, parent, notice, (recipient) =>
    composeNewDeviceEmail(ctx, recipient, { at: ctx.now(), program }),
  );
}

/** Notifies the guardians of a child of a sign-in on a new device, with a link that ends it (gap 159). */
async function notifyGuardiansOfNewDevice(ctx: TxContext, child: Profile, sessionId: string, { program }: Client) {
  ctx.logSecurity({ event: 'new-device', subject: child.id });
  const signedInAt = ctx.now();
  for (const guardian of await listGuardians(ctx, child.id)) {
    const token = await createSignInLink(ctx, { childId: child.id, guardianId: guardian.id, sessionId, signedInAt });
    const notice = { topic: 'new device', limit: NEW_DEVICE_EMAIL_LIMIT, key: `${child.id} to ${guardian.id}` };
    await notifyWithinLimit(ctx, guardian, notice, (recipient) =>
      composeChildSignInEmail(ctx, recipient, { child, at: signedInAt, program, token }),
    );
  }
}

/**
 * Notifies the parent who has just become a child's first guardian of the other devices that know the child, with a link that signs
 * the child out on all of them: somebody else may know the PIN (decision 0065).
 */
export async function notifyOfOtherDevices(
  ctx: TxContext,
  { child, parent }: { readonly child: Profile; readonly parent: Profile },
  devices: readonly ChildDevice[],
): Promise<void> {
  if (devices.length === 0) return;
  const link = { childId: child.id, guardianId: parent.id, sessionId: '', signedInAt: ctx.now() };
  const token = await createSignInLink(ctx, link);
  await notifyParent(ctx, parent, { topic: 'new device', kind: 'security' }, (recipient) =>
    composeOtherDevicesEmail(ctx, recipient, { child, devices, token }),
  );
}

/** `last_seen_at` is written again only when it is this old, so that the many requests of one page write it only once. */
const LAST_SEEN_INTERVAL_SECONDS = 60;

/** Whether the session has been used without a pause so long that somebody else may be sitting there now. */
export function isPresenceKnown(presentAt: Instant | null, now: Instant): boolean {
  return presentAt !== null && now < addSeconds(presentAt, LIFETIME_SECONDS.panelPresence);
}

/**
 * Finds the parent of a panel cookie. Returns undefined when its session has expired or was ended (gap 17), or when another device
 * sends it (decision 0070).
 */
export async function authenticatePanelSession(ctx: Context, client: Client): Promise<PanelParent | undefined> {
  if (!client.panelSessionCookie) return undefined;
  const now = ctx.now();
  const session = await findPanelSession(ctx, hashToken(client.panelSessionCookie));
  if (!session || session.ended_at !== null) return undefined;
  if (session.device_key !== null && !computePanelDeviceKeys(ctx, client).includes(session.device_key))
    return undefined;
  if (addSeconds(session.last_seen_at, LIFETIME_SECONDS.panelIdle) <= now) return undefined;
  if (addSeconds(session.created_at, LIFETIME_SECONDS.panelAbsolute) <= now) return undefined;
  if (addSeconds(session.last_seen_at, LAST_SEEN_INTERVAL_SECONDS) <= now)
    await ctx.write((ctx) =>
      updateLastSeen(ctx, session.profile_id, session.id, isPresenceKnown(session.present_at, now)),
    );
  return { role: 'panel', profileId: session.profile_id, sessionId: session.id, language: session.language };
}
