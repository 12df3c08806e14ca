/**
 * Creates a generator of pseudo-random whole numbers from 0 to `below - 1`. The same seed gives the same numbers, so that a
 * failure can be reproduced.
 */
export function createPseudoRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
