/** What a command prints with console.log while it runs here, as its lines. */
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

/** The exit code that a command has set, taken back. */
export function resetExitCode(): number {
  const code = Number(process.exitCode ?? 0);
  process.exitCode = 0;
  return code;
}
