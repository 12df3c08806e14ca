import type { Client } from '../../../core/requests/caller.ts';
import type { Instant } from '../../../core/time/instant.ts';
import type { Context } from '../../../platform/context.ts';

/** A device on which a child is signed in or can be chosen to sign in. */
export interface ChildDevice {
  readonly id: string;
  /** The browser and the operating system, such as "Firefox, Windows"; null if unknown. */
  readonly program: string | null;
  /** When the child last signed in or used the app on it, accurate to an hour. */
  readonly lastSeenAt: Instant;
  readonly isSignedIn: boolean;
}

/**
 * The keyed hashes under which a client's device may be stored, the one with the newest secret first. Empty for a client that
 * sends neither a Device-Id nor a device cookie.
 */
export function computeDeviceKeys(ctx: Context, client: Pick<Client, 'deviceId' | 'panelDeviceCookie'>): string[] {
  if (client.deviceId !== undefined) return ctx.secrets.hashWithAllKeys('device', client.deviceId);
  return computePanelDeviceKeys(ctx, client);
}

/** The keyed hashes of the panel's device cookie; empty without it. */
export function computePanelDeviceKeys(
  { secrets }: Context,
  { panelDeviceCookie }: Pick<Client, 'panelDeviceCookie'>,
): string[] {
  return panelDeviceCookie === undefined ? [] : secrets.hashWithAllKeys('panel device', panelDeviceCookie);
}

/**
 * Whether the client's device may count as known. A shorter Device-Id has too few random bits: other people may use or guess it. It
 * still lists and saves profiles (gap 158).
 */
export function hasUnguessableDevice({ deviceId }: Pick<Client, 'deviceId'>): boolean {
  return deviceId === undefined || deviceId.length >= 22;
}
