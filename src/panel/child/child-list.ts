import type { Static, TObject } from 'typebox';
import type { PanelParent } from '../../core/requests/caller.ts';
import type { OffsetPage, OffsetParams, PagedRows } from '../../core/requests/offset-page.ts';
import { findPlannedDeletion } from '../../features/accounts/index.ts';
import { getLinkedChild } from '../../features/guardianship/index.ts';
import { getChildTimeZone } from '../../features/progress/index.ts';
import type { Html } from '../../platform/html.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { CHILD_PARAMS, defineChildPage, definePanelList, type PanelRequest } from '../endpoints.ts';
import { findFlash } from '../parts/flash.ts';
import { TextField } from '../parts/forms/form-fields.ts';
import { type PagedList, parsePageParams, type RenderMode, renderList } from '../parts/paged-list.ts';
import { type ChildTab, renderChildLayout } from './child-layout.ts';

/**
 * A list about one child. `defineChildListEndpoint` creates its endpoint, and `defineChildListPage` creates a page that
 * contains it.
 */
export interface ChildList<RowSchema extends TObject> {
  /** The last segment of the list's API path. */
  readonly name: string;
  /** The tab of the list's page, and the last segment of the page's path. */
  readonly tab: ChildTab;
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly rowSchema: RowSchema;
  readonly load: (
    request: PanelRequest,
    childId: string,
    pageParams: OffsetParams,
  ) => Promise<PagedRows<Static<RowSchema>>>;
  /** How the list is shown. */
  readonly createView: (
    request: ChildListRequest,
  ) => Pick<PagedList<Static<RowSchema>>, 'emptyState' | 'renderRow' | 'className'>;
}

export interface ChildListRequest extends PanelRequest {
  readonly childId: string;
  /** The time zone in which times are shown (gap 111). */
  readonly timeZone: string;
  /** While the child's deletion is planned, its submissions and to-dos cannot be reviewed (gap 127). */
  readonly isDeletionPlanned: boolean;
}

/** Defines the endpoint of a list, which returns the list as JSON, as CSV or as an HTML fragment of its page. */
export function defineChildListEndpoint<RowSchema extends TObject>(list: ChildList<RowSchema>): Endpoint<PanelParent> {
  const { operationId, summary, description, rowSchema } = list;
  return definePanelList({
    operationId,
    summary,
    description,
    params: CHILD_PARAMS,
    errorCodes: ['NOT_FOUND'],
    rowSchema,
    load: async (request, pageParams, { id }) => {
      const child = await getLinkedChild(request.ctx, request.parent.profileId, id);
      return list.load(request, child.id, pageParams);
    },
    renderFragment: (request, page, { id }) => renderListPage(list, { ...request, childId: id }, page, 'fragment'),
  });
}

/**
 * Defines a page that contains only the list. `headingKey` is the key of its heading in the messages `panel.child.overview`; by
 * default, the heading is the name of the tab.
 */
export function defineChildListPage<RowSchema extends TObject>(
  list: ChildList<RowSchema>,
  summary: string,
  headingKey: ChildTab | 'answersTitle' = list.tab,
): Endpoint<PanelParent> {
  return defineChildPage({
    summary,
    query: { page: TextField, done: TextField },
    run: async (request, { query }) => {
      const { child } = request;
      const main = await renderChildList(list, { ...request, childId: child.id }, parsePageParams(query));
      const notice = findFlash(request.t.parts.notices, query.done);
      return renderChildLayout(request, {
        tab: list.tab,
        heading: request.t.child.overview[headingKey],
        main,
        notice,
      });
    },
  });
}

/** Renders the list as a part of a page. */
export async function renderChildList<RowSchema extends TObject>(
  list: ChildList<RowSchema>,
  request: ListPageRequest,
  pageParams: OffsetParams,
): Promise<Html> {
  const pagedRows = await list.load(request, request.childId, pageParams);
  return renderListPage(list, request, { ...pagedRows, ...pageParams }, 'page');
}

type ListPageRequest = Omit<ChildListRequest, 'timeZone' | 'isDeletionPlanned'>;

/**
 * Returns `Promise<Awaited<Html>>`, which is assignable to `Html`. `Promise<Html>` is not, because `Html` may itself be a promise.
 */
async function renderListPage<RowSchema extends TObject>(
  list: ChildList<RowSchema>,
  request: ListPageRequest,
  page: OffsetPage<Static<RowSchema>>,
  mode: RenderMode,
): Promise<Awaited<Html>> {
  const { ctx, childId, t } = request;
  const timeZone = await getChildTimeZone(ctx, childId);
  const isDeletionPlanned = (await findPlannedDeletion(ctx, childId)) !== undefined;
  const paths = {
    fragmentPath: `/api/children/${childId}/${list.name}`,
    pagePath: `/panel/children/${childId}/${list.tab}`,
  };
  return renderList({ ...page, ...paths, t, ...list.createView({ ...request, timeZone, isDeletionPlanned }) }, mode);
}
