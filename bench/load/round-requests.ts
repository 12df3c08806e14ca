import { type Families, pickChildNumbers } from '../data/families.ts';
import { type BenchCall, type BenchRequest, buildRequest } from './calls.ts';

/** The number of children who send the GET requests. Each child sends many of them. */
const READING_CHILD_COUNT = 1000;

/**
 * Builds the requests of each round. GET requests are repeated in every round. A child sends a write in only one round. The last
 * `reservedChildCount` children send no writes.
 */
export function createRoundRequests(
  call: BenchCall,
  families: Families,
  roundCount: number,
  reservedChildCount = 0,
): BenchRequest[][] {
  const buildRequestForChild = (childNumber: number) =>
    buildRequest(call, `child${childNumber}`, families.signToken(childNumber));
  if (!call.oncePerChild) {
    const requests = pickChildNumbers(families, READING_CHILD_COUNT).map(buildRequestForChild);
    return Array.from({ length: roundCount }, () => requests);
  }
  const requestsPerRound = Math.floor((families.childCount - reservedChildCount) / roundCount);
  return Array.from({ length: roundCount }, (_, round) =>
    Array.from({ length: requestsPerRound }, (_, i) => buildRequestForChild(round * requestsPerRound + i + 1)),
  );
}
