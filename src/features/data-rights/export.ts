import { addAbortSignal, type Readable } from 'node:stream';
import { UnavailableError } from '../../core/requests/api-error.ts';
import type { Client, PanelParent } from '../../core/requests/caller.ts';
import { getIpSite } from '../../core/requests/ip-address.ts';
import { createNotFoundError, createRateLimitedError, createSignInRequiredError } from '../../platform/api-errors.ts';
import type { Context } from '../../platform/context.ts';
import { formatCsv, formatCsvRows, splitIntoChunks } from '../../platform/csv.ts';
import { createZipStream, type ZipEntry } from '../../platform/zip.ts';
import { isSessionOpen, requireFreshCode, requireNoLinkWait } from '../access/index.ts';
import { findProfile, listChildren, type Profile } from '../accounts/index.ts';
import { getLinkedChild, notifyOfExport } from '../guardianship/index.ts';
import { type ExportedRow, readExportedFilePages, readExportedPages } from './exported-rows-store.ts';
import { PERSONAL_DATA_TABLES, RECORDINGS } from './personal-data-tables.ts';

/** Exports all stored data about a child as JSON and CSV, with the submitted files. Requires a fresh code. */
export async function exportChild(
  ctx: Context,
  caller: PanelParent,
  client: Client,
  childId: string,
): Promise<Readable> {
  const child = await getLinkedChild(ctx, caller.profileId, childId);
  await requireFreshCode(ctx, caller);
  await requireNoLinkWait(ctx, childId);
  return startExport(caller, client, async () => {
    ctx.logSecurity({ event: 'export', kind: 'child', subject: childId, actor: caller.profileId });
    await notifyOfExport(ctx, caller, [child]);
    return createZipStream(
      readProfileEntries(ctx, createExportedChild(ctx, caller, child.id, '')),
      new Date(ctx.now()),
    );
  });
}

/** Exports all stored data about the caller's account and each of the caller's children. Requires a fresh code. */
export async function exportAccount(ctx: Context, caller: PanelParent, client: Client): Promise<Readable> {
  await requireFreshCode(ctx, caller);
  const parent = await findProfile(ctx, caller.profileId);
  if (!parent) throw createNotFoundError();
  await requireNoLinkWait(ctx, ...(await listChildren(ctx, parent.id)).map(({ id }) => id));
  return startExport(caller, client, async () => {
    ctx.logSecurity({ event: 'export', kind: 'account', subject: parent.id });
    await notifyOfExport(ctx, caller, await listChildren(ctx, parent.id));
    return createZipStream(readAccountEntries(ctx, caller), new Date(ctx.now()));
  });
}

/** Exports all stored data about a profile, without its children, for an operator. */
export function exportProfile(ctx: Context, { id }: Profile): Promise<Readable> {
  return createZipStream(readProfileEntries(ctx, { id, folder: '', checkAccess: async () => {} }), new Date(ctx.now()));
}

/** How many exports a process streams at a time; each takes seconds of CPU time. In a process, a parent can run only one. */
const MAX_RUNNING_EXPORTS = 10;
/** How many exports one site (`getIpSite`) can run in a process, so that slow downloads from one site do not block all others. */
const MAX_EXPORTS_PER_SITE = 3;
/** The maximum duration of an export. A slower download is aborted, so that slow downloads do not prevent other exports. */
const TIME_LIMIT_MS = 60 * 60 * 1000;
const RETRY_AFTER_SECONDS = 10;
/** The site (see MAX_EXPORTS_PER_SITE) of each running export, by the id of the parent. */
const runningExports = new Map<string, string>();

/** Starts an export unless too many are running; it ends when its stream closes. */
async function startExport(
  { profileId }: PanelParent,
  { address }: Client,
  start: () => Promise<Readable>,
): Promise<Readable> {
  if (runningExports.has(profileId)) throw createRateLimitedError(RETRY_AFTER_SECONDS);
  const site = getIpSite(address);
  const siteExportCount = [...runningExports.values()].filter((runningSite) => runningSite === site).length;
  if (runningExports.size >= MAX_RUNNING_EXPORTS || siteExportCount >= MAX_EXPORTS_PER_SITE)
    throw new UnavailableError('Too many exports are running.', RETRY_AFTER_SECONDS);
  runningExports.set(profileId, site);
  const endExport = () => runningExports.delete(profileId);
  try {
    const stream = await start();
    addAbortSignal(AbortSignal.timeout(TIME_LIMIT_MS), stream);
    return stream.once('close', endExport);
  } catch (error) {
    endExport();
    throw error;
  }
}

