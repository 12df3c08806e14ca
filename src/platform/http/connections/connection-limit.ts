import type { Server } from 'node:http';
import { createAddressMatcher, toNetworkAddress } from '../../../core/requests/ip-address.ts';

/** How many connections an IPv4 address or an IPv6 network (/64) may have. */
const MAX_PER_ADDRESS = 256;

/** Closes every new connection of an address that already has the maximum. Trusted proxies have no limit. */
export function limitConnections(server: Server, trustedProxies: readonly string[]): void {
  const isTrusted = createAddressMatcher(trustedProxies);
  const connectionCounts = new Map<string, number>();
  server.on('connection', (socket) => {
    const { remoteAddress } = socket;
    // The client reset the connection before the server accepted it. Without an address, no limit would apply to its requests.
    if (remoteAddress === undefined) return void socket.destroy();
    if (isTrusted(remoteAddress)) return;
    const address = toNetworkAddress(remoteAddress);
    const count = connectionCounts.get(address) ?? 0;
    if (count >= MAX_PER_ADDRESS) return void socket.destroy();
    connectionCounts.set(address, count + 1);
    socket.once('close', () => {
      const remainingCount = (connectionCounts.get(address) ?? 1) - 1;
      if (remainingCount > 0) connectionCounts.set(address, remainingCount);
      else connectionCounts.delete(address);
    });
  });
}
