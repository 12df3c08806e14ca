import { type Static, type TObject, type TProperties, Type } from 'typebox';
import { buildEndpoint, type CommonOptions, type Endpoint, type Run } from './endpoint.ts';
import type { Html } from './responses/responses.ts';

export const MAX_PAGE = 1_000_000_000; // so that the offset is a safe integer
export const MAX_PER_PAGE = 100;
export const DEFAULT_PER_PAGE = 20;

/** The query parameters of the lists of the panel, which use offset pagination (spec, "Panel pagination and fragments"). */
export const OffsetQuery = {
  page: Type.Integer({
    minimum: 1,
    maximum: MAX_PAGE,
    default: 1,
    description: 'The number of the page, from 1.',
  }),
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
