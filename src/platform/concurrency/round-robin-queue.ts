/** A queue in which clients take turns. The items of each client keep their order. */
export class RoundRobinQueue<T> {
  readonly #byClient = new Map<string, Set<T>>(); // the client whose turn is next comes first
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** How many clients have waiting items. */
  get clientCount(): number {
    return this.#byClient.size;
  }

  /** How many items of this client are waiting. */
  countItems(client: string): number {
    return this.#byClient.get(client)?.size ?? 0;
  }

  add(client: string, item: T): void {
    this.#byClient.set(client, (this.#byClient.get(client) ?? new Set()).add(item));
    this.#size += 1;
  }

  /** Returns false when the item is not waiting. */
  delete(client: string, item: T): boolean {
    const items = this.#byClient.get(client);
    if (!items?.delete(item)) return false;
    this.#size -= 1;
    if (items.size === 0) this.#byClient.delete(client);
    return true;
  }

  /** Removes and returns the next item of the clients for which `isEligible` is true; undefined when they have none. */
  takeNext(isEligible: (client: string) => boolean = () => true): T | undefined {
    for (const [client, items] of this.#byClient) {
      if (!isEligible(client)) continue;
      this.#byClient.delete(client); // a client with more items is added again, after the others
      if (items.size > 1) this.#byClient.set(client, items);
      for (const item of items) {
        items.delete(item);
        this.#size -= 1;
        return item;
      }
    }
    return undefined;
  }
}
