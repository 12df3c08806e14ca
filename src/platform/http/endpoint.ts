import { type Static, type TNull, type TObject, type TProperties, type TSchema, Type } from 'typebox';
import { ApiError, type ErrorCode } from '../../core/requests/api-error.ts';
import type { Client } from '../../core/requests/client.ts';
import type { CursorPage } from '../../core/requests/cursor.ts';
import { Nullable } from '../../core/requests/json-schema.ts';
import type { OffsetPage } from '../../core/requests/offset-page.ts';
import type { Upload } from '../../core/requests/upload.ts';
import type { Context, PreparedWork } from '../context.ts';
import type { FileResponse, Html, Redirect, ResponseWithHeaders } from './responses/responses.ts';
import type { MultipartFiles } from './uploads/multipart.ts';

/** An operation of the service: its schemas, its documentation and the function that runs it. */
export interface Endpoint<C> {
  readonly format: 'json' | 'page' | 'file' | 'table';
  /** The name of the operation in the API description and in generated clients; none for pages and files. */
  readonly operationId?: string;
  readonly summary: string;
  readonly description?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: TObject;
  /** The body may also be multipart/form-data, with the fields as text parts and files beside them. */
  readonly multipart?: MultipartFiles;
  /** The maximum size of a JSON body in bytes, where 64 KiB is too small (`getBodyLimit`). */
  readonly bodyLimit?: number;
  /** The URL itself is the authorization (a capability URL): any site may call it, and its body is ignored. */
  readonly capabilityUrl?: true;
  readonly query?: TObject;
  readonly params?: TObject;
  readonly status: number;
  /** Schema of the whole success body; none for pages and files. */
  readonly responseSchema?: TSchema;
  readonly mediaType: string;
  /** The body is generated while it is sent. HEAD gets the headers only and runs nothing. */
  readonly streamed?: true;
  /** A client may cache the response and revalidate it with If-None-Match. */
  readonly cacheable?: boolean;
  /** Error codes in addition to those that every endpoint of its kind may return. */
  readonly errorCodes: readonly ErrorCode[];
  readonly run: (ctx: Context, caller: C, input: Input<unknown, unknown, unknown>) => Promise<unknown>;
  /** The first part of `run`, for an endpoint that does slow work before its transaction. */
  readonly prepare?: (ctx: Context, caller: C, input: Input<unknown, unknown, unknown>) => Promise<PreparedWork>;
  readonly table?: ListFormats<C>;
}

/** What a list needs in addition to JSON: the CSV columns in order, and the function that renders the HTML fragment. */
export interface ListFormats<C> {
  readonly columns: readonly string[];
  readonly fragment: (
    ctx: Context,
    caller: C,
    shown: OffsetPage<object>,
    input: Input<unknown, unknown, unknown>,
  ) => Html;
}

export interface Input<B, Q, P> {
  readonly body: B;
  readonly query: Q;
  readonly params: P;
  readonly client: Client;
  /** The uploaded files; always empty for an endpoint that takes no multipart body. */
  readonly uploads: readonly Upload[];
}

export interface EndpointOptions<B extends TProperties, Q extends TProperties, P extends TProperties> {
  readonly summary: string;
  readonly description?: string;
  /** Request headers that the endpoint reads, each with a description. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: B;
  readonly multipart?: MultipartFiles;
  readonly bodyLimit?: number;
  readonly capabilityUrl?: true;
  readonly query?: Q;
  readonly params?: P;
  /** A client may cache the response and revalidate it with If-None-Match. */
  readonly cacheable?: boolean;
  readonly errorCodes?: readonly ErrorCode[];
}

export type Run<C, B extends TProperties, Q extends TProperties, P extends TProperties, R> = (
  ctx: Context,
  caller: C,
  input: Input<Static<TObject<B>>, Static<TObject<Q>>, Static<TObject<P>>>,
) => Promise<R>;

interface WithData<C, B extends TProperties, Q extends TProperties, P extends TProperties, D extends TSchema>
  extends EndpointOptions<B, Q, P> {
  readonly operationId: string;
  readonly status?: 200 | 201;
  readonly data: D;
  readonly run: Run<C, B, Q, P, Static<D> | ResponseWithHeaders<Static<D>>>;
}

/** An endpoint that responds with `{ "data": … }` (spec, "Conventions"). */
export function endpoint<
  C,
  D extends TSchema,
  B extends TProperties = TProperties,
  Q extends TProperties = TProperties,
  P extends TProperties = TProperties,
>(spec: WithData<C, B, Q, P, D>): Endpoint<C> {
  const { data, status = 200 } = spec;
  return buildEndpoint(spec, {
    format: 'json',
    status,
    mediaType: 'application/json',
    responseSchema: Type.Object({ data }),
  });
}

interface WithPreparation<C, B extends TProperties, Q extends TProperties, P extends TProperties, D extends TSchema>
  extends Omit<WithData<C, B, Q, P, D>, 'run'> {
  readonly prepare: Run<C, B, Q, P, PreparedWork<Static<D>>>;
}

