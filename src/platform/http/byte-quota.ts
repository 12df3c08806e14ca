import { Unavailable } from '../../core/requests/api-error.ts';
import { createRateLimitedError } from '../api-errors.ts';

/** The limits in bytes, and the seconds after which a client may retry. */
interface ByteLimits {
  readonly total: number;
  /** The limit of one client address, so that a single client cannot use up what all share. */
  readonly perAddress: number;
  readonly retrySeconds: number;
}

/** Limits the memory or disk space that all arriving bodies use together. */
export class ByteQuota {
  readonly #limits: ByteLimits;
  readonly #byAddress = new Map<string, number>();
  #used = 0;

  constructor(limits: ByteLimits) {
    this.#limits = limits;
  }

  /** Reserves bytes. Throws RATE_LIMITED if they are too many for the address, and Unavailable if they are too many for the process. */
  reserve(address: string, bytes: number): void {
    const { total, perAddress, retrySeconds } = this.#limits;
    const used = (this.#byAddress.get(address) ?? 0) + bytes;
    if (used > perAddress) throw createRateLimitedError(retrySeconds);
    if (this.#used + bytes > total) throw new Unavailable('Too many bodies are arriving.', retrySeconds);
    this.#used += bytes;
    this.#byAddress.set(address, used);
  }

  release(address: string, bytes: number): void {
    const left = (this.#byAddress.get(address) ?? 0) - bytes;
    this.#used -= bytes;
    if (left > 0) this.#byAddress.set(address, left);
    else this.#byAddress.delete(address);
  }
}
