/**
 * Returns the site of a client, which is the unit that takes turns and shares limits: the /48 network of an IPv6 client, and any
 * other client itself. A site, such as a home or a company, gets at most a /48 (RFC 6177). Even a home has 256 or more /64
 * networks, and each of them counts as a client.
 */
export function getSite(client: string): string {
  return client.endsWith('::/64') ? `${client.split(':').slice(0, 3).join(':')}::/48` : client;
}
