import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const QUIET_MILLISECONDS = 100;
const LONGEST_MILLISECONDS = 3000;

interface Connection {
  /** Requests that are being answered. */
  open: number;
  newest?: IncomingMessage;
}

/** What a server needs to know to stop without breaking a connection on which a request has come. */
export interface Draining {
  /**
   * Serves what has arrived and still arrives, until nothing new comes; from now on each answer closes its connection. Then
   * closes the connections that nobody uses. The server takes new ones until then.
   */
  drain(): Promise<void>;
  /** Whether the answer to a request is the last one of its connection. */
  isLast(request: IncomingMessage): boolean;
}

export function createDraining(server: Server): Draining {
  const connections = new Map<Socket, Connection>();
  let arrivals = 0;
  let draining = false;
  let drained = false;

  server.on('connection', (socket: Socket) => {
    arrivals += 1;
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

  return {
    async drain() {
      draining = true;
      const latest = performance.now() + LONGEST_MILLISECONDS;
      let seen: number;
      do {
        seen = arrivals;
        await sleep(QUIET_MILLISECONDS);
        await nextEvents(); // a timer that is late comes before what has arrived meanwhile
      } while (arrivals !== seen && performance.now() < latest);
      drained = true;
      for (const [socket, connection] of connections) closeIfUnused(socket, connection);
    },
    isLast: (request) => draining && connections.get(request.socket)?.newest === request,
  };
}

function closeIfUnused(socket: Socket, { open }: Connection): void {
  if (open === 0) socket.destroySoon();
}

/** Resolves after the event loop has looked for connections and data twice. */
async function nextEvents(): Promise<void> {
  for (let looks = 0; looks < 2; looks += 1) await new Promise((resolve) => setImmediate(resolve));
}
