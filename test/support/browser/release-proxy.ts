import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server in front of the service. It can serve the child's app as if a new release had been installed. */
export interface ReleaseProxy {
  readonly url: string;
  /** From now on, each file of the app has a different name, and the files of the previous release no longer exist. */
  serveNextRelease(): void;
  /** Requests whose path matches get no response; undefined if all requests get one. */
  failing: RegExp | undefined;
  close(): void;
}

/** The name of the cache of the next release's service worker. */
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
    const serviceResponse = await fetch(serviceUrl + path.replace('-NEXT', ''), {
      method: request.method ?? 'GET',
      headers: headers as [string, string][],
      redirect: 'manual',
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    const body = Buffer.from(await serviceResponse.arrayBuffer());
    const isApp = isFile || path.startsWith('/play');
    const isText = /javascript|css|html/.test(serviceResponse.headers.get('content-type') ?? '');
    const responseHeaders = [...serviceResponse.headers].filter(([name]) => !HOP_HEADERS.has(name));
    response.writeHead(serviceResponse.status, Object.fromEntries(responseHeaders));
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

/** Hop-by-hop headers, and those of a compressed body, which `fetch` has decompressed. */
const HOP_HEADERS = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'content-encoding',
  'host',
  'accept-encoding',
]);

/** Gives the files different names, as a change of their content would, and the release another version. */
function renameFiles(text: string): string {
  return text
    .replaceAll(FILE_NAME, '$1-$2-NEXT.$3')
    .replaceAll(/(play-shell-)[0-9a-f]{8}/g, '$1ffffffff')
    .replaceAll(/"[0-9a-f]{8}"/g, '"ffffffff"');
}
