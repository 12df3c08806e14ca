/** How many milliseconds of work each network site (`getIpSite`) may use in one round. */
const SHARE_MS = 2;
/** A site that has used more than its share waits at most this many milliseconds of shares. */
const MAX_DEBT_MS = 100;

/**
 * Divides the time of the event loop among sites (deficit round robin). A site that has used its share of a round waits until the
 * others have used theirs, so that a site with long requests gets no more time than one with many short requests.
 */
export class TimeShares {
  readonly #remainingMs = new Map<string, number>(); // a site that is not in it has its whole share

  readonly hasTime = (site: string): boolean => (this.#remainingMs.get(site) ?? SHARE_MS) > 0;

  /** Subtracts the time that a site has used. */
  charge(site: string, usedMs: number): void {
    this.#remainingMs.set(site, Math.max(-MAX_DEBT_MS, (this.#remainingMs.get(site) ?? SHARE_MS) - usedMs));
  }

  /** Gives each site a further share. No site saves more than one. */
  startRound(): void {
    for (const [site, remainingMs] of this.#remainingMs) {
      if (remainingMs >= 0) this.#remainingMs.delete(site);
      else this.#remainingMs.set(site, remainingMs + SHARE_MS);
    }
  }

  /** Forgets what all sites have used. */
  reset(): void {
    this.#remainingMs.clear();
  }
}
