/** How often reads of a cache in this process found the value (hits) or did not find it (misses). */
export interface CacheCounts {
  hits: number;
  misses: number;
}

const countsByCache = new Map<string, CacheCounts>();

/**
 * Creates a function that counts a read of a cache as a hit or a miss and returns the found value unchanged. `name` is the
 * label of the cache in the metrics.
 */
export function createReadCounter(name: string): <T>(found: T | undefined) => T | undefined {
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
