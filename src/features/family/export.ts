import { Readable } from 'node:stream';
import type { PanelParent } from '../../core/caller.ts';
import type { Context } from '../../platform/context.ts';
import { csv } from '../../platform/http/csv.ts';
import { notFound } from '../../platform/http/errors.ts';
import { type Entry, zip } from '../../platform/zip.ts';
import { requireFreshCode } from '../access/index.ts';
import { findProfile, listChildren, type Profile } from '../accounts/index.ts';
import { getChildOf } from './child-powers.ts';
import { listOwned, listOwnedFiles, OWNED } from './export-store.ts';

/** Everything that is kept about a child, as JSON and as CSV, with what it has handed in. Needs a fresh code. */
export async function exportChild(ctx: Context, caller: PanelParent, childId: string): Promise<Readable> {
  const child = await getChildOf(ctx, caller.profileId, childId);
  await requireFreshCode(ctx, caller);
  return Readable.from(zip(entriesOf(ctx, child, '')), { objectMode: false });
}

/** The same of the caller's account and of each of its children. Needs a fresh code. */
export async function exportAccount(ctx: Context, caller: PanelParent): Promise<Readable> {
  await requireFreshCode(ctx, caller);
  const parent = await findProfile(ctx.db, caller.profileId);
  if (!parent) throw notFound();
  return Readable.from(zip(entriesOfAccount(ctx, parent)), { objectMode: false });
}

async function* entriesOfAccount(ctx: Context, parent: Profile): AsyncGenerator<Entry> {
  yield* entriesOf(ctx, parent, 'account/');
  for (const child of await listChildren(ctx.db, parent.id)) yield* entriesOf(ctx, child, `children/${child.id}/`);
}

/** One JSON of all tables, each of them as CSV besides, and the files; an empty table is in the JSON alone. */
async function* entriesOf(ctx: Context, { id }: Profile, folder: string): AsyncGenerator<Entry> {
  const tables = await tablesOf(ctx, id);
  const all = { exported_at: ctx.now(), profile_id: id, tables };
  yield { name: `${folder}everything.json`, bytes: Buffer.from(JSON.stringify(all, null, 2)) };
  for (const [table, rows] of Object.entries(tables)) {
    if (rows[0]) yield { name: `${folder}${table}.csv`, bytes: Buffer.from(csv(Object.keys(rows[0]), rows)) };
  }
  for (const { name } of tables.submission_files ?? []) {
    const bytes = await ctx.files.get(String(name));
    if (bytes) yield { name: `${folder}files/${name}`, bytes };
  }
}

type Rows = Readonly<Record<string, unknown>>[];

async function tablesOf(ctx: Context, profileId: string): Promise<Record<string, Rows>> {
  const tables: Record<string, Rows> = { submission_files: await listOwnedFiles(ctx.db, profileId) };
  for (const owned of OWNED) {
    const rows = await listOwned(ctx.db, owned, profileId);
    tables[owned.table] = [...(tables[owned.table] ?? []), ...rows];
  }
  return tables;
}
