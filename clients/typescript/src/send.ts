import { createConnectionError, parseRetryAfter } from './errors.ts';
import type { UploadProgress } from './operations.ts';
import { sendWithProgress } from './send-with-progress.ts';

export interface SendOptions {
  readonly fetch: typeof fetch;
  /** Whether the request may be sent again, because it changes nothing or has an Idempotency-Key. */
  readonly isRepeatable: boolean;
  /** The maximum number of times that the request is sent again. */
  readonly maxRetries: number;
  /** The longest wait before the request is sent again. If Retry-After asks for a longer wait, the call fails. */
  readonly maxRetryDelaySeconds: number;
  /** The time that each attempt has to get a complete response. */
  readonly timeoutSeconds: number;
  readonly onProgress: ((progress: UploadProgress) => void) | undefined;
}

/**
 * Sends a request, and repeats it while repeating is safe and may succeed. Returns the last response after it has been
 * received completely.
 */
export async function send(request: Request, options: SendOptions): Promise<Response> {
  for (let attempt = 0; ; attempt += 1) {
    const response = await sendOnce(request.clone(), options).catch((cause: unknown) => {
      if (request.signal.aborted) throw request.signal.reason;
      return createConnectionError(cause);
    });
    const delaySeconds = computeRetryDelaySeconds(response, attempt, options);
    if (delaySeconds !== undefined) await wait(delaySeconds, request.signal);
    else if (response instanceof Error) throw response;
    else return response;
  }
}

async function sendOnce(request: Request, { fetch, timeoutSeconds, onProgress }: SendOptions): Promise<Response> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutSeconds * 1000)]);
  if (onProgress && typeof XMLHttpRequest === 'function') return sendWithProgress(request, signal, onProgress);
  const { size } = onProgress ? await request.clone().blob() : { size: 0 };
  const response = await fetch(request, { signal });
  const text = await response.text();
  onProgress?.({ sentBytes: size, totalBytes: size });
  return new Response(text, response);
}

/** Returns the seconds to wait before the next attempt, or undefined if there is no further attempt. */
function computeRetryDelaySeconds(
  response: Response | Error,
  attempt: number,
  { isRepeatable, maxRetries, maxRetryDelaySeconds }: SendOptions,
): number | undefined {
  if (!isRepeatable || attempt >= maxRetries) return undefined;
  // 0.3 seconds, doubled after each attempt, plus or minus up to 50% at random.
  const backoffSeconds = 0.3 * 2 ** attempt * (0.5 + Math.random());
  if (response instanceof Error) return backoffSeconds;
  if (!isTemporary(response)) return undefined;
  const delaySeconds = parseRetryAfter(response) ?? backoffSeconds;
  return delaySeconds <= maxRetryDelaySeconds ? delaySeconds : undefined;
}

/**
 * Whether the same request may succeed later. A response with status 409 has Retry-After only while another request with
 * the same Idempotency-Key is being processed.
 */
function isTemporary(response: Response): boolean {
  return (
    [429, 502, 503, 504].includes(response.status) || (response.status === 409 && response.headers.has('retry-after'))
  );
}

function wait(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const handleAbort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', handleAbort);
      resolve();
    }, seconds * 1000);
    signal.addEventListener('abort', handleAbort, { once: true });
  });
}
