import { type Static, type TObject, type TProperties, Type } from 'typebox';
import type { OffsetPage, PagedRows } from '../../core/requests/offset-page.ts';
import type { Context } from '../context.ts';
import {
  buildEndpoint,
  type Endpoint,
  type EndpointInput,
  type EndpointOptions,
  type ListFormats,
  type Run,
} from './endpoint.ts';
import type { Html } from './responses/responses.ts';

/** The query parameters of the lists of the panel, which use offset pagination (spec, "Panel pagination and fragments"). */
export const OffsetQuery = {
  page: Type.Integer({
    minimum: 1,
    maximum: 1_000_000_000, // so that the offset is a safe integer
    default: 1,
    description: 'The number of the page, from 1.',
  }),
  per_page: Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 20,
    description: 'The maximum number of rows of a page.',
  }),
};

type Query<Q extends TProperties> = Q & typeof OffsetQuery;

interface OffsetListEndpointSpec<C, Q extends TProperties, P extends TProperties, I extends TObject>
  extends EndpointOptions<TProperties, Q, P> {
  readonly operationId: string;
  /** The schema of a row. Its fields are the columns of the CSV. */
  readonly rowSchema: I;
  readonly run: Run<C, TProperties, Query<Q>, P, PagedRows<Static<I>>>;
  /** Renders the same rows as HTML for the panel. */
  readonly renderFragment: (
    ctx: Context,
    caller: C,
    page: OffsetPage<Static<I>>,
    input: EndpointInput<unknown, Static<TObject<Query<Q>>>, Static<TObject<P>>>,
  ) => Html;
}

/**
 * Defines an endpoint that responds with a list of the panel. One query serves three formats: JSON `{ "data": [] }`, CSV, and an
 * HTML fragment. The request selects the format (responses/negotiation.ts).
 */
export function defineOffsetListEndpoint<
  C,
  I extends TObject,
  Q extends TProperties = Record<never, never>,
  P extends TProperties = Record<never, never>,
>(spec: OffsetListEndpointSpec<C, Q, P, I>): Endpoint<C> {
  const query = { ...spec.query, ...OffsetQuery } as Query<Q>; // the object has the fields of both types
  const responseSchema = Type.Object({ data: Type.Array(spec.rowSchema) });
  return {
    ...buildEndpoint<C, TProperties, Query<Q>, P, PagedRows<Static<I>>>(
      { ...spec, query },
      { kind: 'offset-list', status: 200, mediaType: 'application/json', responseSchema },
    ),
    listFormats: {
      columns: Object.keys(spec.rowSchema.properties),
      // `renderFragment` receives the rows of `run` and the validated input, whose types `ListFormats` does not contain.
      renderFragment: spec.renderFragment as ListFormats<C>['renderFragment'],
    },
  };
}
