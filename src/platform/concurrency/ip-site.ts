/**
 * Returns the network site of a client. Sites take turns, and all clients of a site share limits. `client` is an IPv4 address, an
 * IPv6 /64 network such as `2001:db8:0:1::/64`, or '' for jobs. The site of an IPv6 client is its /48 network, because even a
 * home can have many /64 networks (RFC 6177). The site of any other client is the client itself.
 */
export function getIpSite(client: string): string {
  return client.endsWith('::/64') ? `${client.split(':').slice(0, 3).join(':')}::/48` : client;
}
