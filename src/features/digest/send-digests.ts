import { addDays, type Day, startOfWeek } from '../../core/days.ts';
import { addSeconds, HOUR } from '../../core/instant.ts';
import { languageFor } from '../../core/languages.ts';
import { oneByOne } from '../../platform/concurrency/one-by-one.ts';
import type { Context } from '../../platform/context.ts';
import { listOpenChildren, nameInEmail, type Profile } from '../accounts/index.ts';
import { notifyParent } from '../guardianship/index.ts';
import { listHardQuestions } from '../learning/index.ts';
import { listDailyStats } from '../progress/index.ts';
import { type ChildWeek, digestEmail } from './digest-email.ts';
import { claimWeek, listDigestRecipients } from './digest-store.ts';
import { unsubscribeToken } from './email-settings.ts';

const AT_ONCE = 100;
/** From Monday noon on, UTC: by then the week is over on every calendar (gap 97). */
const EVERYWHERE = 12 * HOUR;
const STARTERS = 2;

/** Tells parents how last week was: each once, however many processes are at it; none in which no child did anything. */
export async function sendDigests(ctx: Context): Promise<void> {
  const monday = addDays(startOfWeek(addSeconds(ctx.now(), -EVERYWHERE).slice(0, 10)), -7);
  let after = '';
  for (;;) {
    const parents = await listDigestRecipients(ctx.db, monday, after, AT_ONCE);
    await oneByOne(parents, (parent) => sendDigest(ctx, parent, monday));
    const last = parents.at(-1);
    if (!last || parents.length < AT_ONCE) return;
    after = last.id;
  }
}

/** One that fails does not keep the others: it is tried again in an hour. */
async function sendDigest(ctx: Context, parent: Pick<Profile, 'id' | 'email' | 'language'>, monday: Day) {
  try {
    const children = await listOpenChildren(ctx.db, parent.id);
    const weeks = await Promise.all(children.map((child) => weekOfChild(ctx, child, monday, parent.language)));
    await ctx.write(async (tx) => {
      if (!(await claimWeek(tx, parent.id, monday))) return;
      if (weeks.every(({ daysActive }) => daysActive === 0)) return;
      await notifyParent(ctx, tx, parent, 'digest', digestEmail, weeks, monday, unsubscribeToken(ctx, parent.id));
    });
  } catch (error) {
    ctx.log.error({ err: error }, 'a letter about the week failed; it is tried again in an hour');
  }
}

async function weekOfChild(ctx: Context, child: Profile, monday: Day, locale: string): Promise<ChildWeek> {
  const days = await listDailyStats(ctx.db, child.id, monday, addDays(monday, 6));
  const before = await listDailyStats(ctx.db, child.id, addDays(monday, -7), addDays(monday, -1));
  const sum = (of: typeof days, key: 'xp' | 'tasks' | 'seconds') => of.reduce((total, day) => total + day[key], 0);
  const span = { since: `${monday}T00:00:00.000Z`, until: `${addDays(monday, 7)}T00:00:00.000Z` };
  return {
    name: nameInEmail(child),
    daysActive: days.filter(({ active }) => active).length,
    xp: sum(days, 'xp'),
    xpBefore: sum(before, 'xp'),
    tasks: sum(days, 'tasks'),
    minutes: Math.round(sum(days, 'seconds') / 60),
    questions: await listHardQuestions(ctx, child.id, span, languageFor(locale), STARTERS),
  };
}
