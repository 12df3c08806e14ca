import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const QUIET_MILLISECONDS = 100;
const MAX_ACCEPTING_MILLISECONDS = 3000;
/** Node's default for the maximum number of connections in a server's accept queue. */
const MAX_BACKLOG = 511;
const MAX_READING_MILLISECONDS = 1000;

interface Connection {
  /** The number of requests without a complete response. */
  open: number;
  newest?: IncomingMessage;
}

/** Stops a server without breaking a connection on which a request has arrived. */
export interface Draining {
  /**
   * Serves requests until no new ones arrive; from now on each response closes its connection. Then it stops accepting
   * connections and closes the idle ones. Resolves when the last connection is closed.
   */
  drain(): Promise<void>;
  /** Whether the response to a request is the last one on its connection. */
  isLast(request: IncomingMessage): boolean;
}

export function createDraining(server: Server): Draining {
  const connections = new Map<Socket, Connection>();
  let arrivals = 0;
  let accepted = 0;
  let draining = false;
  let drained = false;

  server.on('connection', (socket: Socket) => {
    arrivals += 1;
    accepted += 1;
    connections.set(socket, { open: 0 });
    socket.once('close', () => connections.delete(socket));
  });
  server.on('request', (request, response) => {
    arrivals += 1;
    const connection = connections.get(request.socket);
    if (!connection) return;
    connection.open += 1;
    connection.newest = request;
    response.once('close', () => {
      connection.open -= 1;
      if (drained) closeIfUnused(request.socket, connection);
    });
  });

  const waitUntilQuiet = async (maxMilliseconds: number) => {
    const deadline = performance.now() + maxMilliseconds;
    let before: number;
    do {
      before = arrivals;
      await sleep(QUIET_MILLISECONDS);
      await nextTurns(); // a late timer runs before the events that have arrived in the meantime
    } while (arrivals !== before && performance.now() < deadline);
  };

  /** Accepts the connections in the operating system's queue: the event loop accepts one per turn. */
  const acceptQueued = async () => {
    let before: number;
    let turns = 0;
    do {
      before = accepted;
      await nextTurns();
      turns += 1;
    } while (accepted !== before && turns < MAX_BACKLOG);
  };

  return {
    async drain() {
      draining = true;
      await waitUntilQuiet(MAX_ACCEPTING_MILLISECONDS);
      await acceptQueued();
      const closed = new Promise((resolve) => server.close(resolve));
      await waitUntilQuiet(MAX_READING_MILLISECONDS); // for requests on connections that have just been accepted
      drained = true;
      for (const [socket, connection] of connections) closeIfUnused(socket, connection);
      await closed;
    },
    isLast: (request) => draining && connections.get(request.socket)?.newest === request,
  };
}

function closeIfUnused(socket: Socket, { open }: Connection): void {
  if (open === 0) socket.destroySoon();
}

/** Resolves after the event loop has polled for connections and data twice. */
async function nextTurns(): Promise<void> {
  for (let turns = 0; turns < 2; turns += 1) await new Promise((resolve) => setImmediate(resolve));
}
