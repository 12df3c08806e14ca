import { type Static, type TObject, Type } from 'typebox';
import { ApiError, STATUS_BY_CODE } from '../core/requests/api-error.ts';
import type { Client, PanelParent } from '../core/requests/caller.ts';
import type { OffsetPage, OffsetParams, PagedRows } from '../core/requests/paging.ts';
import { type Language, toLanguage } from '../core/text/languages.ts';
import { type Family, loadFamily, type PlannedDeletion, type Profile } from '../features/accounts/index.ts';
import { getLatestTimeZone } from '../features/progress/index.ts';
import { getMessages, type Messages } from '../locales/index.ts';
import { createNotFoundError } from '../platform/api-errors.ts';
import type { Context } from '../platform/context.ts';
import type { Html } from '../platform/html.ts';
import {
  type CommonOptions,
  defineOffsetListEndpoint,
  definePageEndpoint,
  type Endpoint,
  type EndpointInput,
  type EndpointOptions,
  type InputSchemas,
} from '../platform/http/endpoint.ts';
import { type Redirect, ResponseWithHeaders } from '../platform/http/responses/responses.ts';
import { checkCsrfToken } from '../platform/http/security/cross-site.ts';
import { CSRF_TOKEN_FIELD } from './parts/forms/field.ts';
import { getChildPath } from './parts/paths.ts';
import { askWhoIsThere, WHO_IS_THERE_FIELDS } from './sign-in/who-is-there.ts';

/** A request for a page: who sends it, from which browser and in which language. */
export interface PageRequest {
  readonly ctx: Context;
  /** Undefined for a visitor who has not signed in. */
  readonly parent: PanelParent | undefined;
  readonly client: Client;
  /** The BCP 47 tag of the reader's language, in which texts of packs are shown. */
  readonly locale: string;
  readonly language: Language;
  /** The messages of the panel in this language. */
  readonly t: PanelMessages;
}

export type PanelMessages = Messages['panel'];

/** A request for a page that only a signed-in parent may open. */
export interface PanelRequest extends PageRequest {
  readonly parent: PanelParent;
  /** Loads the parent's family, once for all parts of the page. */
  readonly loadFamily: () => Promise<Family>;
  /** The time zone in which the parent reads times: that of the child who was active last, or UTC. */
  readonly loadTimeZone: () => Promise<string>;
}

/** A request for a page about one child of the parent. */
export interface ChildPageRequest extends PanelRequest {
  readonly child: Profile;
  /** The path of the child's overview, with which the paths of the child's other pages begin. */
  readonly path: string;
  /**
   * The planned deletion of the child. While a deletion is planned, the child's pages can be read but offer no changes
   * (gap 127).
   */
  readonly deletion: PlannedDeletion | undefined;
}

type FormPage = Html | ResponseWithHeaders<Html>;
export type PageResponse = FormPage | Redirect;

/** `R` is the type of the request, and `S` are the schemas of the input. */
type PageSpec<R, S extends InputSchemas> = EndpointOptions<S> & {
  readonly run: (request: R, input: EndpointInput<S>) => PageResponse | Promise<PageResponse>;
};

type FormSpec<R, S extends InputSchemas> = PageSpec<R, S> & {
  /** Ask who is there before `run` if nobody has used the panel for half an hour. */
  readonly needsPresence?: true;
  /** Shows the form again, with the reason why `run` has refused it. */
  readonly renderRefused?: (request: R, error: ApiError, input: EndpointInput<S>) => FormPage | Promise<FormPage>;
};

/**
 * Whether the list is a part of a whole page, or a fragment that replaces the list on the open page. Focus moves to a
 * fragment.
 */
export type RenderMode = 'page' | 'fragment';

/** A list of the panel. `Row` is the type of the rows that a page shows. */
export interface PanelList<R, Row, RowSchema extends TObject> extends CommonOptions {
  readonly operationId: string;
  readonly load: (request: R, pageParams: OffsetParams) => Promise<PagedRows<Row>>;
  /** The schema of a row in JSON and CSV. */
  readonly rowSchema: RowSchema;
  readonly serialize: (request: R, row: Row) => Static<RowSchema>;
  readonly render: (request: R, page: OffsetPage<Row>, mode: RenderMode) => Html;
}

/**
 * Creates the functions that define endpoints for the callers `C`: pages, forms, whose CSRF token is checked first, and lists, which
 * are available as JSON, CSV and an HTML fragment. `inputOptions` describes the input that `createRequest` reads.
 */
