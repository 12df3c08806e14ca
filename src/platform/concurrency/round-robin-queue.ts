import { getIpSite } from '../../core/requests/ip-address.ts';

/**
 * A queue in which sites (`getIpSite`) take turns, and within each site its clients take turns. The items of each client keep
 * their order.
 */
export class RoundRobinQueue<T> {
  /** The items, by site and client. The first site is the next one to take a turn, and so is the first client of each site. */
  readonly #itemsBySite = new Map<string, Map<string, Set<T>>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** How many items of this client are waiting. */
  countItems(client: string): number {
    return this.#itemsBySite.get(getIpSite(client))?.get(client)?.size ?? 0;
  }

  /** The maximum number of items that would be taken before an item that this client adds now. */
  countItemsBefore(client: string): number {
    const itemsByClient = this.#itemsBySite.get(getIpSite(client));
    const clientCount = (itemsByClient?.size ?? 0) + (itemsByClient?.has(client) ? 0 : 1);
    const siteCount = this.#itemsBySite.size + (itemsByClient ? 0 : 1);
    // Until that item is taken, no other client of the site takes more turns than this client, and no other site more than this site.
    return Math.min(this.#size, (this.countItems(client) + 1) * clientCount * siteCount - 1);
  }

  add(client: string, item: T): void {
    const site = getIpSite(client);
    const itemsByClient = this.#itemsBySite.get(site) ?? new Map<string, Set<T>>();
    this.#itemsBySite.set(site, itemsByClient.set(client, (itemsByClient.get(client) ?? new Set()).add(item)));
    this.#size += 1;
  }

  /** Returns false if the item is not waiting. */
  delete(client: string, item: T): boolean {
    const site = getIpSite(client);
    const itemsByClient = this.#itemsBySite.get(site);
    const items = itemsByClient?.get(client);
    if (!itemsByClient || !items?.delete(item)) return false;
    this.#size -= 1;
    if (items.size === 0) itemsByClient.delete(client);
    if (itemsByClient.size === 0) this.#itemsBySite.delete(site);
    return true;
  }

  /** Removes and returns the next item of the sites for which `isEligible` is true, or undefined if they have none. */
  takeNext(isEligible: (site: string) => boolean): T | undefined {
    for (const [site, itemsByClient] of this.#itemsBySite) {
      if (!isEligible(site)) continue;
      const [[client, items]] = itemsByClient as unknown as [[string, Set<T>]]; // no map and no set is empty
      const [item] = items as unknown as [T];
      moveToEnd(this.#itemsBySite, site);
      moveToEnd(itemsByClient, client);
      this.delete(client, item);
      return item;
    }
    return undefined;
  }
}

function moveToEnd<V>(map: Map<string, V>, key: string): void {
  const value = map.get(key) as V;
  map.delete(key);
  map.set(key, value);
}
