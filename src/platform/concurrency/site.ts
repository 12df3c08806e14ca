/**
 * The network that takes turns with others: the /48 of an IPv6 client, which is what a site gets at most (RFC 6177), and any
 * other client itself. A home has 256 /64s or more, and each counts as a client.
 */
export function getSite(client: string): string {
  return client.endsWith('::/64') ? `${client.split(':').slice(0, 3).join(':')}::/48` : client;
}