/** An endpoint whose slow work, for example on files, runs before the transaction so that it does not keep one open. */
export function preparedEndpoint<
  C,
  D extends TSchema,
  B extends TProperties = TProperties,
  Q extends TProperties = TProperties,
  P extends TProperties = TProperties,
>({ prepare, ...spec }: WithPreparation<C, B, Q, P, D>): Endpoint<C> {
  const run: Run<C, B, Q, P, Static<D>> = async (ctx, caller, input) => {
    const prepared = await prepare(ctx, caller, input);
    try {
      return await prepared.run(ctx);
    } catch (error) {
      // Only an ApiError guarantees that nothing has been committed.
      if (error instanceof ApiError) await prepared.discard();
      throw error;
    }
  };
  const built = endpoint<C, D, B, Q, P>({ ...spec, run });
  return { ...built, prepare: prepare as NonNullable<Endpoint<C>['prepare']> }; // its type is erased like that of `run`
}

interface WithItems<
  C,
  B extends TProperties,
  Q extends TProperties,
  P extends TProperties,
  I extends TSchema,
  M extends TSchema,
> extends EndpointOptions<B, Q, P> {
  readonly operationId: string;
  readonly item: I;
  /** Information about the list as a whole, in addition to the page. */
  readonly meta?: M;
  readonly run: Run<C, B, Q, P, CursorPage<Static<I>> & WithMeta<M>>;
}
/** The `meta` of a list; a list without a `meta` schema returns none. */
type WithMeta<M extends TSchema> = TNull extends M ? unknown : { meta: Static<M> };

/** An endpoint that responds with a cursor-paginated list (spec, "Conventions"). */
export function list<
  C,
  I extends TSchema,
  B extends TProperties = TProperties,
  Q extends TProperties = TProperties,
  P extends TProperties = TProperties,
  M extends TSchema = TNull,
>(spec: WithItems<C, B, Q, P, I, M>): Endpoint<C> {
  const responseSchema = Type.Object({
    data: Type.Array(spec.item),
    next_cursor: Nullable(Type.String()),
    has_more: Type.Boolean(),
    ...(spec.meta && { meta: spec.meta }),
  });
  return buildEndpoint(spec, { format: 'json', status: 200, mediaType: 'application/json', responseSchema });
}

interface WithPage<C, B extends TProperties, Q extends TProperties, P extends TProperties>
  extends EndpointOptions<B, Q, P> {
  readonly run: Run<C, B, Q, P, Html | Redirect | ResponseWithHeaders<Html>>;
}

/** A page for a browser: HTML, or a redirect to another page. */
export function page<
  C,
  B extends TProperties = TProperties,
  Q extends TProperties = TProperties,
  P extends TProperties = TProperties,
>(spec: WithPage<C, B, Q, P>): Endpoint<C> {
  return buildEndpoint(spec, { format: 'page', status: 200, mediaType: 'text/html' });
}

interface WithFile<C, B extends TProperties, Q extends TProperties, P extends TProperties>
  extends EndpointOptions<B, Q, P> {
  readonly mediaType: string;
  readonly streamed?: true;
  readonly run: Run<C, B, Q, P, FileResponse>;
}

/** A file: a picture, the metrics, or the OpenAPI document. */
export function file<
  C,
  B extends TProperties = TProperties,
  Q extends TProperties = TProperties,
  P extends TProperties = TProperties,
>(spec: WithFile<C, B, Q, P>): Endpoint<C> {
  return buildEndpoint(spec, {
    format: 'file',
    status: 200,
    mediaType: spec.mediaType,
    ...(spec.streamed && { streamed: true }),
  });
}

type Kind<C> = Pick<Endpoint<C>, 'format' | 'status' | 'mediaType' | 'responseSchema' | 'streamed'>;

/** Builds an endpoint of a kind. Each kind has its own builder that calls this one. */
export function buildEndpoint<C, B extends TProperties, Q extends TProperties, P extends TProperties, R>(
  spec: EndpointOptions<B, Q, P> & { readonly operationId?: string; readonly run: Run<C, B, Q, P, R> },
  kind: Kind<C>,
): Endpoint<C> {
  return {
    ...kind,
    ...(spec.operationId && { operationId: spec.operationId }),
    summary: spec.summary,
    ...(spec.description && { description: spec.description }),
    ...(spec.headers && { headers: spec.headers }),
    ...(spec.body && { body: Type.Object(spec.body) }),
    ...(spec.multipart && { multipart: spec.multipart }),
    ...(spec.bodyLimit && { bodyLimit: spec.bodyLimit }),
    ...(spec.capabilityUrl && { capabilityUrl: true }),
    ...(spec.query && { query: Type.Object(spec.query) }),
    ...(spec.params && { params: Type.Object(spec.params) }),
    ...(spec.cacheable && { cacheable: true }),
    errorCodes: spec.errorCodes ?? [],
    // The input was validated against these schemas, so it has the type that `run` expects; the erased type cannot show it.
    run: spec.run as Endpoint<C>['run'],
  };
}
