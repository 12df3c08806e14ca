const BAR_WIDTH = 30;
const REDRAW_MS = 100;
/** The maximum number of lines if the output is not a terminal. */
const MAX_LINE_COUNT = 10;
const CLEAR_REST_OF_LINE = '\x1b[K';

export interface ProgressDisplay {
  /** Adds `count` to the amount that is done. */
  add(count: number): void;
  /** Prints the final state. */
  end(): void;
}

/** Shows how much of `total` is done: in a terminal as a progress bar, otherwise as a line of text after each tenth of `total`. */
export function showProgress(
  label: string,
  { total, done: doneBefore = 0 }: { readonly total: number; readonly done?: number },
  output: NodeJS.WriteStream = process.stdout,
): ProgressDisplay {
  let done = doneBefore;
  let drawnAt = Number.NEGATIVE_INFINITY;
  let printedLineCount = Math.floor((done / Math.max(total, 1)) * MAX_LINE_COUNT);
  const format = () => `${formatCount(done)} of ${formatCount(total)}`;
  const draw = () => {
    const width = Math.round((done / Math.max(total, 1)) * BAR_WIDTH);
    const bar = '█'.repeat(width) + '░'.repeat(BAR_WIDTH - width);
    output.write(`\r${label.padEnd(16)} ${bar} ${format()}${CLEAR_REST_OF_LINE}`);
  };
  return {
    add(count) {
      done = Math.min(done + count, total);
      if (output.isTTY) {
        if (performance.now() - drawnAt < REDRAW_MS) return;
        drawnAt = performance.now();
        return draw();
      }
      const lineCount = Math.floor((done / Math.max(total, 1)) * MAX_LINE_COUNT);
      if (lineCount > printedLineCount && done < total) console.log(`${label}: ${format()}`);
      printedLineCount = lineCount;
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
