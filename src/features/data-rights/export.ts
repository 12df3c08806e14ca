import type { Readable } from 'node:stream';
import type { PanelParent } from '../../core/caller.ts';
import type { Context } from '../../platform/context.ts';
import { csv, csvRows } from '../../platform/http/responses/csv.ts';
import { notFound } from '../../platform/http/responses/error-response.ts';
import { type ZipEntry, zipStream } from '../../platform/zip.ts';
import { requireFreshCode } from '../access/index.ts';
import { findProfile, listChildren } from '../accounts/index.ts';
import { getChildOf, tellOfExport } from '../guardianship/index.ts';
import { OWNED_TABLES, ownedFilePages, ownedPages, type Row } from './export-store.ts';

/** Everything that is kept about a child, as JSON and as CSV, with what it has handed in. Needs a fresh code. */
export async function exportChild(ctx: Context, caller: PanelParent, childId: string): Promise<Readable> {
  const child = await getChildOf(ctx, caller.profileId, childId);
  await requireFreshCode(ctx, caller);
  await ctx.write((tx) => tellOfExport(ctx, tx, caller, [child]));
  return zipStream(profileEntries(ctx, child.id, ''), new Date(ctx.now()));
}

/** The same of the caller's account and of each of its children. Needs a fresh code. */
export async function exportAccount(ctx: Context, caller: PanelParent): Promise<Readable> {
  await requireFreshCode(ctx, caller);
  const parent = await findProfile(ctx.db, caller.profileId);
  if (!parent) throw notFound();
  await ctx.write(async (tx) => tellOfExport(ctx, tx, caller, await listChildren(tx, parent.id)));
  return zipStream(accountEntries(ctx, parent.id), new Date(ctx.now()));
}

async function* accountEntries(ctx: Context, parentId: string): AsyncGenerator<ZipEntry> {
  yield* profileEntries(ctx, parentId, 'account/');
  for (const child of await listChildren(ctx.db, parentId))
    yield* profileEntries(ctx, child.id, `children/${child.id}/`);
}

/**
 * One JSON of all tables, each of them as CSV besides, and the files; an empty table is in the JSON alone. The tables
 * are read twice, a page at a time, because neither format can wait in memory for the other.
 */
async function* profileEntries(ctx: Context, id: string, folder: string): AsyncGenerator<ZipEntry> {
  yield { name: `${folder}everything.json`, content: jsonOf(ctx, id) };
  for (const { table, pages } of tablesOf(ctx, id)) {
    const { value: first } = await pages.next();
    if (first) yield { name: `${folder}${table}.csv`, content: csvOf(first, pages) };
  }
  for await (const files of ownedFilePages(ctx.db, id)) {
    for (const { name } of files) {
      const file = await ctx.files.find(String(name));
      if (file) yield { name: `${folder}files/${name}`, content: file.read(0, file.size - 1) };
    }
  }
}

interface TablePages {
  readonly table: string;
  readonly pages: AsyncGenerator<Row[], undefined>;
}

function tablesOf({ db }: Context, id: string): TablePages[] {
  const tables = Map.groupBy(OWNED_TABLES, ({ table }) => table);
  return [
    { table: 'submission_files', pages: ownedFilePages(db, id) },
    ...Array.from(tables, ([table, ways]) => ({ table, pages: concat(ways.map((way) => ownedPages(db, way, id))) })),
  ];
}

/** The pages of a table that belongs to a profile in several ways: a guardian to its child and to the parent. */
async function* concat(ways: readonly AsyncIterable<Row[]>[]): AsyncGenerator<Row[], undefined> {
  for (const way of ways) yield* way;
}

/** A row a line. */
async function* jsonOf(ctx: Context, id: string): AsyncGenerator<string> {
  yield `{"exported_at":${JSON.stringify(ctx.now())},"profile_id":${JSON.stringify(id)},"tables":{`;
  let beforeTable = '\n';
  for (const { table, pages } of tablesOf(ctx, id)) {
    yield `${beforeTable}${JSON.stringify(table)}:[`;
    beforeTable = ',\n';
    let beforeRow = '\n';
    for await (const rows of pages) {
      for (const part of inParts(rows)) {
        yield beforeRow + part.map((row) => JSON.stringify(row)).join(',\n');
        beforeRow = ',\n';
      }
    }
    yield ']';
  }
  yield '}}\n';
}

async function* csvOf(first: Row[], rest: AsyncIterable<Row[]>): AsyncGenerator<string> {
  const columns = Object.keys(first[0] ?? {});
  yield csv(columns, []);
  for (const part of inParts(first)) yield csvRows(columns, part);
  for await (const rows of rest) for (const part of inParts(rows)) yield csvRows(columns, part);
}

const PART_CHARACTERS = 64 * 1024;

/** Rows in groups that are written in one go: a page of long answers would hold the event loop. */
function* inParts(rows: readonly Row[]): Generator<Row[]> {
  let part: Row[] = [];
  let characters = 0;
  for (const row of rows) {
    part.push(row);
    for (const value of Object.values(row)) characters += typeof value === 'string' ? value.length : 10;
    if (characters < PART_CHARACTERS) continue;
    yield part;
    [part, characters] = [[], 0];
  }
  if (part.length > 0) yield part;
}
