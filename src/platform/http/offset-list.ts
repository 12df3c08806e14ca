import { type Static, type TObject, type TProperties, Type } from 'typebox';
import type { OffsetPage, PagedRows } from '../../core/requests/offset-page.ts';
import type { Context } from '../context.ts';
import {
  buildEndpoint,
  type CommonOptions,
  type Endpoint,
  type EndpointInput,
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

/** The schemas of the input of a list, which has no query parameters except those for paging. */
type ListSchemas<P extends TProperties> = { readonly query: typeof OffsetQuery; readonly params: P };

interface OffsetListEndpointSpec<C, I extends TObject, P extends TProperties> extends CommonOptions {
  readonly operationId: string;
  readonly params?: P;
  /** The schema of a row. Its fields are the columns of the CSV. */
  readonly rowSchema: I;
  readonly run: Run<C, ListSchemas<P>, PagedRows<Static<I>>>;
  /** Renders the same rows as HTML for the panel. */
  readonly renderFragment: (
    ctx: Context,
    caller: C,
    page: OffsetPage<Static<I>>,
    input: EndpointInput<ListSchemas<P>>,
  ) => Html;
}

/**
 * Defines an endpoint that responds with a list of the panel. One query serves three formats: JSON `{ "data": [] }`, CSV, and an
 * HTML fragment. The request selects the format (responses/negotiation.ts).
 */
export function defineOffsetListEndpoint<C, I extends TObject, P extends TProperties>(
  spec: OffsetListEndpointSpec<C, I, P>,
): Endpoint<C> {
  const responseSchema = Type.Object({ data: Type.Array(spec.rowSchema) });
  return {
    ...buildEndpoint<C, ListSchemas<P>, PagedRows<Static<I>>>(
      { params: {} as P, ...spec, query: OffsetQuery },
      { kind: 'offset-list', status: 200, mediaType: 'application/json', responseSchema },
    ),
    listFormats: {
      columns: Object.keys(spec.rowSchema.properties),
      // `renderFragment` receives the rows of `run` and the validated input, whose types `ListFormats` does not contain.
      renderFragment: spec.renderFragment as ListFormats<C>['renderFragment'],
    },
  };
}
