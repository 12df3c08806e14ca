import { type Static, type TObject, type TProperties, Type } from 'typebox';
import type { OffsetPage, PagedRows } from '../../core/requests/offset-page.ts';
import type { Context } from '../context.ts';
import {
  buildEndpoint,
  type Endpoint,
  type EndpointOptions,
  type Input,
  type ListFormats,
  type Run,
} from './endpoint.ts';
import type { Html } from './responses/responses.ts';

/** Query of every list of the panel: offset pages (spec, "Panel pagination and fragments"). */
export const OffsetQuery = {
  page: Type.Integer({ minimum: 1, maximum: 1_000_000_000, default: 1, description: 'from 1' }),
  per_page: Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'rows of a page' }),
};

type Query<Q extends TProperties> = Q & typeof OffsetQuery;

interface WithRows<C, Q extends TProperties, P extends TProperties, I extends TObject>
  extends EndpointOptions<TProperties, Q, P> {
  readonly operationId: string;
  /** A row: an item of the JSON. Its fields are the columns of the CSV. */
  readonly item: I;
  readonly run: Run<C, TProperties, Query<Q>, P, PagedRows<Static<I>>>;
  /** Renders the same rows as HTML for the panel. */
  readonly fragment: (
    ctx: Context,
    caller: C,
    page: OffsetPage<Static<I>>,
    input: Input<unknown, Static<TObject<Query<Q>>>, Static<TObject<P>>>,
  ) => Html;
}

/**
 * A list of the panel. One query serves three formats: JSON `{ "data": [] }`, CSV, and an HTML fragment. The request
 * selects the format (responses/negotiation.ts).
 */
export function offsetList<
  C,
  I extends TObject,
  Q extends TProperties = Record<never, never>,
  P extends TProperties = Record<never, never>,
>(spec: WithRows<C, Q, P, I>): Endpoint<C> {
  const query = { ...spec.query, ...OffsetQuery } as Query<Q>; // spreading both gives the intersection type
  const responseSchema = Type.Object({ data: Type.Array(spec.item) });
  return {
    ...buildEndpoint<C, TProperties, Query<Q>, P, PagedRows<Static<I>>>(
      { ...spec, query },
      { format: 'table', status: 200, mediaType: 'application/json', responseSchema },
    ),
    table: {
      columns: Object.keys(spec.item.properties),
      // `fragment` gets what `run` returned and what was validated; the erased type cannot show it.
      fragment: spec.fragment as ListFormats<C>['fragment'],
    },
  };
}
