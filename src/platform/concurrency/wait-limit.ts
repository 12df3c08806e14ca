/** A network site (`getIpSite`) that has had waiting requests for this long sends more requests than can be processed. */
const OVERLOAD_AFTER_MS = 5000;
/** How long a further request of such an overloaded site may wait. */
const MAX_WAIT_WHEN_OVERLOADED_MS = 1000;

/**
 * Returns how many milliseconds a request that joins a queue now may wait. Normally this is `normalMaxMs`. If
 * requests of the same site have been waiting for more than five seconds without a break, more requests arrive than can be
 * processed, so a new request may wait for only one second (controlled delay). Then clients learn early that they have to retry,
 * and the requests that are not refused are processed quickly. Other sites are not affected: their requests may wait for longer.
 * `waitingSince` is the result of `RoundRobinQueue.getWaitingSince`.
 */
export function computeMaxWaitMs(
  normalMaxMs: number,
  waitingSince: number | undefined,
  now = performance.now(),
): number {
  const isOverloaded = waitingSince !== undefined && now - waitingSince > OVERLOAD_AFTER_MS;
  return isOverloaded ? MAX_WAIT_WHEN_OVERLOADED_MS : normalMaxMs;
}
