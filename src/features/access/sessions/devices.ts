import type { Context } from '../../../platform/context.ts';
import type { Client } from '../../../platform/http/client.ts';

/** The keyed hashes that a client's device may be stored under; none for a client that names no device. */
export function deviceKeys(
  { secrets }: Context,
  { deviceId, panelDevice }: Pick<Client, 'deviceId' | 'panelDevice'>,
): string[] {
  if (deviceId !== undefined) return secrets.hashes('device', deviceId);
  return panelDevice === undefined ? [] : secrets.hashes('panel device', panelDevice);
}

/** Who asks, for telling "the client that asked for the code" from all others: its device, else its address. */
export function requesterKeys({ secrets }: Context, client: Client): [string, ...string[]] {
  const [first, ...others] = secrets.hashes('asker', nameOf(client));
  return [first ?? '', ...others];
}

/** With its kind: a device may call itself by somebody's address. */
function nameOf({ deviceId, panelDevice, address }: Client): string {
  if (deviceId !== undefined) return `device ${deviceId}`;
  return panelDevice === undefined ? `address ${address}` : `panel device ${panelDevice}`;
}
