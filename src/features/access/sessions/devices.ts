import type { Client } from '../../../core/requests/caller.ts';
import type { Context } from '../../../platform/context.ts';
import type { NonEmpty } from '../../../platform/secrets/secrets.ts';

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
 * The keyed hashes that identify a client that requests or enters a code: by its device, or by its IP address if the request
 * identifies no device. The one with the newest secret is first.
 */
export function computeClientKeys({ secrets }: Context, client: Client): NonEmpty<string> {
  return secrets.hashWithAllKeys('requester', getClientIdentifier(client));
}

/** The identifier starts with its kind, because a Device-Id may look like another client's IP address. */
function getClientIdentifier({ deviceId, panelDeviceCookie, address }: Client): string {
  if (deviceId !== undefined) return `device ${deviceId}`;
  return panelDeviceCookie === undefined ? `address ${address}` : `panel device ${panelDeviceCookie}`;
}
