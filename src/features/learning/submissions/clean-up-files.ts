import { localDay } from '../../../core/days.ts';
import { addSeconds, DAY, HOUR } from '../../../core/instant.ts';
import type { Context } from '../../../platform/context.ts';
import { listReferencedFiles } from './submissions-store.ts';

type Needs = Pick<Context, 'db' | 'files' | 'log' | 'metrics' | 'now'>;

const AT_ONCE = 200;
/** What is younger may still get its row. */
const OLD_ENOUGH = HOUR;
const QUARANTINE = 30 * DAY;

/**
 * How many files without a row a sweep takes: a tenth of all, at least the ten that a crash may leave in a small folder, and
 * never more than a hundred. More of them mean a wrong database or a restored one, not crashes.
 */
function mostOrphans(total: number): number {
  return Math.min(100, Math.max(10, Math.floor(total / 10)));
}

/**
 * A crash, or a child that was deleted, leaves files without a row: they go to the quarantine for 30 days. Too many at once
 * stay where they are.
 */
export async function sweepFiles(ctx: Needs): Promise<void> {
  await settleQuarantine(ctx);
  const { orphans, total } = await findOrphans(ctx);
  const most = mostOrphans(total);
  const refused = orphans.length > most ? orphans.length : 0;
  ctx.metrics.setRefusedOrphans(refused);
  if (refused > 0) return ctx.log.error({ orphans: refused, total, most }, REFUSED);
  await quarantineFiles(ctx, orphans);
}

const REFUSED =
  'the sweep of files was refused: the database does not name too many of them. Is it the right one, and restored whole? ' +
  'If so: npm run admin -- quarantine-files';

/** The files that no row names, and how many there are in all. */
export async function findOrphans(ctx: Pick<Needs, 'db' | 'files' | 'now'>) {
  const until = addSeconds(ctx.now(), -OLD_ENOUGH);
  const orphans: string[] = [];
  let total = 0;
  let names: string[] = [];
  const look = async () => {
    orphans.push(...(await unknownAmong(ctx, names)));
    names = [];
  };
  for await (const { name, putAt } of ctx.files.list()) {
    total += 1;
    if (putAt <= until) names.push(name);
    if (names.length === AT_ONCE) await look();
  }
  await look();
  return { orphans, total };
}

export async function quarantineFiles(
  ctx: Pick<Needs, 'files' | 'log' | 'now'>,
  names: readonly string[],
): Promise<void> {
  const day = localDay(ctx.now(), 'UTC');
  for (const name of names) {
    await ctx.files.quarantine.put(name, day);
    ctx.log.info({ file: name }, 'a file that the database does not name went to the quarantine');
  }
}

/** What the database names again, for it was restored, comes back; what has waited long enough goes. */
async function settleQuarantine(ctx: Needs): Promise<void> {
  const last = localDay(addSeconds(ctx.now(), -QUARANTINE), 'UTC');
  for await (const file of ctx.files.quarantine.list()) {
    if ((await unknownAmong(ctx, [file.name])).length === 0) {
      await ctx.files.quarantine.restore(file);
      ctx.log.info({ file: file.name }, 'a file came back from the quarantine: the database names it again');
    } else if (file.day < last) {
      await ctx.files.quarantine.remove(file);
      ctx.log.info({ file: file.name }, 'a file was removed after 30 days in the quarantine');
    }
  }
}

async function unknownAmong({ db }: Pick<Context, 'db'>, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const known = new Set(await listReferencedFiles(db, names));
  return names.filter((name) => !known.has(name));
}
