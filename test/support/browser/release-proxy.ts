import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server in front of the service. It can serve the child's app as if a new release had been installed. */
export interface ReleaseProxy {
  readonly url: string;
  /** After this call, each file of the app except the icons has a new name, and its old name no longer exists. */
  serveNextRelease(): void;
  /** Requests with a matching path get no response. If undefined, all requests get a response. */
  failingPath: RegExp | undefined;
  close(): void;
}

/** The name of the cache of the next release's service worker. */
export const NEXT_CACHE_NAME = 'play-shell-ffffffff';
/** The name, the hash and the extension of a file of the app. */
const FILE_NAME_PATTERN = /\b(play|part|[\w-]+-normal)-([A-Z0-9]{8})\.(js|css|woff2)\b/g;

export async function startReleaseProxy(serviceUrl: string): Promise<ReleaseProxy> {
  let isNextRelease = false;
  const forwardRequest = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '/';
    if (proxy.failingPath?.test(path)) return void response.destroy();
    const isAppFile = path.startsWith('/play-files/') && !path.includes('icon-'); // icons keep their names
    if (isAppFile && isNextRelease !== path.includes('-NEXT')) return void response.writeHead(404).end();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = Object.entries(request.headers).filter(([name]) => !OMITTED_HEADERS.has(name));
    const serviceResponse = await fetch(serviceUrl + path.replace('-NEXT', ''), {
      method: request.method ?? 'GET',
      headers: headers as [string, string][],
      redirect: 'manual',
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    const body = Buffer.from(await serviceResponse.arrayBuffer());
    const isAppPath = isAppFile || path.startsWith('/play');
    const isText = /javascript|css|html/.test(serviceResponse.headers.get('content-type') ?? '');
    const responseHeaders = [...serviceResponse.headers].filter(([name]) => !OMITTED_HEADERS.has(name));
    response.writeHead(serviceResponse.status, Object.fromEntries(responseHeaders));
    response.end(isNextRelease && isAppPath && isText ? renameFiles(body.toString()) : body);
  };
  const server = createServer((request, response) => {
    forwardRequest(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: ReleaseProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    serveNextRelease: () => {
      isNextRelease = true;
    },
    failingPath: undefined,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return proxy;
}

/** Headers that a proxy must not pass on, and the headers of a compressed body, which `fetch` has decompressed. */
const OMITTED_HEADERS = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'content-encoding',
  'host',
  'accept-encoding',
]);

/** Changes the names of the files in a text, as a change of their content would, and the version of the release. */
function renameFiles(text: string): string {
  return text
    .replaceAll(FILE_NAME_PATTERN, '$1-$2-NEXT.$3')
    .replaceAll(/play-shell-[0-9a-f]{8}/g, NEXT_CACHE_NAME)
    .replaceAll(/"[0-9a-f]{8}"/g, '"ffffffff"');
}
