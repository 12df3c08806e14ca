/** The maximum number of lines that show progress. */
const MAX_LINE_COUNT = 10;

export interface ProgressDisplay {
  /** Adds `count` to the amount that is done. */
  add(count: number): void;
  /** Prints the final state. */
  end(): void;
}

/** Prints how much of `total` is done after each tenth of it, and at the end. `done` is the amount that was done before. */
export function showProgress(
  label: string,
  { total, done = 0 }: { readonly total: number; readonly done?: number },
): ProgressDisplay {
  let current = done;
  const print = () => console.log(`${label}: ${formatCount(current)} of ${formatCount(total)}`);
  const countLines = () => Math.floor((current / Math.max(total, 1)) * MAX_LINE_COUNT);
  return {
    add(count) {
      const lineCount = countLines();
      current = Math.min(current + count, total);
      if (countLines() > lineCount && current < total) print();
    },
    end: print,
  };
}

export function formatCount(count: number): string {
  return count.toLocaleString('en');
}
