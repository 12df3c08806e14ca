import { createPseudoRandom } from '../../core/pseudo-random.ts';
import type { Language } from '../../core/text/languages.ts';
import { addDays, getStartOfWeek, toUtcDay, toUtcMidnight } from '../../core/time/days.ts';
import { addSeconds, DAY, HOUR, type Instant } from '../../core/time/instant.ts';
import { hasProfiles } from '../../features/accounts/index.ts';
import { sendWeeklySummaries } from '../../features/weekly-summary/index.ts';
import { openDatabase } from '../../platform/database/index.ts';
import { createLog } from '../../platform/observability/log.ts';
import { readSettings } from '../../platform/settings.ts';
import { buildApp, createContext } from '../build.ts';
import { loadContent } from '../content-reload.ts';
import { openConfiguredBucket, openInstallation } from '../installation/installation.ts';
import { simulateDay } from './child.ts';
import { createFamily, type DemoFamily, signInAgain } from './family.ts';
import { DAYS_WITHOUT_REVIEW, simulateReviews } from './parents.ts';
import { PARENTS } from './personas.ts';
import { discardEmails } from './read-emails.ts';

/** The seed of the random numbers. It is always the same, so that the members of the family make the same choices in each run. */
const RANDOM_SEED = 41;
/** The hour, in UTC, at which the parents review what the children have done. */
const REVIEW_HOUR = 20;
/** The children sign in again after this number of days, because a child's token expires after 30 days. */
const SIGN_IN_INTERVAL_DAYS = 20;

/** The number of days at the beginning on which children always make something. */
const DAYS_OF_MAKING = 4;

/**
 * Fills an empty database with a family and weeks of activity up to now, and prints how to sign in. Simulates the
 * activity with requests of the app and with functions of the features. All members of the family use `language`.
 */
export async function runDemo(environment: NodeJS.ProcessEnv, language: Language, weekCount = 6): Promise<void> {
  const dayCount = weekCount * 7;
  // Without SMTP, emails are written to files, in which the demo finds its codes and links.
  const settings = { ...readSettings(environment), hasRateLimits: false, smtpUrl: null };
  const log = createLog('fatal');
  await using database = await openDatabase(settings.databaseUrl);
  const bucket = await openConfiguredBucket(settings, log);
  const { secrets } = await openInstallation({ settings, database, bucket, log });
  const endsAt = new Date().toISOString();
  let now: Instant = addSeconds(endsAt, -dayCount * DAY);
  const ctx = createContext({
    settings,
    database,
    content: loadContent(settings),
    log,
    secrets,
    now: () => now,
    files: bucket?.files,
  });
  if (await hasProfiles(ctx))
    throw new Error('The database already contains data. Choose an empty folder: DATA_DIR=./demo npm run demo');
  const app = buildApp(ctx);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const randomInt = createPseudoRandom(RANDOM_SEED);
  let dayNumber = 0;
  const clock = {
    advance(seconds: number) {
      now = addSeconds(now, seconds);
    },
    getDayNumber: () => dayNumber,
  };

  const family = await createFamily(ctx, url, clock, language);
  const startedAt = now;
  for (dayNumber = 1; dayNumber < dayCount; dayNumber += 1) {
    const midnight = toUtcMidnight(toUtcDay(addSeconds(startedAt, dayNumber * DAY)));
    if (dayNumber % SIGN_IN_INTERVAL_DAYS === 0) await signInAgain(family, url, clock);
    for (const child of family.children) {
      if (child.persona.daysAway.includes(dayNumber) || randomInt(10) >= child.persona.activeDaysInTen) continue;
      now = getInstantOfLocalHour(midnight, child.persona.playHour, child.persona.getTimeZone(dayNumber));
      if (now > addSeconds(endsAt, -HOUR)) continue; // the activity could end after `endsAt`
      // So that some work is reviewed, and some waits.
      const isMaking = dayNumber <= DAYS_OF_MAKING || dayCount - dayNumber <= DAYS_WITHOUT_REVIEW;
      const creativeTasks = isMaking ? 'always' : 'sometimes';
      const { advance } = clock;
      await simulateDay(child, { ctx, randomInt, advance, creativeTasks });
    }
    now = addSeconds(midnight, REVIEW_HOUR * HOUR);
    if (now > addSeconds(endsAt, -HOUR)) break;
    await simulateReviews(ctx, family, randomInt, dayCount - dayNumber);
  }
  now = endsAt;
  await discardEmails(ctx);
  await sendWeeklySummaries(ctx, addDays(getStartOfWeek(toUtcDay(now)), -7)); // the last whole week, on any day
  console.log(await formatSignInHelp(ctx.settings.dataDir, family, weekCount));
  await app.close();
}

/** Returns the instant of a local hour in a time zone, on the day that begins at `midnight` in UTC. */
function getInstantOfLocalHour(midnight: Instant, hour: number, timeZone: string): Instant {
  const { offsetNanoseconds } = Temporal.Instant.from(midnight).toZonedDateTimeISO(timeZone);
  return addSeconds(midnight, hour * HOUR - offsetNanoseconds / 1e9);
}

async function formatSignInHelp(dataDir: string, { children }: DemoFamily, weekCount: number): Promise<string> {
  const lines = [];
  for (const { id, persona, client } of children) {
    const { xp_total, level, current_streak_days } = (await client.call('GET', '/app/users/me/stats')) as Record<
      string,
      number
    >;
    lines.push(
      `  ${persona.name.padEnd(9)} profile ${id}  PIN ${persona.pin}   level ${level}, ${xp_total} XP, ${current_streak_days}-day streak`,
    );
  }
  return `The database now contains a family with ${weekCount} weeks of activity.

Start the service with DATA_DIR=${dataDir}, open http://127.0.0.1:3000/login and sign in by email as
  ${PARENTS.first.email}  or  ${PARENTS.second.email}
Without SMTP, the email with the code is a file in ${dataDir}/mail.

The children sign in with POST /app/auth/login/child {"profile_id", "pin"}. Their Device-Id is family-tablet:
${lines.join('\n')}`;
}
