import type { Static, TObject } from 'typebox';
import type { PanelParent } from '../../core/caller.ts';
import type { Client } from '../../core/client.ts';
import type { OffsetPage, OffsetParams, PagedRows } from '../../core/offset-page.ts';
import type { Profile } from '../../features/accounts/index.ts';
import { getTimeZone } from '../../features/progress/index.ts';
import type { Context } from '../../platform/context.ts';
import type { Html } from '../../platform/html.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { offsetList } from '../../platform/http/offset-list.ts';
import { listView, type PagedList, type RenderMode } from '../parts/paged-list.ts';
import { childParams, loadChild } from './child-param.ts';

/** Whose rows they are and who reads them. */
export interface ListContext {
  readonly caller: PanelParent;
  /** BCP 47 tag of the parent. */
  readonly locale: string;
  readonly childId: string;
  /** In which moments are shown (gap 111). */
  readonly zone: string;
  /** The browser, whose token the forms among the rows carry. */
  readonly client: Client;
}

/** The same before the database has been asked. */
export type ListRequest = Omit<ListContext, 'zone' | 'locale'>;

/** A list of one child, as each of them is described in a file of its own. */
export interface ChildList<I extends TObject> {
  /** The last word of its own address, and of its page's where that is another. */
  readonly name: string;
  readonly page?: string;
  readonly summary: string;
  readonly description?: string;
  readonly item: I;
  readonly load: (
    ctx: Context,
    caller: PanelParent,
    child: Pick<Profile, 'id'>,
    offset: OffsetParams,
  ) => Promise<PagedRows<Static<I>>>;
  readonly view: (ctx: Context, reading: ListContext) => Pick<PagedList<Static<I>>, 'empty' | 'row' | 'kind'>;
}

/** The list's endpoint: JSON, CSV and a fragment of its page. */
export function childTable<I extends TObject>(list: ChildList<I>): Endpoint<PanelParent> {
  const { summary, description, item } = list;
  return offsetList({
    summary,
    ...(description && { description }),
    params: childParams,
    errorCodes: ['NOT_FOUND'],
    item,
    run: async (ctx, caller: PanelParent, { params, query }) =>
      list.load(ctx, caller, await loadChild(ctx, caller, params.id), query),
    fragment: (ctx, caller, shown, { params, client }) =>
      shownList(ctx, list, { caller, childId: params.id, client }, shown, 'alone'),
  });
}

/** The list as it stands on its page. */
export async function childListView<I extends TObject>(
  ctx: Context,
  list: ChildList<I>,
  reader: ListRequest,
  offset: OffsetParams,
): Promise<Html> {
  const rows = await list.load(ctx, reader.caller, { id: reader.childId }, offset);
  return shownList(ctx, list, reader, { ...rows, ...offset }, 'with the page');
}

async function shownList<I extends TObject>(
  ctx: Context,
  list: ChildList<I>,
  reader: ListRequest,
  shown: OffsetPage<Static<I>>,
  coming: RenderMode,
) {
  const { childId } = reader;
  const locale = reader.caller.language;
  const zone = await getTimeZone(ctx.db, childId);
  const paths = {
    fragmentPath: `/api/children/${childId}/${list.name}`,
    pagePath: `/panel/children/${childId}/${list.page ?? list.name}`,
  };
  return listView({ ...shown, ...paths, locale, ...list.view(ctx, { ...reader, locale, zone }) }, coming);
}
