import { type Static, type TObject, type TProperties, Type } from 'typebox';
import type { Context } from '../context.ts';
import {
  buildEndpoint,
  type Endpoint,
  type EndpointOptions,
  type Input,
  type ListFormats,
  type Run,
} from './endpoint.ts';
import type { Html, OffsetPage, PagedRows } from './responses/responses.ts';

/** Query of every list of the panel: offset pages (spec, "Panel pagination and fragments"). */
export const OffsetQuery = {
  page: Type.Integer({ minimum: 1, maximum: 1_000_000_000, default: 1, description: 'from 1' }),
  per_page: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
};

type Query<Q extends TProperties> = Q & typeof OffsetQuery;

interface WithRows<C, Q extends TProperties, P extends TProperties, I extends TObject>
  extends EndpointOptions<TProperties, Q, P> {
  /** A row: the item of the JSON, and its fields are the columns of the CSV. */
  readonly item: I;
  readonly run: Run<C, TProperties, Query<Q>, P, PagedRows<Static<I>>>;
  /** The same rows for the panel. */
  readonly fragment: (
    ctx: Context,
    caller: C,
    shown: OffsetPage<Static<I>>,
    input: Input<unknown, Static<TObject<Query<Q>>>, Static<TObject<P>>>,
  ) => Html;
}

/**
 * A list of the panel. One query feeds three faces: JSON `{ "data": [] }`, CSV, and a fragment of a page; which one is
 * sent the request says (face.ts).
 */
export function offsetList<
  C,
  I extends TObject,
  Q extends TProperties = Record<never, never>,
  P extends TProperties = Record<never, never>,
>(spec: WithRows<C, Q, P, I>): Endpoint<C> {
  const query = { ...spec.query, ...OffsetQuery } as Query<Q>; // the spread of both is both
  const answer = Type.Object({ data: Type.Array(spec.item) });
  return {
    ...buildEndpoint<C, TProperties, Query<Q>, P, PagedRows<Static<I>>>(
      { ...spec, query },
      { format: 'table', status: 200, mediaType: 'application/json', responseShape: answer },
    ),
    table: {
      columns: Object.keys(spec.item.properties),
      // What `run` returns and what validation has checked is what `fragment` asks for; the erased type cannot say so.
      fragment: spec.fragment as ListFormats<C>['fragment'],
    },
  };
}
