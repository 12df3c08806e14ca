/**
 * Returns the network site of a client. Sites take turns and have limits in common. A site is the /48 network of an IPv6 client,
 * and any other client itself. A home or a company gets at most a /48 (RFC 6177). Even a home has 256 or more /64 networks, and each
 * of them counts as a client.
 */
export function getIpSite(client: string): string {
  return client.endsWith('::/64') ? `${client.split(':').slice(0, 3).join(':')}::/48` : client;
}
