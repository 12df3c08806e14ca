const BAR_WIDTH = 30;
const REDRAW_MS = 100;
/** How many lines are printed if the output is not a terminal. */
const LINE_COUNT = 10;

export interface ProgressDisplay {
  /** Adds `count` to the part that is done. */
  add(count: number): void;
  /** Leaves the final state in the output. */
  end(): void;
}

/** Shows how much of `total` is done: as a progress bar in a terminal, and otherwise as a line after each tenth of `total`. */
export function showProgress(
  label: string,
  { total, done: doneBefore = 0 }: { readonly total: number; readonly done?: number },
  output: NodeJS.WriteStream = process.stdout,
): ProgressDisplay {
  let done = doneBefore;
  let drawnAt = Number.NEGATIVE_INFINITY;
  let printedLines = Math.floor((done / Math.max(total, 1)) * LINE_COUNT);
  const format = () => `${formatCount(done)} of ${formatCount(total)}`;
  const draw = () => {
    const width = Math.round((done / Math.max(total, 1)) * BAR_WIDTH);
    const bar = '█'.repeat(width) + '░'.repeat(BAR_WIDTH - width);
    output.write(`\r${label.padEnd(16)} ${bar} ${format()}\x1b[K`);
  };
  return {
    add(count) {
      done = Math.min(done + count, total);
      if (output.isTTY) {
        if (performance.now() - drawnAt < REDRAW_MS) return;
        drawnAt = performance.now();
        return draw();
      }
      const lines = Math.floor((done / Math.max(total, 1)) * LINE_COUNT);
      if (lines > printedLines && done < total) console.log(`${label}: ${format()}`);
      printedLines = lines;
    },
    end() {
      if (!output.isTTY) return console.log(`${label}: ${format()}`);
      draw();
      output.write('\n');
    },
  };
}

export function formatCount(count: number): string {
  return count.toLocaleString('en');
}
