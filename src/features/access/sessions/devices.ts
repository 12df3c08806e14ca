import type { Client } from '../../../core/requests/client.ts';
import type { Context } from '../../../platform/context.ts';

/**
 * The keyed hashes under which a client's device may be stored, the newest first. Empty for a client that sends no device.
 */
export function computeDeviceKeys(
  { secrets }: Context,
  { deviceId, panelDevice }: Pick<Client, 'deviceId' | 'panelDevice'>,
): string[] {
  if (deviceId !== undefined) return secrets.hashes('device', deviceId);
  return panelDevice === undefined ? [] : secrets.hashes('panel device', panelDevice);
}

/**
 * The keyed hashes that identify the client that requested a code: by its device, or by its address if it sends no device.
 */
export function computeRequesterKeys({ secrets }: Context, client: Client): [string, ...string[]] {
  const [newestKey, ...olderKeys] = secrets.hashes('asker', getRequesterName(client));
  return [newestKey ?? '', ...olderKeys];
}

/** Starts with the kind, because a device id may look like another client's address. */
function getRequesterName({ deviceId, panelDevice, address }: Client): string {
  if (deviceId !== undefined) return `device ${deviceId}`;
  return panelDevice === undefined ? `address ${address}` : `panel device ${panelDevice}`;
}
