import { type Static, type TObject, type TProperties, Type } from 'typebox';
import type { PanelParent } from '../core/requests/caller.ts';
import type { Client } from '../core/requests/client.ts';
import type { OffsetPage, OffsetParams, PagedRows } from '../core/requests/offset-page.ts';
import { type Language, toLanguage } from '../core/text/languages.ts';
import { findPlannedDeletion, type PlannedDeletion, type Profile } from '../features/accounts/index.ts';
import { getLinkedChild } from '../features/guardianship/index.ts';
import { getMessages, type Messages } from '../locales/index.ts';
import type { Context } from '../platform/context.ts';
import type { Html } from '../platform/html.ts';
import {
  type CommonOptions,
  definePageEndpoint,
  type Endpoint,
  type EndpointInput,
  type EndpointOptions,
  type InputSchemas,
} from '../platform/http/endpoint.ts';
import { defineOffsetListEndpoint } from '../platform/http/offset-list.ts';
import type { Redirect, ResponseWithHeaders } from '../platform/http/responses/responses.ts';
import { checkCsrfToken } from '../platform/http/security/csrf.ts';
import { CSRF_TOKEN_FIELD } from './parts/forms/form-fields.ts';

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
}

/** A request for a page about one child of the parent. */
export interface ChildPageRequest extends PanelRequest {
  readonly child: Profile;
  /**
   * The planned deletion of the child. While a deletion is planned, the child's pages can be read but offer no changes
   * (gap 127).
   */
  readonly deletion: PlannedDeletion | undefined;
}

export type PageResponse = Html | Redirect | ResponseWithHeaders<Html>;

/** `R` is the type of the request, and `S` are the schemas of the input. */
type Handler<R, S extends InputSchemas> = (request: R, input: EndpointInput<S>) => PageResponse | Promise<PageResponse>;

type PageSpec<R, S extends InputSchemas> = EndpointOptions<S> & { readonly run: Handler<R, S> };

/** Defines a page that anybody may open. */
export function definePublicPage<S extends InputSchemas>(
  spec: PageSpec<PageRequest, S>,
): Endpoint<PanelParent | undefined> {
  return definePageEndpoint<PanelParent | undefined, S>({
    ...spec,
    run: async (ctx, parent, input) => spec.run(createPageRequest(ctx, parent, input.client), input),
  });
}

/** Defines a page for a signed-in parent. */
export function definePanelPage<S extends InputSchemas>(spec: PageSpec<PanelRequest, S>): Endpoint<PanelParent> {
  return definePageEndpoint<PanelParent, S>({
    ...spec,
    run: async (ctx, parent, input) => spec.run(createPanelRequest(ctx, parent, input.client), input),
  });
}

/** Defines a page about a child of the parent. The path of the page contains the child's id as `:id`. */
export function defineChildPage<S extends InputSchemas>(spec: PageSpec<ChildPageRequest, S>): Endpoint<PanelParent> {
  return definePanelPage(addChildToRequest(spec));
}

/** Defines the endpoint of a form on a public page. The CSRF token is checked before `run`. */
export function definePublicForm<S extends InputSchemas>(
  spec: PageSpec<PageRequest, S>,
): Endpoint<PanelParent | undefined> {
  return definePublicPage(addCsrfCheck(spec));
}

/** Defines the endpoint of a form for a signed-in parent. The CSRF token is checked before `run`. */
export function definePanelForm<S extends InputSchemas>(spec: PageSpec<PanelRequest, S>): Endpoint<PanelParent> {
  return definePanelPage(addCsrfCheck(spec));
}

/** Defines the endpoint of a form about a child. The CSRF token is checked before the child is loaded. */
export function defineChildForm<S extends InputSchemas>(spec: PageSpec<ChildPageRequest, S>): Endpoint<PanelParent> {
  return definePanelForm(addChildToRequest(spec));
}

interface ListSpec<RowSchema extends TObject, P extends TProperties> extends CommonOptions {
  readonly operationId: string;
  readonly params?: P;
  readonly rowSchema: RowSchema;
  readonly load: (
    request: PanelRequest,
    pageParams: OffsetParams,
    params: EndpointInput<{ params: P }>['params'],
  ) => Promise<PagedRows<Static<RowSchema>>>;
  readonly renderFragment: (
    request: PanelRequest,
    page: OffsetPage<Static<RowSchema>>,
    params: EndpointInput<{ params: P }>['params'],
  ) => Html;
}

/** Defines a panel list, which is available as JSON, as CSV and as an HTML fragment. */
export function definePanelList<RowSchema extends TObject, P extends TProperties>({
  load,
  renderFragment: renderPanelFragment,
  ...spec
}: ListSpec<RowSchema, P>): Endpoint<PanelParent> {
  return defineOffsetListEndpoint<PanelParent, RowSchema, P>({
    ...spec,
    run: (ctx, parent, { query, params, client }) => load(createPanelRequest(ctx, parent, client), query, params),
    renderFragment: (ctx, parent, page, { params, client }) =>
      renderPanelFragment(createPanelRequest(ctx, parent, client), page, params),
  });
}

export const CHILD_PARAMS = {
  id: Type.String({ description: 'The id of a child.', examples: ['5f1d0c2e9b8a47d3a6e4f7b20c91d8e5'] }),
};

/** Returns the request as if nobody were signed in, for sign-in pages, which are shown in the browser's language. */
export function toVisitorRequest({ ctx, client }: PageRequest): PageRequest {
  return createPageRequest(ctx, undefined, client);
}

function createPanelRequest(ctx: Context, parent: PanelParent, client: Client): PanelRequest {
  return { ...createPageRequest(ctx, parent, client), parent };
}

function createPageRequest(ctx: Context, parent: PanelParent | undefined, client: Client): PageRequest {
  const locale = parent?.language ?? client.locale;
  const language = toLanguage(locale);
  return { ctx, parent, client, locale, language, t: getMessages(language).panel };
}

/** Adds the child to the request. The request is refused with NOT_FOUND if the child is not linked to the parent. */
function addChildToRequest<S extends InputSchemas>(spec: PageSpec<ChildPageRequest, S>): PageSpec<PanelRequest, S> {
  return {
    ...spec,
    params: CHILD_PARAMS,
    errorCodes: ['NOT_FOUND', ...(spec.errorCodes ?? [])],
    run: async (request: PanelRequest, input: EndpointInput<S>) => {
      const { id } = input.params as { id: string }; // CHILD_PARAMS above
      const child = await getLinkedChild(request.ctx, request.parent.profileId, id);
      const deletion = await findPlannedDeletion(request.ctx, child.id);
      return spec.run({ ...request, child, deletion }, input);
    },
  };
}

/** Adds the field with the CSRF token to the schema of the body, and checks the token before `run`. */
function addCsrfCheck<R extends PageRequest, S extends InputSchemas>(spec: PageSpec<R, S>): PageSpec<R, S> {
  const { body }: InputSchemas = spec;
  return {
    ...spec,
    body: { ...CSRF_TOKEN_FIELD, ...body },
    run: async (request: R, input: EndpointInput<S>) => {
      const { form_token } = input.body as { form_token?: string }; // not part of the input type of `run`
      checkCsrfToken(request.ctx, request.client, form_token);
      return spec.run(request, input);
    },
  };
}
