import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { AwsClient } from 'aws4fetch';
import type { Logger } from 'pino';
import { UnavailableError } from '../../core/requests/api-error.ts';
import { limitTime } from '../concurrency/time-limit.ts';
import type { S3Settings } from '../settings.ts';
import { type Files, isFileName } from './local-files.ts';

/** How long the store may take to begin a response, including repeated requests, or to send the next chunk of a body. */
const RESPONSE_TIMEOUT_MS = 20_000;
/** The maximum size of a response that is read as a whole. Every file and every list of 1,000 objects is smaller. */
const MAX_BODY_BYTES = 32 * 1024 * 1024;
/** The maximum size of an error response. */
const MAX_ERROR_BYTES = 64 * 1024;
/** How many times a request is repeated after a response with 5xx or 429. */
const MAX_RETRIES = 2;
/** The Retry-After of responses while the store is unavailable. */
const RETRY_AFTER_SECONDS = 10;

const FILES_PREFIX = 'files/';
const QUARANTINE_PREFIX = 'quarantine/';
const INSTALLATION_ID_KEY = 'installation-id';

/** A bucket of an S3-compatible store. */
export interface Bucket {
  /** The URL of the bucket, for messages. */
  readonly url: string;
  readonly files: Files;
  /** Any objects of the bucket. An object has at most 32 MB. */
  readonly objects: {
    put(key: string, bytes: Uint8Array): Promise<void>;
    /** Returns undefined for an unknown key. */
    get(key: string): Promise<Buffer | undefined>;
    remove(key: string): Promise<void>;
    list(prefix: string): AsyncIterable<ListedObject>;
  };
  /** The id of the installation that the bucket belongs to. */
  readInstallationId(): Promise<string | undefined>;
  writeInstallationId(id: string): Promise<void>;
  /** Logs a warning if the bucket keeps the versions of deleted files for ever, or if that cannot be found out. */
  warnOfKeptVersions(): Promise<void>;
}

const KEPT_VERSIONS_MESSAGE =
  'the bucket has versions and no rule that ends them, so deleted files of children stay there for ever. Set a lifecycle rule with ' +
  'NoncurrentVersionExpiration: see "Files" in docs/operations.md';
const UNKNOWN_VERSIONS_MESSAGE =
  'it could not be found out whether the bucket keeps versions of deleted files: see "Files" in docs/operations.md';

interface ListedObject {
  readonly key: string;
  readonly modifiedAt: string;
}

/** Stores files in a bucket, under `files/` and `quarantine/<day>/` (decision 0042). An object is complete or does not exist. */
export function openBucket(settings: S3Settings, log: Logger): Bucket {
  const url = `${settings.url}/${settings.bucket}`;
  const { send, sendAndRead } = createSigningClient(settings, url);

  async function* listObjects(prefix: string): AsyncGenerator<ListedObject> {
    for (let continuationToken: string | undefined = ''; continuationToken !== undefined; ) {
      const query = new URLSearchParams({
        'list-type': '2',
        prefix,
        ...(continuationToken !== '' && { 'continuation-token': continuationToken }),
      });
      const xml = (await sendAndRead('GET', `?${query}`))?.toString() ?? '';
      for (const [, entry = ''] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs))
        yield { key: readElement(entry, 'Key') ?? '', modifiedAt: readElement(entry, 'LastModified') ?? '' };
      continuationToken = readElement(xml, 'NextContinuationToken');
    }
  }
  const putObject = async (key: string, bytes: Uint8Array) => {
    const headers = {
      'content-type': 'application/octet-stream',
      'x-amz-content-sha256': createHash('sha256').update(bytes).digest('hex'), // the store rejects bytes that do not match this hash
    };
    await send('PUT', `/${key}`, { body: Buffer.from(bytes), headers });
  };
  const readObject = (key: string) => sendAndRead('GET', `/${key}`);
  /**
   * Streams the bytes from `first` to `last`, both included. Throws if the store sends more or fewer bytes, because the response
   * of the service has already stated their number in its Content-Length.
   */
  async function* streamBody(key: string, first: number, last: number): AsyncGenerator<Uint8Array> {
    const response = await send('GET', `/${key}`, { headers: { range: `bytes=${first}-${last}` } });
    if (!response?.body) throw new Error(`The file ${key} is missing in the bucket.`);
    const isRange = response.headers.get('content-range')?.startsWith(`bytes ${first}-${last}/`);
    if (response.status !== 206 || !isRange) {
      await response.body.cancel();
      throw createUnavailableError(url, 'it does not send the requested range');
    }
    let remainingBytes = last - first + 1;
    for await (const chunk of readChunks(response.body)) {
      remainingBytes -= chunk.length;
      if (remainingBytes < 0) break;
      yield chunk;
    }
    if (remainingBytes !== 0)
      throw createUnavailableError(url, `the file ${key} does not have the length that was announced`);
  }
  /**
   * Copies an object and then deletes the original. After a crash between these steps, the object exists twice until it is moved
   * again.
   */
  const moveObject = async (sourceKey: string, targetKey: string) => {
    const headers = { 'x-amz-copy-source': `/${settings.bucket}/${sourceKey}` };
    const copyResult = await sendAndRead('PUT', `/${targetKey}`, { headers });
    if (!copyResult) return;
    if (copyResult.includes('<Error>')) throw createUnavailableError(url, 'an object could not be copied');
    await send('DELETE', `/${sourceKey}`);
  };

  return {
    url,
    async readInstallationId() {
      return (await readObject(INSTALLATION_ID_KEY))?.toString().trim();
    },
    writeInstallationId: (id) => putObject(INSTALLATION_ID_KEY, Buffer.from(`${id}\n`)),
    objects: {
      put: putObject,
      get: readObject,
      list: listObjects,
      async remove(key) {
        await send('DELETE', `/${key}`);
      },
    },
    async warnOfKeptVersions() {
      try {
        const versioning = (await sendAndRead('GET', '?versioning'))?.toString() ?? '';
        if (!/<Status>(Enabled|Suspended)<\/Status>/.test(versioning)) return;
        const lifecycle = (await sendAndRead('GET', '?lifecycle'))?.toString() ?? ''; // 404 if there is none
        if (!lifecycle.includes('<NoncurrentVersionExpiration')) log.warn({ bucket: url }, KEPT_VERSIONS_MESSAGE);
      } catch (error) {
        log.warn({ bucket: url, err: error }, UNKNOWN_VERSIONS_MESSAGE);
      }
    },
    files: {
      async put(name, bytes) {
        if (!isFileName(name)) throw new Error(`This cannot be the name of a file: ${name}`);
        await putObject(FILES_PREFIX + name, bytes);
      },
      async get(name) {
        return isFileName(name) ? readObject(FILES_PREFIX + name) : undefined;
      },
      async find(name) {
        const response = isFileName(name) ? await send('HEAD', `/${FILES_PREFIX}${name}`) : undefined;
        if (!response) return undefined;
        const size = Number(response.headers.get('content-length') ?? Number.NaN);
        if (!Number.isSafeInteger(size)) throw createUnavailableError(url, 'it does not send the length of a file');
        return { size, read: (first, last) => Readable.from(streamBody(FILES_PREFIX + name, first, last)) };
      },
      async remove(name) {
        if (!isFileName(name)) return;
        await send('DELETE', `/${FILES_PREFIX}${name}`);
        log.info({ file: name }, 'a file was removed');
      },
      async *list() {
        for await (const { key, modifiedAt } of listObjects(FILES_PREFIX)) {
          const name = key.slice(FILES_PREFIX.length);
          if (isFileName(name)) yield { name, storedAt: new Date(modifiedAt).toISOString() };
        }
      },
      quarantine: {
        put: (name, day) => moveObject(FILES_PREFIX + name, `${QUARANTINE_PREFIX}${day}/${name}`),
        restore: ({ name, day }) => moveObject(`${QUARANTINE_PREFIX}${day}/${name}`, FILES_PREFIX + name),
        async remove({ name, day }) {
          await send('DELETE', `/${QUARANTINE_PREFIX}${day}/${name}`);
        },
        async *list() {
          for await (const { key } of listObjects(QUARANTINE_PREFIX)) {
            const [day = '', name = ''] = key.slice(QUARANTINE_PREFIX.length).split('/');
            if (isFileName(name)) yield { name, day };
          }
        },
      },
    },
  };
}

