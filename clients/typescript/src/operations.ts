import type { paths } from './api.ts';

export type Method = 'get' | 'post' | 'patch' | 'delete';

/** The paths that have an operation with this method. */
export type Path<M extends Method> = { [P in keyof paths]: paths[P][M] extends undefined ? never : P }[keyof paths];

export type GetPath = Path<'get'>;

/** The paths of lists with a cursor. */
export type PagePath = {
  [P in GetPath]: ResponseData<'get', P> extends { next_cursor: string | null } ? P : never;
}[GetPath];

type Operation<M extends Method, P extends Path<M>> = NonNullable<paths[P][M]>;

type ContentOf<T> = T extends { content: infer C } ? C[keyof C] : never;

type ResponseBody<O> = O extends { responses: infer R } ? ContentOf<R[keyof R]> : never;

/** What a call returns: the `data` of the response, or the whole response of a list with a cursor. */
export type ResponseData<M extends Method, P extends Path<M>> =
  ResponseBody<Operation<M, P>> extends infer B
    ? B extends { next_cursor: unknown }
      ? B
      : B extends { data: infer D }
        ? D
        : never
    : never;

type PathAndQuery<O> = O extends { parameters: infer P } ? Pick<P, Extract<keyof P, 'path' | 'query'>> : unknown;

type Body<O> = O extends { requestBody: { content: infer C } }
  ? { readonly body: C[keyof C] }
  : O extends { requestBody?: infer R }
    ? { readonly body?: ContentOf<NonNullable<R>> }
    : { readonly body?: never };

/** Options of a single call. */
export interface CallOptions {
  /** Cancels the call. It then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /**
   * The Idempotency-Key of this write, for an app that stores its writes while it is offline. By default, each write has a
   * new key.
   */
  readonly idempotencyKey?: string;
  /** Reports the progress of the upload of a body with files: continuously in a browser, otherwise once, at the end. */
  readonly onProgress?: (progress: UploadProgress) => void;
}

export interface UploadProgress {
  readonly sentBytes: number;
  readonly totalBytes: number;
}

/** What a call sends: the `path` parameters, the `query` parameters and the `body` that the operation has. */
export type CallInput<M extends Method, P extends Path<M>> = PathAndQuery<Operation<M, P>> &
  Body<Operation<M, P>> &
  CallOptions;

/** The second argument of a call, which may be left out if nothing in it is required. */
export type Arguments<I> = object extends I ? [input?: I] : [input: I];

/** Whether an operation supports an Idempotency-Key. All writes do, except for those that check a PIN or a code. */
export function supportsIdempotencyKey(method: Method, path: string): boolean {
  const checksSecret = path.startsWith('/app/auth/') || (method === 'delete' && path === '/app/users/me');
  return method !== 'get' && !checksSecret;
}
