import type { Readable } from 'node:stream';
import type { PanelParent } from '../../core/caller.ts';
import { Unavailable } from '../../core/refusal.ts';
import type { Context } from '../../platform/context.ts';
import { csv, csvRows, inChunks } from '../../platform/csv.ts';
import { notFound, rateLimited } from '../../platform/refusals.ts';
import { type ZipEntry, zipStream } from '../../platform/zip.ts';
import { requireFreshCode } from '../access/index.ts';
import { findProfile, listChildren } from '../accounts/index.ts';
import { getChildOf, notifyOfExport } from '../guardianship/index.ts';
import { EXPORTED_TABLES, exportedFilePages, exportedPages, type Row } from './export-store.ts';

/** All stored data about a child as JSON and CSV, with its submitted files. Needs a fresh code. */
export async function exportChild(ctx: Context, caller: PanelParent, childId: string): Promise<Readable> {
  const child = await getChildOf(ctx, caller.profileId, childId);
  await requireFreshCode(ctx, caller);
  return startExport(caller, async () => {
    await ctx.write((unit) => notifyOfExport(unit, caller, [child]));
    return zipStream(profileEntries(ctx, child.id, ''), new Date(ctx.now()));
  });
}

/** The same for the caller's account and each of its children. Needs a fresh code. */
export async function exportAccount(ctx: Context, caller: PanelParent): Promise<Readable> {
  await requireFreshCode(ctx, caller);
  const parent = await findProfile(ctx.db, caller.profileId);
  if (!parent) throw notFound();
  return startExport(caller, async () => {
    await ctx.write(async (unit) => notifyOfExport(unit, caller, await listChildren(unit.tx, parent.id)));
    return zipStream(accountEntries(ctx, parent.id), new Date(ctx.now()));
  });
}

/** How many exports a process streams at a time, at most one for each parent: an export costs seconds of CPU. */
const MAX_RUNNING = 4;
const RETRY_SECONDS = 10;
const exportingParents = new Set<string>();

/** Starts an export unless too many are running; it ends when its stream closes. */
async function startExport({ profileId }: PanelParent, start: () => Promise<Readable>): Promise<Readable> {
  if (exportingParents.has(profileId)) throw rateLimited(RETRY_SECONDS);
  if (exportingParents.size >= MAX_RUNNING) throw new Unavailable('Too many exports are running.', RETRY_SECONDS);
  exportingParents.add(profileId);
  const end = () => exportingParents.delete(profileId);
  try {
    return (await start()).once('close', end);
  } catch (error) {
    end();
    throw error;
  }
}

async function* accountEntries(ctx: Context, parentId: string): AsyncGenerator<ZipEntry> {
  yield* profileEntries(ctx, parentId, 'account/');
  for (const child of await listChildren(ctx.db, parentId))
    yield* profileEntries(ctx, child.id, `children/${child.id}/`);
}

/**
 * One JSON file with all tables, a CSV file for each table that has rows, and the submitted files. The tables are read
 * twice, a page at a time, so that neither format has to be held in memory.
 */
async function* profileEntries(ctx: Context, id: string, folder: string): AsyncGenerator<ZipEntry> {
  yield { name: `${folder}everything.json`, content: toJson(ctx, id) };
  for (const { name, pages } of readTables(ctx, id)) {
    const { value: first } = await pages.next();
    if (first) yield { name: `${folder}${name}.csv`, content: toCsv(first, pages) };
  }
  for await (const files of exportedFilePages(ctx.db, id)) {
    for (const { name } of files) {
      const file = await ctx.files.find(String(name));
      if (file) yield { name: `${folder}files/${name}`, content: file.read(0, file.size - 1), uncompressed: true };
    }
  }
}

interface TablePages {
  readonly name: string;
  readonly pages: AsyncGenerator<Row[], undefined>;
}

function readTables({ db }: Context, id: string): TablePages[] {
  const tables = Map.groupBy(EXPORTED_TABLES, ({ table }) => table);
  return [
    { name: 'submission_files', pages: exportedFilePages(db, id) },
    ...Array.from(tables, ([name, sources]) => ({
      name,
      pages: concatPages(sources.map((source) => exportedPages(db, source, id))),
    })),
  ];
}

/** The pages of a table that belongs to a profile by several columns: a guardian row to its child and to the parent. */
async function* concatPages(sources: readonly AsyncIterable<Row[]>[]): AsyncGenerator<Row[], undefined> {
  for (const source of sources) yield* source;
}

/** One row per line. */
async function* toJson(ctx: Context, id: string): AsyncGenerator<string> {
  yield `{"exported_at":${JSON.stringify(ctx.now())},"profile_id":${JSON.stringify(id)},"tables":{`;
  let beforeTable = '\n';
  for (const { name, pages } of readTables(ctx, id)) {
    yield `${beforeTable}${JSON.stringify(name)}:[`;
    beforeTable = ',\n';
    let beforeRow = '\n';
    for await (const rows of pages) {
      for (const chunk of inChunks(rows)) {
        yield beforeRow + chunk.map((row) => JSON.stringify(row)).join(',\n');
        beforeRow = ',\n';
      }
    }
    yield ']';
  }
  yield '}}\n';
}

async function* toCsv(first: Row[], rest: AsyncIterable<Row[]>): AsyncGenerator<string> {
  const columns = Object.keys(first[0] ?? {});
  yield csv(columns, []);
  for (const chunk of inChunks(first)) yield csvRows(columns, chunk);
  for await (const rows of rest) for (const chunk of inChunks(rows)) yield csvRows(columns, chunk);
}
