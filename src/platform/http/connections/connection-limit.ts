import type { Server } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import { toNetworkAddress } from '../client.ts';

/**
 * How many connections one address may have. What has arrived on a connection is parsed before the request takes its turn,
 * up to 64 KB of each at a time, so this limits how much of one address is parsed in one turn of the event loop.
 */
const MAX_PER_ADDRESS = 256;

/** Closes every new connection of an address that already has the maximum. Trusted proxies have no limit. */
export function limitConnections(server: Server, trustedProxies: readonly string[]): void {
  const isTrusted = matchAddresses(trustedProxies);
  const connections = new Map<string, number>();
  server.on('connection', (socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || isTrusted(remoteAddress)) return;
    const address = toNetworkAddress(remoteAddress);
    const count = (connections.get(address) ?? 0) + 1;
    if (count > MAX_PER_ADDRESS) return void socket.destroy();
    connections.set(address, count);
    socket.once('close', () => {
      const remainingCount = (connections.get(address) ?? 1) - 1;
      if (remainingCount > 0) connections.set(address, remainingCount);
      else connections.delete(address);
    });
  });
}

/** `proxies` are addresses, CIDRs and the word loopback, as in TRUST_PROXY. */
function matchAddresses(proxies: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  const add = (cidr: string) => {
    const [address = '', bits] = cidr.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    list.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family);
  };
  for (const proxy of proxies) {
    if (proxy === 'loopback') ['127.0.0.0/8', '::1'].forEach(add);
    else add(proxy);
  }
  return (address) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
