import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** The server is quiet when no connection or request has arrived for this time. */
const QUIET_MS = 100;
/** How long the server continues to accept connections while it is not quiet. */
const MAX_ACCEPTING_MS = 3000;
/** How long the server then accepts the connections that are already waiting, and waits for requests on them. */
const MAX_READING_MS = 1000;

interface Connection {
  /** The number of requests whose responses have not been sent completely. */
  openRequestCount: number;
  newestRequest?: IncomingMessage;
}

/** Stops a server without breaking a connection on which a request has arrived. */
export function createConnectionDrainer(server: Server) {
  const connections = new Map<Socket, Connection>();
  let arrivalCount = 0; // of connections and requests
  let isDraining = false;
  let isClosingIdle = false;

  server.on('connection', (socket: Socket) => {
    arrivalCount += 1;
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

  /** Waits until nothing has arrived for `quietMs`, but for at most about `maxMs`. */
  const waitUntilQuiet = async (quietMs: number, maxMs: number) => {
    const deadline = performance.now() + maxMs;
    let countBefore: number;
    do {
      countBefore = arrivalCount;
      await sleep(quietMs);
      // A late timer runs before the events that have arrived in the meantime, so the event loop has to poll twice.
      for (let turn = 0; turn < 2; turn += 1) await nextTurn();
    } while (arrivalCount !== countBefore && performance.now() < deadline);
  };

  return {
    /**
     * Closes each connection after its next response, and serves requests until no new requests arrive, but for at most three
     * seconds. Then stops accepting connections and closes the idle connections. Resolves when the last connection is closed.
     */
    async drain(): Promise<void> {
      isDraining = true;
      await waitUntilQuiet(QUIET_MS, MAX_ACCEPTING_MS);
      await waitUntilQuiet(0, MAX_READING_MS); // the event loop accepts one connection per turn
      const serverClosed = new Promise((resolve) => server.close(resolve));
      await waitUntilQuiet(QUIET_MS, MAX_READING_MS); // for requests on connections that have just been accepted
      isClosingIdle = true;
      for (const [socket, connection] of connections) closeIfIdle(socket, connection);
      await serverClosed;
    },
    /** Whether the response to a request is the last one on its connection. */
    isLast: (request: IncomingMessage) => isDraining && connections.get(request.socket)?.newestRequest === request,
  };
}

function closeIfIdle(socket: Socket, { openRequestCount }: Connection): void {
  if (openRequestCount === 0) socket.destroySoon();
}
