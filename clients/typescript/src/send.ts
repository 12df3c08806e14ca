import { createConnectionError, retryAfterSeconds } from './errors.ts';
import type { UploadProgress } from './operations.ts';
import { sendWithProgress } from './send-with-progress.ts';

/** How a request is sent. */
export interface Sending {
  readonly fetch: typeof fetch;
  /** Whether the request may be sent again: it changes nothing, or has an Idempotency-Key. */
  readonly isRepeatable: boolean;
  /** How often it is sent again at most. */
  readonly retries: number;
  /** The longest wait before it is sent again. If Retry-After asks for a longer one, the call fails. */
  readonly maxRetryDelaySeconds: number;
  /** After how many seconds without a complete response an attempt is given up. */
  readonly timeoutSeconds: number;
  readonly onProgress: ((progress: UploadProgress) => void) | undefined;
}

/** Sends a request, and again while that is safe and may help. Returns the last response, completely received. */
export async function send(request: Request, sending: Sending): Promise<Response> {
  for (let attempt = 0; ; attempt += 1) {
    const response = await sendOnce(request.clone(), sending).catch((cause: unknown) => {
      if (request.signal.aborted) throw request.signal.reason;
      return createConnectionError(cause);
    });
    const delay = retryDelay(response, attempt, sending);
    if (delay !== undefined) await wait(delay, request.signal);
    else if (response instanceof Error) throw response;
    else return response;
  }
}

async function sendOnce(request: Request, { fetch, timeoutSeconds, onProgress }: Sending): Promise<Response> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutSeconds * 1000)]);
  if (onProgress && typeof XMLHttpRequest === 'function') return sendWithProgress(request, signal, onProgress);
  const { size } = onProgress ? await request.clone().blob() : { size: 0 };
  const response = await fetch(request, { signal });
  const text = await response.text();
  onProgress?.({ sentBytes: size, totalBytes: size });
  return new Response(text, response);
}

/** The seconds to wait before the next attempt, or undefined if there is none. */
function retryDelay(
  response: Response | Error,
  attempt: number,
  { isRepeatable, retries, maxRetryDelaySeconds }: Sending,
): number | undefined {
  if (!isRepeatable || attempt >= retries) return undefined;
  const backoff = 0.3 * 2 ** attempt * (0.5 + Math.random());
  if (response instanceof Error) return backoff;
  if (!isTemporary(response)) return undefined;
  const delay = retryAfterSeconds(response) ?? backoff;
  return delay <= maxRetryDelaySeconds ? delay : undefined;
}

/** A 409 has Retry-After only while another request with the same key is running. */
function isTemporary(response: Response): boolean {
  return (
    [429, 502, 503, 504].includes(response.status) || (response.status === 409 && response.headers.has('retry-after'))
  );
}

function wait(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const end = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end);
      resolve();
    }, seconds * 1000);
    signal.addEventListener('abort', end, { once: true });
  });
}
