/**
 * Returns the network site of `client`, which is an IPv4 address, an IPv6 /64 network such as `2001:db8:0:1::/64`, or '' for jobs.
 * Sites take turns, and all clients of a site share limits. The site of an IPv6 client is its /48 network: a home or a company has
 * at most one /48 (RFC 6177), but even a home can have 256 /64 networks. The site of any other client is the client itself.
 */
export function getIpSite(client: string): string {
  return client.endsWith('::/64') ? `${client.split(':').slice(0, 3).join(':')}::/48` : client;
}
