const PARENT_CHECK_INTERVAL_MS = 500;

/** Calls `stop` once: on SIGTERM or SIGINT, or when the shell of `npm start` has exited. */
export function onStopSignal(
  environment: Readonly<Record<string, string | undefined>>,
  stop: (reason: string) => void,
): void {
  let isStopping = false;
  const stopOnce = (reason: string) => {
    if (isStopping) return;
    isStopping = true;
    clearInterval(parentCheck);
    stop(reason);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stopOnce);
  const parentCheck = onParentExit(environment, () => stopOnce('npm has ended'));
}

/**
 * Checks regularly whether the shell in which `npm start` runs the service has exited, and calls `callback` if it has. Returns the
 * timer of the checks. On a signal, this shell exits without forwarding the signal.
 */
function onParentExit(
  environment: Readonly<Record<string, string | undefined>>,
  callback: () => void,
): NodeJS.Timeout | undefined {
  if (environment.npm_lifecycle_event !== 'start') return undefined;
  const initialParentId = process.ppid;
  return setInterval(() => {
    if (process.ppid !== initialParentId) callback();
  }, PARENT_CHECK_INTERVAL_MS);
}
