/** Calls `run` and returns the lines that it prints with console.log. */
export async function captureOutput(run: () => Promise<unknown>): Promise<string[]> {
  const lines: string[] = [];
  const { log } = console;
  console.log = (line: string) => void lines.push(line);
  try {
    await run();
  } finally {
    console.log = log;
  }
  return lines;
}

/** Returns the exit code that a command has set, and resets it. */
export function takeExitCode(): number {
  const code = Number(process.exitCode ?? 0);
  process.exitCode = 0;
  return code;
}
