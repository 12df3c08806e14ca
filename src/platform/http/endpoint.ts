import { type Static, type TNull, type TObject, type TProperties, type TSchema, Type } from 'typebox';
import { ApiError, type ErrorCode } from '../../core/requests/api-error.ts';
import type { Client } from '../../core/requests/caller.ts';
import { Nullable } from '../../core/requests/json-schema.ts';
import type { CursorPage } from '../../core/requests/paging.ts';
import type { Upload } from '../../core/requests/upload.ts';
import type { Context, PreparedWork } from '../context.ts';
import type { AcceptedFiles } from './multipart.ts';
import type { FileResponse, Html, Redirect, ResponseWithHeaders } from './responses/responses.ts';

/** The documentation and the rules of an endpoint of any kind. */
export interface CommonOptions {
  readonly summary: string;
  readonly description?: string;
  /** Request headers that the endpoint reads, each with a description. */
  readonly requestHeaders?: Readonly<Record<string, string>>;
  /** The body may also be multipart/form-data, with a text part for each field, and with files. */
  readonly multipart?: AcceptedFiles;
  /** The maximum size of a JSON body in bytes, if the default is too small (`getBodyLimit`). */
  readonly bodyLimit?: number;
  /** The URL itself is the authorization (a capability URL). Any site may call it, and the request body is ignored. */
  readonly hasCapabilityUrl?: true;
  /** A client may cache the response and revalidate it with If-None-Match. */
  readonly isCacheable?: boolean;
  /** The response is 200 instead of `status` when the request finds what it would have created. */
  readonly mayFindExisting?: true;
  /** Error codes in addition to those that every endpoint of this kind can return. */
  readonly errorCodes?: readonly ErrorCode[];
}

/** An operation of the service: its schemas, its documentation and the function that runs it. */
export interface Endpoint<C> extends CommonOptions {
  readonly kind: 'json' | 'page' | 'file' | 'offset-list';
  /** The name of the operation in the API description and in generated clients. Pages and files have none. */
  readonly operationId?: string;
  readonly body?: TObject;
  readonly query?: TObject;
  readonly params?: TObject;
  readonly status: number;
  /** The schema of the whole success body. Pages and files have none. */
  readonly responseSchema?: TSchema;
  readonly mediaType: string;
  /** The response body is generated while it is sent. For HEAD, only the headers are sent and `run` is not called. */
  readonly isStreamed?: true;
  readonly errorCodes: readonly ErrorCode[];
  readonly run: (ctx: Context, caller: C, input: EndpointInput) => Promise<unknown>;
  /** The slow work that the endpoint does before its transaction, if any. `run` calls `prepare` first. */
  readonly prepare?: (ctx: Context, caller: C, input: EndpointInput) => Promise<PreparedWork>;
  /** The columns of a list's CSV file, in order. */
  readonly columns?: readonly string[];
}

/** The schemas of what an endpoint receives, each as the schemas of its fields. */
export interface InputSchemas {
  readonly body?: TProperties;
  readonly query?: TProperties;
  readonly params?: TProperties;
}

/** What an endpoint receives from a request, after validation. `S` are the schemas of its body, query and path parameters. */
export interface EndpointInput<S = unknown> {
  readonly body: InputPart<S, 'body'>;
  readonly query: InputPart<S, 'query'>;
  readonly params: InputPart<S, 'params'>;
  readonly client: Client;
  /** The path of the request, without its query. */
  readonly path: string;
  /** The uploaded files; always empty for an endpoint that accepts no multipart body. */
  readonly uploads: readonly Upload[];
}

type InputPart<S, K> = K extends keyof S ? (S[K] extends TProperties ? Static<TObject<S[K]>> : unknown) : unknown;

/** The properties `body`, `query` and `params` of a specification, from which `S` is inferred. */
type InputOptions<S extends InputSchemas> = { readonly [K in keyof S & keyof InputSchemas]: S[K] };

export type EndpointOptions<S extends InputSchemas> = CommonOptions & InputOptions<S>;

/**
 * The function that runs an endpoint. The type parameters, here and below: C is the caller, S the schemas of the input and R the
 * result. D is the schema of the `data` field of the response, I that of a row of a list, and M that of the `meta` field of a list.
 */
export type Run<C, S extends InputSchemas, R> = (ctx: Context, caller: C, input: EndpointInput<S>) => Promise<R>;

type JsonEndpointOptions<S extends InputSchemas, D extends TSchema> = EndpointOptions<S> & {
  readonly operationId: string;
  readonly status?: 200 | 201;
  /** The schema of the `data` field. */
  readonly data: D;
};

/** Defines an endpoint that responds with `{ "data": … }` (spec, "Conventions for all resources"). */
export function defineJsonEndpoint<C, D extends TSchema, S extends InputSchemas>(
  spec: JsonEndpointOptions<S, D> & { readonly run: Run<C, S, Static<D> | ResponseWithHeaders<Static<D>>> },
): Endpoint<C> {
  const { data, status = 200 } = spec;
  const responseSchema = Type.Object({ data });
  return buildEndpoint(spec, { kind: 'json', status, mediaType: 'application/json', responseSchema });
}

/**
 * Defines an endpoint that does slow work, for example on files, in `prepare`, so that no transaction is open during that
 * work. It responds with `{ "data": … }`.
 */