interface SendOptions {
  readonly body?: Buffer<ArrayBuffer>;
  readonly headers?: Record<string, string>;
}

/**
 * Creates two functions that send signed requests to the bucket: `send` returns the response, `sendAndRead` its body. Both
 * return undefined if an object does not exist. They throw UnavailableError for every other failure, including wrong
 * credentials, a missing bucket and a redirect, because such a failure is never caused by a client's request.
 */
function createSigningClient({ accessKeyId, secretAccessKey, region }: S3Settings, url: string) {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: MAX_RETRIES });
  const send = async (method: string, path: string, options: SendOptions = {}): Promise<Response | undefined> => {
    const abortController = new AbortController();
    const timer = setTimeout(() => abortController.abort(new Error('no response')), RESPONSE_TIMEOUT_MS);
    try {
      const request = { method, signal: abortController.signal, redirect: 'manual', ...options } as const;
      const response = await client.fetch(url + path, request);
      if (response.ok) return response;
      const code = readElement((await readBody(response, MAX_ERROR_BYTES)).toString(), 'Code');
      if (response.status === 404 && code !== 'NoSuchBucket') return undefined;
      throw new Error([response.status, code].join(' ').trim());
    } catch (error) {
      throw createUnavailableError(url, error);
    } finally {
      clearTimeout(timer);
    }
  };
  const sendAndRead = async (method: string, path: string, options?: SendOptions): Promise<Buffer | undefined> => {
    const response = await send(method, path, options);
    if (!response) return undefined;
    return readBody(response, MAX_BODY_BYTES).catch((error: unknown) => {
      throw createUnavailableError(url, error);
    });
  };
  return { send, sendAndRead };
}

/**
 * Reads a whole body. Throws if it has more than `maxBytes`, or if a chunk arrives more than RESPONSE_TIMEOUT_MS after the start.
 */
async function readBody({ body }: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const endsAt = performance.now() + RESPONSE_TIMEOUT_MS;
  let size = 0;
  for await (const chunk of body ? readChunks(body) : []) {
    size += chunk.length;
    if (size > maxBytes || performance.now() > endsAt) throw new Error('the response is too large or takes too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Reads a body chunk by chunk. Cancels it when the next chunk takes too long, or when the caller stops reading. */
async function* readChunks(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await limitTime(RESPONSE_TIMEOUT_MS, reader.read());
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => {}); // the connection may be broken
  }
}

function createUnavailableError(url: string, cause: unknown): UnavailableError {
  const reason = cause instanceof Error ? [cause.message, cause.cause].filter(Boolean).join(': ') : cause;
  return new UnavailableError(`The bucket ${url} of S3_URL is unavailable (${reason}).`, RETRY_AFTER_SECONDS, cause);
}

/** Returns the text of the first element with this name. Keys and tokens contain nothing that XML escapes. */
function readElement(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
}
