import { toLocalDay } from '../../../core/time/days.ts';
import { addSeconds, DAY, HOUR } from '../../../core/time/instant.ts';
import type { Context } from '../../../platform/context.ts';
import type { Handle } from '../../../platform/database/index.ts';
import { QUARANTINE_DAYS } from '../../../schema/retention.ts';
import { listReferencedFileNames } from '../stored-files-store.ts';

type CleanUpContext = Pick<Context, 'db' | 'files' | 'log' | 'metrics' | 'now'>;

const BATCH_SIZE = 200;
/** Younger files are not checked, because the rows that reference them may not be committed yet. */
const MIN_AGE_SECONDS = HOUR;

/**
 * The maximum number of orphaned files that one cleanup moves: a tenth of all files, but at least ten and at most a hundred.
 * Crashes leave a few orphans, even in a small folder. More orphans than this mean that the database is the wrong one or was
 * restored from a backup.
 */
function computeMaxOrphanCount(fileCount: number): number {
  return Math.min(100, Math.max(10, Math.floor(fileCount / 10)));
}

/**
 * Quarantines orphaned files for 30 days: files that no row references, for example because of a crash during a submission. If
 * there are too many orphans, none is moved.
 */
export async function cleanUpSubmissionFiles(ctx: CleanUpContext): Promise<void> {
  await restoreOrRemoveQuarantinedFiles(ctx);
  const { orphanNames, fileCount } = await findOrphanedFiles(ctx);
  const limit = computeMaxOrphanCount(fileCount);
  const isRefused = orphanNames.length > limit;
  ctx.metrics.setRefusedOrphans(isRefused ? orphanNames.length : 0);
  if (isRefused)
    return ctx.log.error({ orphans: orphanNames.length, total: fileCount, limit }, TOO_MANY_ORPHANS_MESSAGE);
  await quarantineFiles(ctx, orphanNames);
}

const TOO_MANY_ORPHANS_MESSAGE =
  'the file cleanup was refused: too many files are not referenced by the database. Check that it is the right database ' +
  'and completely restored. If it is, run: npm run admin -- quarantine-files';

/** The names of the files that are at least an hour old and that no row references, and the number of all files. */
export async function findOrphanedFiles(ctx: Pick<CleanUpContext, 'db' | 'files' | 'now'>) {
  const latestStoredAt = addSeconds(ctx.now(), -MIN_AGE_SECONDS);
  const orphanNames: string[] = [];
  let fileCount = 0;
  let batch: string[] = [];
  const checkBatch = async () => {
    orphanNames.push(...(await listUnreferencedNames(ctx, batch)));
    batch = [];
  };
  for await (const { name, storedAt } of ctx.files.list()) {
    fileCount += 1;
    if (storedAt <= latestStoredAt) batch.push(name);
    if (batch.length === BATCH_SIZE) await checkBatch();
  }
  await checkBatch();
  return { orphanNames, fileCount };
}

/** Moves files to quarantine, with today's date (UTC). */
export async function quarantineFiles(
  ctx: Pick<CleanUpContext, 'files' | 'log' | 'now'>,
  names: readonly string[],
): Promise<void> {
  const day = toLocalDay(ctx.now(), 'UTC');
  for (const name of names) {
    await ctx.files.quarantine.put(name, day);
    ctx.log.info({ file: name }, 'a file that the database does not reference was moved to quarantine');
  }
}

/** Restores files that the database references again, for example after a backup was restored, and removes files after 30 days. */
async function restoreOrRemoveQuarantinedFiles(ctx: CleanUpContext): Promise<void> {
  const oldestKeptDay = toLocalDay(addSeconds(ctx.now(), -QUARANTINE_DAYS * DAY), 'UTC');
  for await (const file of ctx.files.quarantine.list()) {
    if ((await listUnreferencedNames(ctx, [file.name])).length === 0) {
      await ctx.files.quarantine.restore(file);
      ctx.log.info({ file: file.name }, 'a file was restored from quarantine: the database references it again');
    } else if (file.day < oldestKeptDay) {
      await ctx.files.quarantine.remove(file);
      ctx.log.info({ file: file.name }, 'a file was removed after 30 days in quarantine');
    }
  }
}

async function listUnreferencedNames(ctx: Handle, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const referencedNames = new Set(await listReferencedFileNames(ctx, names));
  return names.filter((name) => !referencedNames.has(name));
}
