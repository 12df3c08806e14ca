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
