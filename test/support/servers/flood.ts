import { Agent, get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * A worker thread in which one client attacks a server from its own address: it holds connections, sends slow bodies and bodies of
 * one-byte chunks, and loads a page in a loop.
 */
export interface FloodData {
  readonly port: number;
  /** The address of the client, on the loopback interface. */
  readonly localAddress: string;
  readonly pagePath: string;
  readonly cookie: string;
}

/** What the client has achieved since the start of the thread. */
export interface FloodReport {
  readonly openConnectionCount: number;
  readonly slowBodyCount: number;
  readonly chunkedBodyCount: number;
  readonly pageCountByStatus: Readonly<Record<number, number>>;
}

const CONNECTION_COUNT = 1000;
const SLOW_BODY_COUNT = 300;
const CHUNKED_BODY_COUNT = 8;
const PAGE_CONNECTION_COUNT = 64;
/** A closed connection is replaced after this time. */
const PAUSE_MS = 100;

const { port, localAddress, pagePath, cookie } = workerData as FloodData;
const openConnections = new Set<Socket>();
const slowBodies = new Set<Socket>();
const pageCountByStatus: Record<number, number> = {};
let chunkedBodyCount = 0;

/** Keeps a connection open: `use` is called for each new connection. */
function keepOpen(sockets: Set<Socket>, use: (socket: Socket) => void): void {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => {}).resume();
  socket.once('connect', () => {
    sockets.add(socket);
    use(socket);
  });
  socket.once('close', () => {
    sockets.delete(socket);
    setTimeout(keepOpen, PAUSE_MS, sockets, use);
  });
}

function formatHead(framing: string): string {
  return `POST /app/auth/verify-email HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${framing}\r\n\r\n`;
}

function sendSlowBody(socket: Socket): void {
  socket.write(formatHead('Content-Length: 8000'));
  const timer = setInterval(() => socket.write('x'), 500);
  socket.once('close', () => clearInterval(timer));
}

async function sendChunkedBodies(): Promise<never> {
  for (;;) {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    socket.on('error', () => {}).resume();
    socket.write(
      `${formatHead('Connection: close\r\nTransfer-Encoding: chunked')}${'1\r\nx\r\n'.repeat(7000)}0\r\n\r\n`,
    );
    await new Promise((resolve) => socket.once('close', resolve));
    chunkedBodyCount += 1;
    await sleep(10);
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: PAGE_CONNECTION_COUNT });

async function loadPages(): Promise<never> {
  for (;;) {
    const status = await new Promise<number>((resolve) => {
      get({ port, host: '127.0.0.1', localAddress, path: pagePath, agent, headers: { cookie } }, (response) => {
        response.resume().once('close', () => resolve(response.statusCode ?? 0));
      }).once('error', () => resolve(0));
    });
    pageCountByStatus[status] = (pageCountByStatus[status] ?? 0) + 1;
    if (status !== 200) await sleep(PAUSE_MS); // nginx refuses at once, and the other threads need the processor as well
  }
}

for (let i = 0; i < CONNECTION_COUNT; i += 1) keepOpen(openConnections, () => {});
for (let i = 0; i < SLOW_BODY_COUNT; i += 1) keepOpen(slowBodies, sendSlowBody);
for (let i = 0; i < CHUNKED_BODY_COUNT; i += 1) void sendChunkedBodies();
for (let i = 0; i < PAGE_CONNECTION_COUNT; i += 1) void loadPages();

parentPort?.on('message', () => {
  const report: FloodReport = {
    openConnectionCount: openConnections.size,
    slowBodyCount: slowBodies.size,
    chunkedBodyCount,
    pageCountByStatus,
  };
  parentPort?.postMessage(report);
});
