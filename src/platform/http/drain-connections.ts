import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const QUIET_MILLISECONDS = 100;
const LONGEST_ACCEPTING_MILLISECONDS = 3000;
/** As many as wait for a server at most: Node's default. */
const LONGEST_QUEUE = 511;
const LONGEST_READING_MILLISECONDS = 1000;

interface Connection {
  /** Requests that are being answered. */
  open: number;
  newest?: IncomingMessage;
}

/** What a server needs to know to stop without breaking a connection on which a request has come. */
export interface Draining {
  /**
   * Serves what has arrived and still arrives, until nothing new comes; from now on each answer closes its connection. Only
   * then takes no new connections, and closes those that wait for nothing. Resolves when the last one is closed.
   */
  drain(): Promise<void>;
  /** Whether the answer to a request is the last one of its connection. */
  isLast(request: IncomingMessage): boolean;
}

export function createDraining(server: Server): Draining {
  const connections = new Map<Socket, Connection>();
  let arrivals = 0;
  let taken = 0;
  let draining = false;
  let drained = false;

  server.on('connection', (socket: Socket) => {
    arrivals += 1;
    taken += 1;
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

  const untilQuiet = async (longest: number) => {
    const latest = performance.now() + longest;
    let seen: number;
    do {
      seen = arrivals;
      await sleep(QUIET_MILLISECONDS);
      await nextEvents(); // a timer that is late comes before what has arrived meanwhile
    } while (arrivals !== seen && performance.now() < latest);
  };

  /** Takes the connections that wait in the system's queue: with each look the event loop takes one. */
  const takeWaiting = async () => {
    let seen: number;
    let looks = 0;
    do {
      seen = taken;
      await nextEvents();
      looks += 1;
    } while (taken !== seen && looks < LONGEST_QUEUE);
  };

  return {
    async drain() {
      draining = true;
      await untilQuiet(LONGEST_ACCEPTING_MILLISECONDS);
      await takeWaiting();
      const closed = new Promise((resolve) => server.close(resolve));
      await untilQuiet(LONGEST_READING_MILLISECONDS); // for requests on connections that have just been taken
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

/** Resolves after the event loop has looked for connections and data twice. */
async function nextEvents(): Promise<void> {
  for (let looks = 0; looks < 2; looks += 1) await new Promise((resolve) => setImmediate(resolve));
}
