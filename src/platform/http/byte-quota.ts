import { UnavailableError } from '../../core/requests/api-error.ts';
import { createRateLimitedError } from '../api-errors.ts';

/** The limits in bytes, and the seconds after which a client may retry. */
interface ByteLimits {
  readonly total: number;
  /** The limit of one client address, so that a single client cannot use up the total. */
  readonly perAddress: number;
  readonly retrySeconds: number;
}

/** The part of the total that one IPv6 site may use. A home has 256 networks or more, and each counts as an address. */
const SITE_SHARE = 1 / 4;

/** Limits the memory or disk space that all incoming bodies use together. */
export class ByteQuota {
  readonly #limits: ByteLimits;
  readonly #bytesByKey = new Map<string, number>();
  #usedBytes = 0;

  constructor(limits: ByteLimits) {
    this.#limits = limits;
  }

  /**
   * Reserves bytes. Throws RATE_LIMITED if they are too many for the address or its site, and UnavailableError if they are too
   * many for the process.
   */
  reserve(address: string, bytes: number): void {
    const { total, perAddress, retrySeconds } = this.#limits;
    const site = toSite(address);
    const isOverLimit = (key: string, limit: number) => (this.#bytesByKey.get(key) ?? 0) + bytes > limit;
    if (isOverLimit(address, perAddress) || (site !== undefined && isOverLimit(site, total * SITE_SHARE)))
      throw createRateLimitedError(retrySeconds);
    if (this.#usedBytes + bytes > total) throw new UnavailableError('Too many bodies are arriving.', retrySeconds);
    this.#add(address, bytes);
  }

  release(address: string, bytes: number): void {
    this.#add(address, -bytes);
  }

  #add(address: string, bytes: number): void {
    this.#usedBytes += bytes;
    for (const key of [address, toSite(address)]) {
      if (key === undefined) continue;
      const sum = (this.#bytesByKey.get(key) ?? 0) + bytes;
      if (sum > 0) this.#bytesByKey.set(key, sum);
      else this.#bytesByKey.delete(key);
    }
  }
}

/** The /48 of an IPv6 network, which is what a site gets at most (RFC 6177); undefined for an IPv4 address. */
function toSite(network: string): string | undefined {
  return network.endsWith('::/64') ? `${network.split(':').slice(0, 3).join(':')}::/48` : undefined;
}