function createDefinitions<C, R extends PageRequest>(
  createRequest: (ctx: Context, caller: C, client: Client, params: unknown) => R | Promise<R>,
  inputOptions: Pick<CommonOptions, 'errorCodes'> & InputSchemas = {},
) {
  const addInputOptions = <O extends CommonOptions>(options: O) => ({
    ...options,
    ...inputOptions,
    errorCodes: [...(inputOptions.errorCodes ?? []), ...(options.errorCodes ?? [])],
  });
  return {
    definePage: <S extends InputSchemas>(spec: PageSpec<R, S>): Endpoint<C> =>
      definePageEndpoint<C, S>({
        ...addInputOptions(spec),
        run: async (ctx: Context, caller: C, input: EndpointInput<S>) =>
          spec.run(await createRequest(ctx, caller, input.client, input.params), input),
      }),
    defineForm: <S extends InputSchemas>(spec: FormSpec<R, S>): Endpoint<C> =>
      definePageEndpoint<C, S>({
        ...addInputOptions(spec),
        body: { ...CSRF_TOKEN_FIELD, ...(spec.needsPresence && WHO_IS_THERE_FIELDS), ...(spec as InputSchemas).body },
        async run(ctx: Context, caller: C, input: EndpointInput<S>) {
          const { form_token } = input.body as { form_token?: string }; // not part of the input type of `run`
          checkCsrfToken(ctx, input.client, form_token);
          const request = await createRequest(ctx, caller, input.client, input.params);
          if (spec.needsPresence && request.parent) {
            const { parent } = request;
            const page = await askWhoIsThere(ctx, { ...input, parent });
            if (page) return page;
          }
          try {
            return await spec.run(request, input);
          } catch (error) {
            if (!(error instanceof ApiError) || !spec.renderRefused) throw error; // the server shows an error page, and logs a refusal
            if (error.code === 'FORBIDDEN') ctx.logSecurity({ event: 'refused', kind: error.details.reason ?? 'role' });
            return addError(await spec.renderRefused(request, error, input), error);
          }
        },
      }),
    defineList: <Row, RowSchema extends TObject>(list: PanelList<R, Row, RowSchema>): Endpoint<C> =>
      defineOffsetListEndpoint<C, RowSchema>({
        ...addInputOptions(list),
        async run(ctx, caller, input) {
          const request = await createRequest(ctx, caller, input.client, input.params);
          const { rows, total } = await list.load(request, input.query);
          return {
            total,
            serialize: () => rows.map((row) => list.serialize(request, row)),
            renderFragment: () => list.render(request, { rows, total, ...input.query }, 'fragment'),
          };
        },
      }),
  };
}

export const CHILD_PARAMS = {
  id: Type.String({ description: 'The id of a child.', examples: ['5f1d0c2e9b8a47d3a6e4f7b20c91d8e5'] }),
};

/** For everybody. */
export const { definePage: definePublicPage, defineForm: definePublicForm } = createDefinitions(createPageRequest);

/** For a signed-in parent. */
export const {
  definePage: definePanelPage,
  defineForm: definePanelForm,
  defineList: definePanelList,
} = createDefinitions(createPanelRequest);

/** About a child of the parent. The path contains the child's id as `:id`. */
export const {
  definePage: defineChildPage,
  defineForm: defineChildForm,
  defineList: defineChildListEndpoint,
} = createDefinitions(createChildRequest, { params: CHILD_PARAMS, errorCodes: ['NOT_FOUND'] });

/** Returns the request as if nobody were signed in, for sign-in pages, which are shown in the browser's language. */
export function toVisitorRequest({ ctx, client }: PageRequest): PageRequest {
  return createPageRequest(ctx, undefined, client);
}

function createPageRequest(ctx: Context, parent: PanelParent | undefined, client: Client): PageRequest {
  const locale = parent?.language ?? client.locale;
  const language = toLanguage(locale);
  return { ctx, parent, client, locale, language, t: getMessages(language).panel };
}

function createPanelRequest(ctx: Context, parent: PanelParent, client: Client): PanelRequest {
  let family: Promise<Family> | undefined;
  let timeZone: Promise<string> | undefined;
  return {
    ...createPageRequest(ctx, parent, client),
    parent,
    loadFamily() {
      family ??= loadFamily(ctx, parent.profileId);
      return family;
    },
    async loadTimeZone() {
      const { children } = await this.loadFamily();
      timeZone ??= getLatestTimeZone(
        ctx,
        children.map(({ id }) => id),
      );
      return timeZone;
    },
  };
}

async function createChildRequest(
  ctx: Context,
  parent: PanelParent,
  client: Client,
  params: unknown,
): Promise<ChildPageRequest> {
  const { id } = params as { id: string }; // CHILD_PARAMS
  return toChildRequest(createPanelRequest(ctx, parent, client), id);
}

/** Turns a request for a page of the panel into one about a child of the parent. Throws NOT_FOUND if the child is not linked to the parent. */
export async function toChildRequest(request: PanelRequest, childId: string): Promise<ChildPageRequest> {
  const { children, deletions } = await request.loadFamily();
  const child = children.find(({ id }) => id === childId);
  if (!child) throw createNotFoundError();
  return { ...request, child, path: getChildPath(child), deletion: deletions.get(childId) };
}

/** Adds the status and the Retry-After of an error to the page that shows a refused form again. */
function addError(page: FormPage, error: ApiError): ResponseWithHeaders<Html> {
  const { data, headers } = page instanceof ResponseWithHeaders ? page : { data: page, headers: {} };
  const retryAfter = error.details.retry_after;
  const allHeaders = retryAfter === undefined ? headers : { ...headers, 'retry-after': String(retryAfter) };
  return new ResponseWithHeaders(data, allHeaders, STATUS_BY_CODE[error.code]);
}
