import type { Client } from '../../../core/requests/client.ts';
import type { Context } from '../../../platform/context.ts';

/** The keyed hashes that a client's device may be stored under; none for a client that names no device. */
export function deviceKeys(
  { secrets }: Context,
  { deviceId, panelDevice }: Pick<Client, 'deviceId' | 'panelDevice'>,
): string[] {
  if (deviceId !== undefined) return secrets.hashes('device', deviceId);
  return panelDevice === undefined ? [] : secrets.hashes('panel device', panelDevice);
}

/** Identifies the client that requested a code, to tell it from all others: by its device, else by its address. */
export function requesterKeys({ secrets }: Context, client: Client): [string, ...string[]] {
  const [first, ...others] = secrets.hashes('asker', requesterName(client));
  return [first ?? '', ...others];
}

/** Starts with the kind, because a device id may look like another client's address. */
function requesterName({ deviceId, panelDevice, address }: Client): string {
  if (deviceId !== undefined) return `device ${deviceId}`;
  return panelDevice === undefined ? `address ${address}` : `panel device ${panelDevice}`;
}
