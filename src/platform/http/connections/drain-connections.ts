import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The server is quiet when no connection or request has arrived for this time. */
const QUIET_MS = 100;
/** How long the server continues to accept connections while it is not quiet. */
const MAX_ACCEPTING_MS = 3000;
/** Node's default for the maximum number of connections in a server's accept queue. */
const MAX_BACKLOG = 511;
/** How long the server waits for requests on the connections that it accepted last. */
const MAX_READING_MS = 1000;

interface Connection {
  /** The number of requests whose responses have not been sent completely. */
  openRequestCount: number;
  newestRequest?: IncomingMessage;
}

/** Stops a server without breaking a connection on which a request has arrived. */
export interface ConnectionDrainer {
  /**
   * Closes each connection after its next response, and serves requests until no new requests arrive, but for at most three
   * seconds. Then stops accepting connections and closes the idle connections. Resolves when the last connection is closed.
   */
  drain(): Promise<void>;
  /** Whether the response to a request is the last one on its connection. */
  isLast(request: IncomingMessage): boolean;
}

export function createConnectionDrainer(server: Server): ConnectionDrainer {
  const connections = new Map<Socket, Connection>();
  let arrivalCount = 0; // of connections and requests
  let acceptedCount = 0; // of connections alone
  let isDraining = false;
  let isClosingIdle = false;

  server.on('connection', (socket: Socket) => {
    arrivalCount += 1;
    acceptedCount += 1;
    connections.set(socket, { openRequestCount: 0 });
    socket.once('close', () => connections.delete(socket));
  });
  server.on('request', (request, response) => {
    arrivalCount += 1;
    const connection = connections.get(request.socket);
    if (!connection) return;
    connection.openRequestCount += 1;
    connection.newestRequest = request;
    response.once('close', () => {
      connection.openRequestCount -= 1;
      if (isClosingIdle) closeIfIdle(request.socket, connection);
    });
  });

  const waitUntilQuiet = async (maxMs: number) => {
    const deadline = performance.now() + maxMs;
    let countBefore: number;
    do {
      countBefore = arrivalCount;
      await sleep(QUIET_MS);
      await waitTwoTurns(); // a late timer runs before the events that have arrived in the meantime
    } while (arrivalCount !== countBefore && performance.now() < deadline);
  };

  /** Waits until all connections in the operating system's queue are accepted: the event loop accepts one connection per turn. */
  const waitUntilAccepted = async () => {
    let countBefore: number;
    let waitCount = 0;
    do {
      countBefore = acceptedCount;
      await waitTwoTurns();
      waitCount += 1;
    } while (acceptedCount !== countBefore && waitCount < MAX_BACKLOG);
  };

  return {
    async drain() {
      isDraining = true;
      await waitUntilQuiet(MAX_ACCEPTING_MS);
      await waitUntilAccepted();
      const serverClosed = new Promise((resolve) => server.close(resolve));
      await waitUntilQuiet(MAX_READING_MS); // for requests on connections that have just been accepted
      isClosingIdle = true;
      for (const [socket, connection] of connections) closeIfIdle(socket, connection);
      await serverClosed;
    },
    isLast: (request) => isDraining && connections.get(request.socket)?.newestRequest === request,
  };
}

function closeIfIdle(socket: Socket, { openRequestCount }: Connection): void {
  if (openRequestCount === 0) socket.destroySoon();
}

/** Resolves after the event loop has polled for connections and data twice. */
async function waitTwoTurns(): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
