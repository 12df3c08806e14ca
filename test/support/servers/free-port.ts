import { createServer } from 'node:net';

const PORTS_PER_PROCESS = 100;
/**
 * Two processes whose ids differ by less than 200 search different ranges of ports, so that they do not choose the same port at the
 * same time. All ranges are below 32768, where Linux begins to choose ports for outgoing connections.
 */
const FIRST_PORT = 10_000 + (process.pid % 200) * PORTS_PER_PROCESS;
let triedPortCount = 0;

/** Finds a port of the loopback interface that no process uses. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + (triedPortCount++ % PORTS_PER_PROCESS);
    if (await isPortFree(port)) return port;
  }
}

async function isPortFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
