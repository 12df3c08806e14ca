/** A queue is overloaded if it has not been empty for this time. */
const OVERLOAD_AFTER_MS = 5000;
/** How long the items of an overloaded queue may wait. */
const OVERLOAD_WAIT_MS = 1000;

/**
 * Decides how long the items of a queue may wait. The items of a short burst may wait for `maxMs`. A queue that has not been
 * empty for five seconds gets more work than the service can do. Its items may wait for only one second, so that some requests
 * are rejected early and all others get a fast response (controlled delay).
 */
export class WaitLimit {
  readonly #maxMs: number;
  #lastEmptyAt = 0;

  constructor(maxMs: number) {
    this.#maxMs = maxMs;
  }

  /**
   * Returns the maximum wait in milliseconds of an item that is added now. `isEmpty` states whether the queue is empty before the
   * item is added, and `now` is a value of `performance.now()`.
   */
  getMs(isEmpty: boolean, now = performance.now()): number {
    if (isEmpty) this.#lastEmptyAt = now;
    return now - this.#lastEmptyAt > OVERLOAD_AFTER_MS ? OVERLOAD_WAIT_MS : this.#maxMs;
  }
}
