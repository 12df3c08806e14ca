import type { UploadProgress } from './operations.ts';

/** Sends a request with XMLHttpRequest, because `fetch` does not report how much of a body has been sent. */
export async function sendWithProgress(
  request: Request,
  signal: AbortSignal,
  onProgress: (progress: UploadProgress) => void,
): Promise<Response> {
  const body = await request.blob();
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open(request.method, request.url);
    request.headers.forEach((value, name) => {
      xhr.setRequestHeader(name, value);
    });
    xhr.upload.onprogress = ({ loaded, total }) => onProgress({ sentBytes: loaded, totalBytes: total });
    xhr.onload = () => resolve(new Response(xhr.responseText, { status: xhr.status, headers: parseHeaders(xhr) }));
    xhr.onerror = () => reject(new TypeError('The connection failed'));
    xhr.onabort = () => reject(signal.reason);
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener('abort', () => xhr.abort(), { once: true });
    xhr.send(body);
  });
}

function parseHeaders(xhr: XMLHttpRequest): Headers {
  const lines = xhr.getAllResponseHeaders().trim().split(/\r?\n/);
  return new Headers(
    lines.filter(Boolean).map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    }),
  );
}
