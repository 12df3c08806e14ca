/** How often a cache of this process was read with the value found (hits) and not found (misses). */
export interface CacheCounts {
  hits: number;
  misses: number;
}

const countsByCache = new Map<string, CacheCounts>();

/** Returns the function that counts the reads of a cache, and returns what was found. `name` is a label of metrics. */
export function countReads(name: string): <T>(found: T | undefined) => T | undefined {
  const counts: CacheCounts = { hits: 0, misses: 0 };
  countsByCache.set(name, counts);
  return (found) => {
    if (found === undefined) counts.misses += 1;
    else counts.hits += 1;
    return found;
  };
}

export function listCacheCounts(): Iterable<[name: string, counts: Readonly<CacheCounts>]> {
  return countsByCache;
}
