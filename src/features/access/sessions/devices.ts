import type { Client } from '../../../core/requests/caller.ts';
import type { Context } from '../../../platform/context.ts';

/**
 * The keyed hashes under which a client's device may be stored, the one with the newest secret first. Empty for a client that
 * sends neither a Device-Id nor a device cookie.
 */
export function computeDeviceKeys(
  { secrets }: Context,
  { deviceId, panelDeviceCookie }: Pick<Client, 'deviceId' | 'panelDeviceCookie'>,
): string[] {
  if (deviceId !== undefined) return secrets.hashWithAllKeys('device', deviceId);
  return panelDeviceCookie === undefined ? [] : secrets.hashWithAllKeys('panel device', panelDeviceCookie);
}

/**
 * Whether the client's device may count as known. A shorter Device-Id has too few random bits: other people may use or guess it. It
 * still lists and saves profiles (gap 158).
 */
export function hasUnguessableDevice({ deviceId }: Pick<Client, 'deviceId'>): boolean {
  return deviceId === undefined || deviceId.length >= 22;
}
