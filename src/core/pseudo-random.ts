/**
 * Creates a generator of pseudo-random whole numbers from 0 to `below - 1` (a linear congruential generator with the
 * constants of "Numerical Recipes"). The same seed produces the same numbers in every run.
 */
export function createPseudoRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
