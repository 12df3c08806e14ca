/** How many milliseconds of work each network site (`getIpSite`) may use in one round. */
const SHARE_MS = 2;
/** The maximum time beyond its share that is charged to a site. A site therefore waits for at most 50 rounds. */
const MAX_DEBT_MS = 100;

/**
 * Divides the time of the event loop among sites (deficit round robin). A site that has used its share of a round waits until the
 * other sites have used theirs, so that a site with long requests has no more time than a site with many short requests.
 */
export class TimeShares {
  readonly #remainingMs = new Map<string, number>(); // a site that is not in the map has its whole share

  readonly hasTime = (site: string): boolean => (this.#remainingMs.get(site) ?? SHARE_MS) > 0;

  /** Subtracts the time that a site has used. */
  charge(site: string, usedMs: number): void {
    this.#remainingMs.set(site, Math.max(-MAX_DEBT_MS, (this.#remainingMs.get(site) ?? SHARE_MS) - usedMs));
  }

  /** Adds a share to the remaining time of each site. No site accumulates more than one share. */
  startRound(): void {
    for (const [site, remainingMs] of this.#remainingMs) {
      if (remainingMs >= 0) this.#remainingMs.delete(site);
      else this.#remainingMs.set(site, remainingMs + SHARE_MS);
    }
  }

  /** Resets the remaining time of each site to a whole share. */
  reset(): void {
    this.#remainingMs.clear();
  }
}