export function definePreparedJsonEndpoint<C, D extends TSchema, S extends InputSchemas>(
  spec: JsonEndpointOptions<S, D> & { readonly prepare: Run<C, S, PreparedWork<Static<D>>> },
): Endpoint<C> {
  const run: Run<C, S, Static<D>> = async (ctx, caller, input) => {
    const prepared = await spec.prepare(ctx, caller, input);
    try {
      return await prepared.run(ctx);
    } catch (error) {
      // After any other error, the transaction may have been committed and may need what `prepare` has stored.
      if (error instanceof ApiError) await prepared.discard();
      throw error;
    }
  };
  const endpoint = defineJsonEndpoint<C, D, S>({ ...spec, run });
  return { ...endpoint, prepare: spec.prepare as NonNullable<Endpoint<C>['prepare']> }; // `Endpoint` does not contain the types of the input
}

/** The `meta` field of a list. Without a `meta` schema, M is TNull and a list has no such field. */
type MetaField<M extends TSchema> = TNull extends M ? unknown : { meta: Static<M> };

/** Defines an endpoint that responds with a cursor-paginated list (spec, "Conventions for all resources"). */
export function defineCursorListEndpoint<C, I extends TSchema, S extends InputSchemas, M extends TSchema = TNull>(
  spec: EndpointOptions<S> & {
    readonly operationId: string;
    /** The schema of a row of the list. */
    readonly rowSchema: I;
    /** The schema of the `meta` field, which describes the list as a whole. */
    readonly meta?: M;
    readonly run: Run<C, S, CursorPage<Static<I>> & MetaField<M>>;
  },
): Endpoint<C> {
  const responseSchema = Type.Object({
    data: Type.Array(spec.rowSchema),
    next_cursor: Nullable(Type.String()),
    has_more: Type.Boolean(),
    ...(spec.meta && { meta: spec.meta }),
  });
  return buildEndpoint(spec, { kind: 'json', status: 200, mediaType: 'application/json', responseSchema });
}

/** Defines an endpoint that responds with a page for a browser, or with a redirect to another page. */
export function definePageEndpoint<C, S extends InputSchemas>(
  spec: EndpointOptions<S> & { readonly run: Run<C, S, Html | Redirect | ResponseWithHeaders<Html>> },
): Endpoint<C> {
  return buildEndpoint(spec, { kind: 'page', status: 200, mediaType: 'text/html' });
}

/** Defines an endpoint that responds with a file, such as a picture, the metrics or the OpenAPI document. */
export function defineFileEndpoint<C, S extends InputSchemas>(
  spec: EndpointOptions<S> & {
    readonly mediaType: string;
    readonly isStreamed?: true;
    readonly run: Run<C, S, FileResponse>;
  },
): Endpoint<C> {
  return buildEndpoint(spec, { kind: 'file', status: 200, mediaType: spec.mediaType });
}

/** What the kind of an endpoint determines about its response. */
type EndpointResponse<C> = Pick<Endpoint<C>, 'kind' | 'status' | 'mediaType' | 'responseSchema'>;

/** Builds an endpoint of any kind. Each kind has its own function that calls this one. */
function buildEndpoint<C, S extends InputSchemas, R>(
  spec: EndpointOptions<S> & Pick<Endpoint<C>, 'operationId' | 'isStreamed'> & { readonly run: Run<C, S, R> },
  response: EndpointResponse<C>,
): Endpoint<C> {
  const { body, query, params }: InputSchemas = spec;
  return {
    ...spec,
    ...response,
    body: body && Type.Object(body),
    query: query && Type.Object(query),
    params: params && Type.Object(params),
    errorCodes: spec.errorCodes ?? [],
    // `Endpoint` does not contain the types of the input, but the input is validated against the schemas above.
    run: spec.run as Endpoint<C>['run'],
  };
}

export const MAX_PAGE = 1_000_000_000; // so that the offset is a safe integer
export const MAX_PER_PAGE = 100;
export const DEFAULT_PER_PAGE = 20;

/** The query parameters of the lists of the panel, which use offset pagination (spec, "Panel pagination and fragments"). */
export const OffsetQuery = {
  page: Type.Integer({ minimum: 1, maximum: MAX_PAGE, default: 1, description: 'The number of the page, from 1.' }),
  per_page: Type.Integer({
    minimum: 1,
    maximum: MAX_PER_PAGE,
    default: DEFAULT_PER_PAGE,
    description: 'The maximum number of rows of a page.',
  }),
};

/** One page of a list: the total number of rows on all pages, and the functions that return the rows of this page in each format. */
export interface ListPage<Row = object> {
  readonly total: number;
  /** The rows for JSON and CSV. */
  readonly serialize: () => readonly Row[];
  readonly renderFragment: () => Html;
}

interface OffsetListEndpointSpec<C, I extends TObject> extends CommonOptions {
  readonly operationId: string;
  readonly params?: TProperties | undefined;
  /** The schema of a row. Its fields are the columns of the CSV. */
  readonly rowSchema: I;
  /** A list has no query parameters except those for paging. */
  readonly run: Run<C, { readonly query: typeof OffsetQuery }, ListPage<Static<I>>>;
}

/**
 * Defines an endpoint that responds with a list of the panel. One query serves three formats: JSON `{ "data": [] }`, CSV, and an
 * HTML fragment. The request selects the format (responses/negotiation.ts).
 */
export function defineOffsetListEndpoint<C, I extends TObject>(spec: OffsetListEndpointSpec<C, I>): Endpoint<C> {
  const responseSchema = Type.Object({ data: Type.Array(spec.rowSchema) });
  const endpoint = buildEndpoint<C, { readonly query: typeof OffsetQuery }, ListPage<Static<I>>>(
    { ...spec, query: OffsetQuery },
    { kind: 'offset-list', status: 200, mediaType: 'application/json', responseSchema },
  );
  return { ...endpoint, columns: Object.keys(spec.rowSchema.properties) };
}
