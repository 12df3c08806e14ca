import { accessSync, constants } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { waitFor } from '../service/wait-for.ts';

/**
 * Returns the `skip` option of tests that need a program from a Debian package: false if it is installed, otherwise the
 * reason for skipping. If REQUIRE_SERVERS is set, as in .ci/run, these tests are not skipped, and fail without the program.
 */
export function skipUnlessInstalled(program: string): string | false {
  if (process.env.REQUIRE_SERVERS !== undefined || isInstalled(program)) return false;
  return `${program} is not installed (apt-get install ${program})`;
}

function isInstalled(program: string): boolean {
  return `${process.env.PATH}:/usr/sbin`.split(':').some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Resolves when a server accepts connections on a port of the loopback interface. */
export function waitUntilListening(port: number): Promise<true> {
  return waitFor(
    () =>
      new Promise<true | undefined>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => resolve(true));
        socket.once('connect', () => socket.destroy()).once('error', () => resolve(undefined));
      }),
  );
}
