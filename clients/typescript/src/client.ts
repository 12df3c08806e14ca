import createFetchClient from 'openapi-fetch';
import type { paths } from './api.ts';
import { createResponseError } from './errors.ts';
import {
  type Arguments,
  type CallInput,
  type CallOptions,
  type GetPath,
  type Method,
  type PagePath,
  type Path,
  type ResponseData,
  supportsIdempotencyKey,
} from './operations.ts';
import { randomId } from './random-id.ts';
import { send } from './send.ts';

export interface ClientOptions {
  /** The URL of the service, such as `https://family.example.org`. */
  readonly baseUrl: string;
  /** The token of a child or a parent. It is usually set later, with `client.withToken(token)`. */
  readonly token?: string | undefined;
  /** An id that the app generates once for its device (`randomId`) and stores. Signing in with it saves the profile on the device. */
  readonly deviceId?: string | undefined;
  /** The IANA time zone in which days begin and end. By default, the current time zone of the device. */
  readonly timeZone?: string | undefined;
  /** The languages of messages for requests without a profile: the value of Accept-Language. By default, those of the browser. */
  readonly language?: string | undefined;
  /** The maximum number of times that a failed call is repeated, if repeating it is safe. Default 3. */
  readonly maxRetries?: number;
  /**
   * The longest wait before a call is repeated, in seconds. If the service asks for a longer wait, the call fails.
   * Default 10.
   */
  readonly maxRetryDelaySeconds?: number;
  /** The time that each attempt has to get a complete response. Default 30, or 180 for a body with files. */
  readonly timeoutSeconds?: number;
  /** Sends the requests in place of the global `fetch`, except uploads with progress in a browser. */
  readonly fetch?: typeof fetch;
}

/**
 * Calls the endpoints of the service by method and path. A call rejects with a `RequestError`, or with the reason of
 * its signal.
 */
export interface FamilyClient {
  get<P extends GetPath>(path: P, ...input: Arguments<CallInput<'get', P>>): Promise<ResponseData<'get', P>>;
  post<P extends Path<'post'>>(path: P, ...input: Arguments<CallInput<'post', P>>): Promise<ResponseData<'post', P>>;
  patch<P extends Path<'patch'>>(
    path: P,
    ...input: Arguments<CallInput<'patch', P>>
  ): Promise<ResponseData<'patch', P>>;
  delete<P extends Path<'delete'>>(
    path: P,
    ...input: Arguments<CallInput<'delete', P>>
  ): Promise<ResponseData<'delete', P>>;
  /** Iterates over the pages of a list with a cursor, from the first page or from the `cursor` of the query. */
  pages<P extends PagePath>(
    path: P,
    ...input: Arguments<CallInput<'get', P>>
  ): AsyncGenerator<ResponseData<'get', P>, void>;
  /** Iterates over the entries of a list with a cursor. Pages are loaded as they are needed. */
  entries<P extends PagePath>(
    path: P,
    ...input: Arguments<CallInput<'get', P>>
  ): AsyncGenerator<ResponseData<'get', P>['data'][number], void>;
  /** Returns a client that uses this token, or no token. The client on which it is called does not change. */
  withToken(token: string | undefined): FamilyClient;
}

export function createClient(options: ClientOptions): FamilyClient {
  const call = createCall(options);
  async function* pages(path: string, input: AnyInput = {}): AsyncGenerator<AnyPage, void> {
    let cursor = input.query?.cursor;
    do {
      // The types of `pages` allow only paths of lists with a cursor, so the response is a page.
      const page = (await call('get', path, { ...input, query: { ...input.query, cursor } })) as AnyPage;
      yield page;
      cursor = page.next_cursor;
    } while (cursor !== null);
  }
  const client = {
    get: (path: string, input?: AnyInput) => call('get', path, input),
    post: (path: string, input?: AnyInput) => call('post', path, input),
    patch: (path: string, input?: AnyInput) => call('patch', path, input),
    delete: (path: string, input?: AnyInput) => call('delete', path, input),
    pages,
    async *entries(path: string, input?: AnyInput) {
      for await (const page of pages(path, input)) yield* page.data;
    },
    withToken: (token: string | undefined) => createClient({ ...options, token }),
  };
  return client as FamilyClient; // the types differ by path, but the code is the same for all paths
}

/** The input of any call. */
interface AnyInput extends CallOptions {
  readonly path?: Record<string, unknown>;
  readonly query?: Record<string, unknown>;
  readonly body?: object;
}

interface AnyPage {
  readonly data: readonly unknown[];
  readonly next_cursor: string | null;
}

function createCall(options: ClientOptions) {
  const { request } = createFetchClient<paths>({ baseUrl: options.baseUrl.replace(/\/$/, '') });
  // The path is known only at run time, so the type of the response is not known here.
  const sendRequest = request as unknown as (
    method: Method,
    path: string,
    init: object,
  ) => Promise<{ data?: string; error?: unknown; response: Response }>;
  return async (method: Method, path: string, { path: pathParams, query, body, ...callOptions }: AnyInput = {}) => {
    const hasIdempotencyKey = supportsIdempotencyKey(method, path);
    const sendOptions = {
      fetch: options.fetch ?? fetch,
      isRepeatable: method === 'get' || hasIdempotencyKey,
      maxRetries: options.maxRetries ?? 3,
      maxRetryDelaySeconds: options.maxRetryDelaySeconds ?? 10,
      timeoutSeconds: options.timeoutSeconds ?? (hasFiles(body) ? 180 : 30),
      onProgress: hasFiles(body) ? callOptions.onProgress : undefined,
    };
    const { data, error, response } = await sendRequest(method, path, {
      params: { path: pathParams, query },
      body: hasFiles(body) ? toFormData(body) : body,
      headers: {
        ...buildClientHeaders(options),
        'Idempotency-Key': hasIdempotencyKey ? (callOptions.idempotencyKey ?? randomId()) : undefined,
      },
      signal: callOptions.signal,
      parseAs: 'text',
      fetch: (fetchRequest: Request) => send(fetchRequest, sendOptions),
    });
    if (!response.ok) throw createResponseError(error, response);
    return unwrap(parseJson(data), response);
  };
}

function buildClientHeaders({
  token,
  deviceId,
  timeZone,
  language,
}: ClientOptions): Record<string, string | undefined> {
  return {
    Authorization: token === undefined ? undefined : `Bearer ${token}`,
    'Device-Id': deviceId,
    'X-Timezone': timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    'Accept-Language': language,
  };
}

/** Returns the `data` of a response, or the whole response of a list with a cursor. */
function unwrap(body: unknown, response: Response): unknown {
  const { data, next_cursor } = Object(body);
  if (data === undefined) throw createResponseError(body, response);
  return next_cursor === undefined ? data : body;
}

function parseJson(text = ''): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the response does not come from the service, but, for example, from the login page of a Wi-Fi network
  }
}

/** Whether a body contains files. A body with files is sent as multipart/form-data, any other body as JSON. */
function hasFiles(body: object = {}): boolean {
  return Object.values(body)
    .flat()
    .some((value) => value instanceof Blob);
}

function toFormData(body: object = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    for (const part of [value].flat()) if (part !== undefined) form.append(name, part);
  }
  return form;
}
