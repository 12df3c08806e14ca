const OVERLOAD_AFTER_MS = 5000;
const OVERLOAD_WAIT_MS = 1000;

/**
 * Decides how long the items of a queue may wait. The items of a short burst may wait for `maxMs`. A queue that has not been
 * empty for five seconds gets more than can be done: its items may wait for one second, so that clients are refused early,
 * and those that are not refused get a fast response (controlled delay).
 */
export class WaitLimit {
  readonly #maxMs: number;
  #lastEmptyAt = 0;

  constructor(maxMs: number) {
    this.#maxMs = maxMs;
  }

  /**
   * The maximum wait in milliseconds of an item that is added now. `isEmpty` says whether the queue was empty before, and
   * `now` is in milliseconds of `performance.now()`.
   */
  getMs(isEmpty: boolean, now = performance.now()): number {
    if (isEmpty) this.#lastEmptyAt = now;
    return now - this.#lastEmptyAt > OVERLOAD_AFTER_MS ? OVERLOAD_WAIT_MS : this.#maxMs;
  }
}
