import type { Static, TObject } from 'typebox';
import type { PanelParent } from '../../core/caller.ts';
import type { Profile } from '../../features/accounts/index.ts';
import { getZone } from '../../features/progress/index.ts';
import type { Context } from '../../platform/context.ts';
import type { Html } from '../../platform/html.ts';
import type { Offset, Rows, Shown } from '../../platform/http/answers.ts';
import type { Client } from '../../platform/http/client.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { table } from '../../platform/http/table.ts';
import { askedChild, childParams } from './asked-child.ts';
import { type Coming, type List, listView } from './list.ts';

/** Whose rows they are and who reads them. */
export interface Reading {
  readonly caller: PanelParent;
  /** BCP 47 tag of the parent. */
  readonly tag: string;
  readonly childId: string;
  /** In which moments are shown (gap 111). */
  readonly zone: string;
  /** The browser, whose token the forms among the rows carry. */
  readonly client: Client;
}

/** The same before the database has been asked. */
export type Reader = Omit<Reading, 'zone' | 'tag'>;

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
    offset: Offset,
  ) => Promise<Rows<Static<I>>>;
  readonly view: (ctx: Context, reading: Reading) => Pick<List<Static<I>>, 'empty' | 'row' | 'kind'>;
}

/** The list's endpoint: JSON, CSV and a fragment of its page. */
export function childTable<I extends TObject>(list: ChildList<I>): Endpoint<PanelParent> {
  const { summary, description, item } = list;
  return table({
    summary,
    ...(description && { description }),
    params: childParams,
    refuses: ['NOT_FOUND'],
    item,
    run: async (ctx, caller: PanelParent, { params, query }) =>
      list.load(ctx, caller, await askedChild(ctx, caller, params.id), query),
    fragment: (ctx, caller, shown, { params, client }) =>
      shownList(ctx, list, { caller, childId: params.id, client }, shown, 'alone'),
  });
}

/** The list as it stands on its page. */
export async function childListView<I extends TObject>(
  ctx: Context,
  list: ChildList<I>,
  reader: Reader,
  offset: Offset,
): Promise<Html> {
  const rows = await list.load(ctx, reader.caller, { id: reader.childId }, offset);
  return shownList(ctx, list, reader, { ...rows, ...offset }, 'with the page');
}

async function shownList<I extends TObject>(
  ctx: Context,
  list: ChildList<I>,
  reader: Reader,
  shown: Shown<Static<I>>,
  coming: Coming,
) {
  const { childId } = reader;
  const tag = reader.caller.language;
  const zone = await getZone(ctx.db, childId);
  const paths = {
    fragmentPath: `/api/children/${childId}/${list.name}`,
    pagePath: `/panel/children/${childId}/${list.page ?? list.name}`,
  };
  return listView({ ...shown, ...paths, tag, ...list.view(ctx, { ...reader, tag, zone }) }, coming);
}