/** A profile whose data is exported. */
interface ExportedProfile {
  readonly id: string;
  /** The folder of the profile in the archive. */
  readonly folder: string;
  /** Refuses when the caller may no longer read the profile: a download can take an hour, and access can end in the meantime. */
  readonly checkAccess: () => Promise<void>;
}

function createExportedChild(ctx: Context, caller: PanelParent, id: string, folder: string): ExportedProfile {
  const checkAccess = async () => {
    await checkSession(ctx, caller);
    await getLinkedChild(ctx, caller.profileId, id);
  };
  return { id, folder, checkAccess };
}

async function checkSession(ctx: Context, caller: PanelParent): Promise<void> {
  if (!(await isSessionOpen(ctx, caller))) throw createSignInRequiredError();
}

async function* readAccountEntries(ctx: Context, caller: PanelParent): AsyncGenerator<ZipEntry> {
  const { profileId: id } = caller;
  yield* readProfileEntries(ctx, { id, folder: 'account/', checkAccess: () => checkSession(ctx, caller) });
  for (const child of await listChildren(ctx, id))
    yield* readProfileEntries(ctx, createExportedChild(ctx, caller, child.id, `children/${child.id}/`));
}

/**
 * One JSON file with all tables, a CSV file for each table that has rows, and the submitted or recorded files. The tables are read once
 * for each format, a page at a time, so that no file has to fit in memory.
 */
async function* readProfileEntries(ctx: Context, profile: ExportedProfile): AsyncGenerator<ZipEntry> {
  const { id, folder, checkAccess } = profile;
  yield { name: `${folder}everything.json`, content: toJson(ctx, profile) };
  for (const { name, pages } of readTables(ctx, profile)) {
    const { value: firstPage } = await pages.next();
    if (firstPage) yield { name: `${folder}${name}.csv`, content: toCsv(firstPage, pages) };
  }
  for (const pages of [readExportedFilePages(ctx, id), readExportedPages(ctx, RECORDINGS, id)]) {
    for await (const files of pages) {
      for (const { name } of files) {
        await checkAccess();
        const file = await ctx.files.find(String(name));
        if (file)
          yield { name: `${folder}files/${name}`, content: file.read(0, file.size - 1), isAlreadyCompressed: true };
      }
    }
  }
}

interface TablePages {
  readonly name: string;
  readonly pages: AsyncGenerator<ExportedRow[], undefined>;
}

function readTables(ctx: Context, { id, checkAccess }: ExportedProfile): TablePages[] {
  const tablesByName = Map.groupBy(PERSONAL_DATA_TABLES, ({ table }) => table);
  return [
    { name: 'submission_files', pages: concatPages([readExportedFilePages(ctx, id)], checkAccess) },
    ...Array.from(tablesByName, ([name, sources]) => ({
      name,
      pages: concatPages(
        sources.map((source) => readExportedPages(ctx, source, id)),
        checkAccess,
      ),
    })),
  ];
}

/**
 * Reads one source after the other. A table has several sources when several of its columns can contain the profile's
 * id: a row of `guardians` belongs to the child and to the parent.
 */
async function* concatPages(
  sources: readonly AsyncIterable<ExportedRow[]>[],
  checkAccess: ExportedProfile['checkAccess'],
): AsyncGenerator<ExportedRow[], undefined> {
  for (const source of sources) {
    for await (const rows of source) {
      await checkAccess(); // after reading, so that no row is sent that was written after the caller's access ended
      yield rows;
    }
  }
}

/** Writes the tables as JSON, with one row per line. */
async function* toJson(ctx: Context, profile: ExportedProfile): AsyncGenerator<string> {
  yield `{"exported_at":${JSON.stringify(ctx.now())},"profile_id":${JSON.stringify(profile.id)},"tables":{`;
  let tableSeparator = '\n';
  for (const { name, pages } of readTables(ctx, profile)) {
    yield `${tableSeparator}${JSON.stringify(name)}:[`;
    tableSeparator = ',\n';
    let rowSeparator = '\n';
    for await (const rows of pages) {
      for (const chunk of splitIntoChunks(rows)) {
        yield rowSeparator + chunk.map((row) => JSON.stringify(row)).join(',\n');
        rowSeparator = ',\n';
      }
    }
    yield ']';
  }
  yield '}}\n';
}

async function* toCsv(firstPage: ExportedRow[], otherPages: AsyncIterable<ExportedRow[]>): AsyncGenerator<string> {
  const columns = Object.keys(firstPage[0] ?? {});
  yield formatCsv(columns, []);
  for (const chunk of splitIntoChunks(firstPage)) yield formatCsvRows(columns, chunk);
  for await (const rows of otherPages) for (const chunk of splitIntoChunks(rows)) yield formatCsvRows(columns, chunk);
}
