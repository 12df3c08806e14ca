import { Agent, request } from 'node:http';
import type { BenchRequest } from './calls.ts';

/** How long a client waits for a response. If a process is killed, requests on its connections may never get a response. */
const TIMEOUT_MS = 10_000;

export interface BenchResponse {
  /** Undefined if there was no response. */
  readonly status: number | undefined;
  readonly body: string;
}

/**
 * Sends requests over a number of connections until `stop` is called. Each connection sends its next request when it has received the
 * response to its previous request.
 */
export function startClients(
  connectionCount: number,
  buildNext: () => { readonly url: string; readonly request: BenchRequest },
  handleResponse: (response: BenchResponse, url: string) => void,
): { stop(): Promise<void> } {
  const agent = new Agent({ keepAlive: true });
  let isStopping = false;
  const clients = Array.from({ length: connectionCount }, async () => {
    while (!isStopping) {
      const { url, request: nextRequest } = buildNext();
      handleResponse(await send(agent, url, nextRequest), url);
    }
  });
  return {
    async stop() {
      isStopping = true;
      await Promise.all(clients);
      agent.destroy();
    },
  };
}

function send(agent: Agent, url: string, { method, path, headers, body }: BenchRequest): Promise<BenchResponse> {
  return new Promise((resolve) => {
    const clientRequest = request(`${url}${path}`, { agent, method, headers, timeout: TIMEOUT_MS }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.once('end', () => resolve({ status: response.statusCode, body: text }));
      response.once('error', () => resolve({ status: undefined, body: '' }));
    });
    clientRequest.once('timeout', () => clientRequest.destroy());
    clientRequest.once('error', () => resolve({ status: undefined, body: '' }));
    clientRequest.end(body);
  });
}
