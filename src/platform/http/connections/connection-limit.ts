import type { Server } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import { getIpSite } from '../../concurrency/ip-site.ts';
import { toNetworkAddress } from '../client.ts';

/**
 * How many connections one client may have. In one turn of the event loop, Node parses up to 64 KB from each connection before
 * the service can delay any request, so this also limits how much data of one client is parsed in one turn.
 */
const MAX_PER_ADDRESS = 256;
/** How many connections all networks of an IPv6 site may have together. */
const MAX_PER_SITE = 4 * MAX_PER_ADDRESS;

/** Closes every new connection of an IP address or an IPv6 site that already has the maximum. Trusted proxies have no limit. */
export function limitConnections(server: Server, trustedProxies: readonly string[]): void {
  const isTrusted = createAddressMatcher(trustedProxies);
  const connectionCounts = new Map<string, number>();
  server.on('connection', (socket) => {
    const { remoteAddress } = socket;
    // The client reset the connection before the server accepted it. Without an address, no limit would apply to its requests.
    if (remoteAddress === undefined) return void socket.destroy();
    if (isTrusted(remoteAddress)) return;
    const address = toNetworkAddress(remoteAddress);
    const site = getIpSite(address);
    const isAtLimit = (key: string, limit: number) => (connectionCounts.get(key) ?? 0) >= limit;
    if (isAtLimit(address, MAX_PER_ADDRESS) || isAtLimit(site, MAX_PER_SITE)) return void socket.destroy();
    const keys = new Set([address, site]);
    for (const key of keys) connectionCounts.set(key, (connectionCounts.get(key) ?? 0) + 1);
    socket.once('close', () => {
      for (const key of keys) {
        const remainingCount = (connectionCounts.get(key) ?? 1) - 1;
        if (remainingCount > 0) connectionCounts.set(key, remainingCount);
        else connectionCounts.delete(key);
      }
    });
  });
}

/**
 * Returns a function that checks whether an IP address is one of `proxies`: addresses, CIDRs or the word loopback (TRUST_PROXY).
 */
function createAddressMatcher(proxies: readonly string[]): (address: string) => boolean {
  const proxyList = new BlockList();
  const add = (cidr: string) => {
    const [address = '', prefixLength] = cidr.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (prefixLength === undefined) proxyList.addAddress(address, family);
    else proxyList.addSubnet(address, Number(prefixLength), family);
  };
  for (const proxy of proxies) {
    if (proxy === 'loopback') ['127.0.0.0/8', '::1'].forEach(add);
    else add(proxy);
  }
  return (address) => proxyList.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
