import { localDay } from '../../core/days.ts';
import { addSeconds, DAY, HOUR, type Instant } from '../../core/instant.ts';
import { pseudoRandom } from '../../core/pseudo-random.ts';
import { hasProfiles } from '../../features/accounts/index.ts';
import { openDatabase } from '../../platform/database/index.ts';
import { createLog } from '../../platform/observability/log.ts';
import { readSettings } from '../../platform/settings.ts';
import { buildApp, createContext } from '../build.ts';
import { loadContent } from '../content-reload.ts';
import { openInstallation } from '../installation/installation.ts';
import { playDay } from './child.ts';
import { discardEmails } from './emails.ts';
import { createFamily, type Family, signInAgain } from './family.ts';
import { parentsEvening } from './parents.ts';
import { PARENTS, WEEKS } from './story.ts';

const DAYS = WEEKS * 7;
/** Tokens of children live 30 days: each signs in anew now and then. */
const SIGN_IN_EVERY = 20;

/**
 * Fills an empty database with a family and six weeks of its life, each thing done as the app and the panel do it, on a
 * clock that ends now. Prints how to sign in.
 */
export async function demo(environment: NodeJS.ProcessEnv): Promise<void> {
  const settings = { ...readSettings(environment), rateLimits: false, smtpUrl: null };
  const log = createLog('fatal');
  const database = await openDatabase(settings.databaseUrl);
  const { secrets } = await openInstallation({ settings, database, log });
  const end = new Date().toISOString();
  let now: Instant = addSeconds(end, -DAYS * DAY);
  const ctx = createContext({ settings, database, content: loadContent(settings), log, secrets, now: () => now });
  if (await hasProfiles(ctx.db)) {
    await database.close();
    throw new Error('Somebody lives in this database already. Choose an empty one: DATA_DIR=./demo npm run demo');
  }
  const app = buildApp(ctx);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const roll = pseudoRandom(41);
  let today = 0;
  const clock = {
    pass(seconds: number) {
      now = addSeconds(now, seconds);
    },
    day: () => today,
  };

  const family = await createFamily(ctx, url, clock);
  const first = now;
  for (today = 1; today < DAYS; today += 1) {
    const midnight = `${localDay(addSeconds(first, today * DAY), 'UTC')}T00:00:00.000Z`;
    if (today % SIGN_IN_EVERY === 0) await signInAgain(family, url, clock);
    for (const player of family.children) {
      if (player.story.away.includes(today) || roll(10) >= player.story.keenness) continue;
      now = localHour(midnight, player.story.hour, player.story.zone(today));
      if (now > addSeconds(end, -HOUR)) continue;
      await playDay(player, ctx.content.current, roll, clock.pass);
    }
    now = addSeconds(midnight, 20 * HOUR);
    if (now > addSeconds(end, -HOUR)) break;
    await parentsEvening(ctx, family, roll, DAYS - today);
  }
  now = end;
  await discardEmails(ctx);
  console.log(await howToSignIn(ctx.settings.dataDir, family));
  await app.close();
  await database.close();
}

/** The moment at which clocks in a zone show an hour, on the day that begins at `midnight` in UTC. */
function localHour(midnight: Instant, hour: number, zone: string): Instant {
  const { offsetNanoseconds } = Temporal.Instant.from(midnight).toZonedDateTimeISO(zone);
  return addSeconds(midnight, hour * HOUR - offsetNanoseconds / 1e9);
}

async function howToSignIn(dataDir: string, { children }: Family): Promise<string> {
  const named = [];
  for (const { id, story, person } of children) {
    const { xp_total, level, current_streak_days } = (await person.call('GET', '/app/users/me/stats')) as Record<
      string,
      number
    >;
    named.push(
      `  ${story.name.padEnd(9)} profile ${id}  PIN ${story.pin}   level ${level}, ${xp_total} XP, ${current_streak_days} days in a row`,
    );
  }
  return `A family has lived here for ${WEEKS} weeks.

Start the service on this folder (DATA_DIR=${dataDir} npm start), open http://127.0.0.1:3000/login and sign in
"With your e-mail" as
  ${PARENTS.first.email}  or  ${PARENTS.second.email}
Without SMTP the letter is a file in ${dataDir}/mail, and the code stands in it.

Children sign in with POST /app/auth/login/child {"profile_id", "pin"}; Device-Id: family-tablet lists them:
${named.join('\n')}`;
}
