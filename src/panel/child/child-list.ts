import type { TObject } from 'typebox';
import type { PanelParent } from '../../core/requests/caller.ts';
import type { OffsetParams } from '../../core/requests/paging.ts';
import { getChildTimeZone } from '../../features/progress/index.ts';
import type { Html } from '../../platform/html.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { findOutcome } from '../approvals/undo.ts';
import { type ChildPageRequest, defineChildPage, type PanelList, type PanelMessages } from '../endpoints.ts';
import type { ChildTab } from '../layout/panel-layout.ts';
import { LIST_PAGE_QUERY, type ListTexts, parsePageParams, renderList } from '../parts/paged-list.ts';
import { renderChildLayout } from './child-layout.ts';

export interface ChildListRequest extends ChildPageRequest {
  /** The time zone in which times are shown (gap 111). */
  readonly timeZone: string;
}

type ChildList<Row, RowSchema extends TObject> = PanelList<ChildPageRequest, Row, RowSchema> & {
  /** The tab of the list's page, and the last segment of its path. */
  readonly tab: ChildTab;
  /** The last segment of the path of the API, if it differs from `tab`. */
  readonly name?: string;
};

interface ChildListSpec<Row, RowSchema extends TObject> extends Omit<ChildList<Row, RowSchema>, 'render'> {
  readonly className: string;
  readonly getTexts: (t: PanelMessages) => ListTexts;
  readonly renderRow: (request: ChildListRequest, row: Row, repeats: readonly Row[]) => Html;
  readonly groupKey?: (row: Row) => string | null;
}

/** Creates a list about one child. `defineChildListEndpoint` and `defineChildListPage` define its endpoint and its page. */
export function createChildList<Row, RowSchema extends TObject>({
  className,
  getTexts,
  renderRow,
  groupKey,
  ...list
}: ChildListSpec<Row, RowSchema>): ChildList<Row, RowSchema> {
  return {
    ...list,
    async render(request, page, mode) {
      const { ctx, child, path, t } = request;
      const timeZone = await getChildTimeZone(ctx, child.id);
      const listRequest = { ...request, timeZone };
      const props = {
        t,
        className,
        fragmentPath: `/api/children/${child.id}/${list.name ?? list.tab}`,
        pagePath: `${path}/${list.tab}`,
        texts: getTexts(t),
        renderRow: (row: Row, repeats: readonly Row[]) => renderRow(listRequest, row, repeats),
        ...(groupKey && { groupKey }),
      };
      return renderList({ ...page, ...props }, mode);
    },
  };
}

/** Defines a page that contains only the list. By default, its heading is the name of the tab. */
export function defineChildListPage<Row, RowSchema extends TObject>(
  list: ChildList<Row, RowSchema>,
  summary: string,
): Endpoint<PanelParent> {
  return defineChildPage({
    summary,
    query: LIST_PAGE_QUERY,
    run: async (request, { query }) =>
      renderChildLayout(request, {
        tab: list.tab,
        main: await renderChildList(list, request, parsePageParams(query)),
        notice: await findOutcome(request, query, `${request.path}/${list.tab}`),
      }),
  });
}

/** Renders the list as a part of a page. */
export async function renderChildList<Row, RowSchema extends TObject>(
  list: ChildList<Row, RowSchema>,
  request: ChildPageRequest,
  pageParams: OffsetParams,
): Promise<Awaited<Html>> {
  return list.render(request, { ...(await list.load(request, pageParams)), ...pageParams }, 'page');
}
