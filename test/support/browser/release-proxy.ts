import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server in front of the service that can serve the child's app as if it were of the next release. */
export interface ReleaseProxy {
  readonly url: string;
  /** From now on, each file of the app has another name, and those of the release before no longer exist. */
  serveNextRelease(): void;
  /** Requests whose path matches get no response. Undefined lets all pass. */
  failing: RegExp | undefined;
  close(): void;
}

/** The cache of the next release, as its service worker calls it. */
export const NEXT_SHELL = 'play-shell-ffffffff';
const FILE_NAME = /\b(play|part|[\w-]+-normal)-([A-Z0-9]{8})\.(js|css|woff2)\b/g;

export async function startReleaseProxy(serviceUrl: string): Promise<ReleaseProxy> {
  let isNext = false;
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '/';
    if (proxy.failing?.test(path)) return void response.destroy();
    const isFile = path.startsWith('/play-files/') && !path.includes('icon-');
    if (isFile && isNext !== path.includes('-NEXT')) return void response.writeHead(404).end();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = Object.entries(request.headers).filter(([name]) => !HOP_HEADERS.has(name));
    const answer = await fetch(serviceUrl + path.replace('-NEXT', ''), {
      method: request.method ?? 'GET',
      headers: headers as [string, string][],
      redirect: 'manual',
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    const body = Buffer.from(await answer.arrayBuffer());
    const isApp = isFile || path.startsWith('/play');
    const isText = /javascript|css|html/.test(answer.headers.get('content-type') ?? '');
    const answerHeaders = [...answer.headers].filter(([name]) => !HOP_HEADERS.has(name));
    response.writeHead(answer.status, Object.fromEntries(answerHeaders));
    response.end(isNext && isApp && isText ? renameFiles(body.toString()) : body);
  };
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: ReleaseProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    serveNextRelease: () => {
      isNext = true;
    },
    failing: undefined,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return proxy;
}

/** Headers that concern one connection, or a body that the proxy has decompressed. */
const HOP_HEADERS = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'content-encoding',
  'host',
  'accept-encoding',
]);

/** Gives the files other names, as a change of their content does, and the release another version. */
function renameFiles(text: string): string {
  return text
    .replaceAll(FILE_NAME, '$1-$2-NEXT.$3')
    .replaceAll(/(play-shell-)[0-9a-f]{8}/g, '$1ffffffff')
    .replaceAll(/"[0-9a-f]{8}"/g, '"ffffffff"');
}
