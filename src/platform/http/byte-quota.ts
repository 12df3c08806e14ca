import { UnavailableError } from '../../core/requests/api-error.ts';
import { createRateLimitedError } from '../api-errors.ts';
import { getIpSite } from '../concurrency/ip-site.ts';

interface ByteLimits {
  /** The limit in bytes for all clients together. */
  readonly total: number;
  /** The limit for one client (`Client.address`), so that a single client cannot use up the total. */
  readonly perAddress: number;
  readonly retryAfterSeconds: number;
}

/** The share of the total that one IPv6 site (`getIpSite`) may use. A site with many networks cannot use up the total. */
const SITE_SHARE = 1 / 4;

/** Limits the memory or disk space that all incoming bodies use together. */
export class ByteQuota {
  readonly #limits: ByteLimits;
  /** The keys are the addresses of clients and their IPv6 sites. */
  readonly #reservedBytes = new Map<string, number>();
  #totalReservedBytes = 0;

  constructor(limits: ByteLimits) {
    this.#limits = limits;
  }

  /**
   * Reserves bytes. Throws RATE_LIMITED if the client or its site would exceed its limit, and UnavailableError if all clients
   * together would exceed the total.
   */
  reserve(address: string, bytes: number): void {
    const { total, perAddress, retryAfterSeconds } = this.#limits;
    const site = getIpSite(address);
    const isOverLimit = (key: string, limit: number) => (this.#reservedBytes.get(key) ?? 0) + bytes > limit;
    if (isOverLimit(address, perAddress) || (site !== address && isOverLimit(site, total * SITE_SHARE)))
      throw createRateLimitedError(retryAfterSeconds);
    if (this.#totalReservedBytes + bytes > total)
      throw new UnavailableError('Too many bodies are arriving.', retryAfterSeconds);
    this.#add(address, bytes);
  }

  release(address: string, bytes: number): void {
    this.#add(address, -bytes);
  }

  #add(address: string, bytes: number): void {
    this.#totalReservedBytes += bytes;
    for (const key of new Set([address, getIpSite(address)])) {
      const sum = (this.#reservedBytes.get(key) ?? 0) + bytes;
      if (sum > 0) this.#reservedBytes.set(key, sum);
      else this.#reservedBytes.delete(key);
    }
  }
}
