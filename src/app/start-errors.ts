import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Settings } from '../platform/settings.ts';

/**
 * Creates DATA_DIR if it does not exist, folder by folder: where nothing can be created, such as in /proc, the recursive `mkdirSync` of
 * Node never ends.
 */
export function createDataDir(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  if (dirname(folder) !== folder) createDataDir(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}

/** What an error of the operating system or of PostgreSQL contains. */
interface SystemError extends NodeJS.ErrnoException {
  readonly hostname?: string;
  /** Only in errors that PostgreSQL sends. */
  readonly severity?: string;
}

const PORT_PROBLEMS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'PORT: another program already listens on this port. Stop it, or choose another port.',
  EACCES: 'PORT: this user may not listen on this port. Choose a port above 1023.',
  EADDRNOTAVAIL: 'HOST: this machine does not have this address.',
};

/** Why the service does not start, for the terminal of the operator: names the setting to look at if an error of the system does not. */
export function explainStartError(error: unknown, { dataDir, databaseUrl }: Settings): string {
  if (!(error instanceof Error)) return String(error);
  const { code = '', syscall = '', path = '', severity, message } = error as SystemError;
  if (code === 'EMFILE' || code === 'ENFILE')
    return `Too few files may be open: ${message}. Raise the limit, for example with LimitNOFILE of systemd or "ulimit -n 8192".`;
  if (syscall === 'listen') return `${PORT_PROBLEMS[code] ?? 'HOST and PORT:'} (${message})`;
  const isServer = databaseUrl.startsWith('postgres');
  if (isServer && (severity !== undefined || ['connect', 'getaddrinfo'].includes(syscall) || isAggregate(error)))
    return `DATABASE_URL: PostgreSQL cannot be used: ${isAggregate(error) ? error.errors.map(String).join(', ') : message}.`;
  if (path !== '' && databaseUrl === `sqlite:${path}`) return `DATABASE_URL: this file cannot be used: ${message}.`;
  if (path !== '' && (`${path}/`.startsWith(`${dataDir}/`) || dataDir.startsWith(`${path}/`)))
    return `DATA_DIR: the folder ${dataDir} cannot be used: ${message}.`;
  return message;
}

/** Node throws such an error if a name has several addresses and none of them answers. */
function isAggregate(error: Error): error is AggregateError {
  return error instanceof AggregateError;
}
