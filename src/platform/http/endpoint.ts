import { type Static, type TNull, type TObject, type TProperties, type TSchema, Type } from 'typebox';
import type { CursorPage } from '../../core/json-schema.ts';
import { Nullable } from '../../core/json-schema.ts';
import { type ErrorCode, Refusal } from '../../core/refusal.ts';
import type { Context } from '../context.ts';
import type { Client } from './client.ts';
import type { FileResponse, Html, OffsetPage, Redirect, ResponseWithHeaders } from './responses/responses.ts';
import type { MultipartFiles } from './uploads/multipart.ts';
import type { Upload } from './uploads/temporary-files.ts';

/** One thing the service can do, with everything that is known of it: how it is checked, described and run. */
export interface Endpoint<C> {
  readonly format: 'json' | 'page' | 'file' | 'table';
  readonly summary: string;
  readonly description?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: TObject;
  /** The body may also come as multipart/form-data: its fields as text parts, and files beside them. */
  readonly multipart?: MultipartFiles;
  /** Bytes that a JSON body may have, where 64 KiB are too few (`bodyLimitOf`). */
  readonly bodyLimit?: number;
  /** The address itself allows it (a capability URL): it may be called from any site, and what its body holds means nothing. */
  readonly capabilityUrl?: true;
  readonly query?: TObject;
  readonly params?: TObject;
  readonly status: number;
  /** Shape of the whole success body; none for pages and files. */
  readonly responseShape?: TSchema;
  readonly mediaType: string;
  /** A client may keep the answer, and asks with If-None-Match whether it still holds. */
  readonly cacheable?: boolean;
  /** Codes beyond those that every endpoint of its kind may answer. */
  readonly errorCodes: readonly ErrorCode[];
  readonly run: (ctx: Context, caller: C, input: Input<unknown, unknown, unknown>) => Promise<unknown>;
  /** The first part of `run`, where that does slow work before its transaction. */
  readonly prepare?: (ctx: Context, caller: C, input: Input<unknown, unknown, unknown>) => Promise<Prepared>;
  readonly table?: ListFormats<C>;
}

/** What is ready to be done in a transaction, and how to undo the preparation when it is not done after all. */
export interface Prepared<R = unknown> {
  run(ctx: Context): Promise<R>;
  discard(): Promise<void>;
}

/** What a list has beside the JSON of every endpoint: the fields of a row, in order, and how a page shows the rows. */
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
  /** What came as files; always empty where an endpoint takes no parts. */
  readonly uploads: readonly Upload[];
}

export interface EndpointOptions<B extends TProperties, Q extends TProperties, P extends TProperties> {
  readonly summary: string;
  readonly description?: string;
  /** Request headers that mean something here, each with a sentence. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: B;
  readonly multipart?: MultipartFiles;
  readonly bodyLimit?: number;
  readonly capabilityUrl?: true;
  readonly query?: Q;
  readonly params?: P;
  /** A client may keep the answer, and asks with If-None-Match whether it still holds. */
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
  readonly status?: 200 | 201;
  readonly data: D;
  readonly run: Run<C, B, Q, P, Static<D> | ResponseWithHeaders<Static<D>>>;
}

/** An endpoint that answers `{ "data": … }` (spec, "Conventions"). */
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
    responseShape: Type.Object({ data }),
  });
}

interface WithPreparation<C, B extends TProperties, Q extends TProperties, P extends TProperties, D extends TSchema>
  extends Omit<WithData<C, B, Q, P, D>, 'run'> {
  readonly prepare: Run<C, B, Q, P, Prepared<Static<D>>>;
}

/** An endpoint whose slow work, on files for example, is to hold no transaction open. */
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
      // Only a refusal says for sure that nothing has been committed.
      if (error instanceof Refusal) await prepared.discard();
      throw error;
    }
  };
  const built = endpoint<C, D, B, Q, P>({ ...spec, run });
  return { ...built, prepare: prepare as NonNullable<Endpoint<C>['prepare']> }; // erased like `run`
}

interface WithItems<
  C,
  B extends TProperties,
  Q extends TProperties,
  P extends TProperties,
  I extends TSchema,
  M extends TSchema,
> extends EndpointOptions<B, Q, P> {
  readonly item: I;
  /** What is told of the list as a whole, beside its page. */
  readonly meta?: M;
  readonly run: Run<C, B, Q, P, CursorPage<Static<I>> & About<M>>;
}
/** A list that names no `meta` answers none. */
type About<M extends TSchema> = TNull extends M ? unknown : { meta: Static<M> };

/** An endpoint that answers a cursor-paginated list (spec, "Conventions"). */
export function list<
  C,
  I extends TSchema,
  B extends TProperties = TProperties,
  Q extends TProperties = TProperties,
  P extends TProperties = TProperties,
  M extends TSchema = TNull,
>(spec: WithItems<C, B, Q, P, I, M>): Endpoint<C> {
  const answer = Type.Object({
    data: Type.Array(spec.item),
    next_cursor: Nullable(Type.String()),
    has_more: Type.Boolean(),
    ...(spec.meta && { meta: spec.meta }),
  });
  return buildEndpoint(spec, { format: 'json', status: 200, mediaType: 'application/json', responseShape: answer });
}

interface WithPage<C, B extends TProperties, Q extends TProperties, P extends TProperties>
  extends EndpointOptions<B, Q, P> {
  readonly run: Run<C, B, Q, P, Html | Redirect | ResponseWithHeaders<Html>>;
}

/** A page for a person: HTML, or the way to another page. */
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
  readonly run: Run<C, B, Q, P, FileResponse>;
}

/** Bytes: a picture, metrics, the description of the API itself. */
export function file<
  C,
  B extends TProperties = TProperties,
  Q extends TProperties = TProperties,
  P extends TProperties = TProperties,
>(spec: WithFile<C, B, Q, P>): Endpoint<C> {
  return buildEndpoint(spec, { format: 'file', status: 200, mediaType: spec.mediaType });
}

type Kind<C> = Pick<Endpoint<C>, 'format' | 'status' | 'mediaType' | 'responseShape'>;

/** An endpoint of a kind; each kind has a builder of its own. */
export function buildEndpoint<C, B extends TProperties, Q extends TProperties, P extends TProperties, R>(
  spec: EndpointOptions<B, Q, P> & { readonly run: Run<C, B, Q, P, R> },
  kind: Kind<C>,
): Endpoint<C> {
  return {
    ...kind,
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
    // Validation by these very shapes has made the input what `run` asks for; the erased type cannot say so.
    run: spec.run as Endpoint<C>['run'],
  };
}
