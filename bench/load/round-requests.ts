import { type Families, pickChildren } from '../data/families.ts';
import { buildRequest, type Call, type Request } from './calls.ts';

/** The number of children that send the GET requests. Each child sends many of them. */
const READING_CHILDREN = 1000;

/**
 * Builds the requests of each round. GET requests are repeated in every round. A child sends a write in only one round. The last
 * `reservedChildren` children send no writes.
 */
export function createRoundRequests(call: Call, families: Families, rounds: number, reservedChildren = 0): Request[][] {
  const buildRequestForChild = (child: number) => buildRequest(call, `child${child}`, families.signToken(child));
  if (!call.oncePerChild) {
    const requests = pickChildren(families, READING_CHILDREN).map(buildRequestForChild);
    return Array.from({ length: rounds }, () => requests);
  }
  const requestsPerRound = Math.floor((families.childCount - reservedChildren) / rounds);
  return Array.from({ length: rounds }, (_, round) =>
    Array.from({ length: requestsPerRound }, (_, i) => buildRequestForChild(round * requestsPerRound + i + 1)),
  );
}
