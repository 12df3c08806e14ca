import { BlockList, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';

/**
 * Converts an IP address to the address or network that counts as one client. A port is removed. An IPv4 address stays the same,
 * an IPv4-mapped IPv6 address becomes an IPv4 address, the IPv6 loopback address becomes `::1`, and any other IPv6 address becomes
 * its /64 network. Any other text is returned unchanged.
 */
export function toNetworkAddress(rawAddress: string): string {
  const cached = networkAddresses.get(rawAddress);
  if (cached !== undefined) return cached;
  const networkAddress = computeNetworkAddress(rawAddress);
  if (rawAddress.length <= MAX_ADDRESS_LENGTH) networkAddresses.set(rawAddress, networkAddress);
  return networkAddress;
}

/** The maximum length of an address that is cached. A valid address, with brackets, a zone and a port, has at most about 70 characters. */
const MAX_ADDRESS_LENGTH = 100;

/** The results for the latest addresses, because parsing an address takes a measurable part of the time of a request. */
const networkAddresses = new LRUCache<string, string>({ max: 1000 });

function computeNetworkAddress(rawAddress: string): string {
  const address = rawAddress.replace(ADDRESS_WITH_PORT, '$1$2');
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4' || parsed.range() === 'loopback') return parsed.toString();
  return `${parsed.toNormalizedString().split(':').slice(0, 4).join(':')}::/64`;
}

/** Some proxies append the client's port to the IP address. The port differs for each connection. */
const ADDRESS_WITH_PORT = /^(?:([0-9.]+)|\[([0-9a-f:.%]+)\])(?::[0-9]+)?$/i;

/**
 * Returns the network site of a client. Sites take turns, and all clients of a site share limits. `client` is an IPv4 address, an
 * IPv6 /64 network such as `2001:db8:0:1::/64`, or '' for jobs. The site of an IPv6 client is its /48 network, because even a
 * home can have many /64 networks (RFC 6177). The site of any other client is the client itself.
 */
export function getIpSite(client: string): string {
  return client.endsWith('::/64') ? `${client.split(':').slice(0, 3).join(':')}::/48` : client;
}

/**
 * Returns a function that checks whether an IP address is one of `proxies`: addresses, CIDRs or the word loopback (TRUST_PROXY).
 */
export function createAddressMatcher(proxies: readonly string[]): (address: string) => boolean {
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
