import assert from 'node:assert/strict';
import { DAY, HOUR } from '../../../src/core/time/instant.ts';
import { createLearningClient, type LearningClient } from '../../support/learning/learning-client.ts';
import { assertError, type TestApp, testWithApp } from '../../support/test-app.ts';

// The clock starts on Friday, 20 November 2026, at 08:00 UTC.

const CALENDAR_PATH = '/app/users/me/calendar';

interface CalendarDayResponse {
  readonly day: string;
  readonly active: boolean;
  readonly xp: number;
  readonly tasks: number;
  readonly rest: string | null;
}

interface CalendarResponse {
  readonly month: string;
  readonly today: string;
  readonly first_active_day: string | null;
  readonly days: readonly CalendarDayResponse[];
}

const createChild = async (app: TestApp, timeZone = 'UTC') =>
  createLearningClient(app, await app.registerChild(), timeZone);

async function getCalendar(child: LearningClient, month?: string): Promise<CalendarResponse> {
  const response = await child.call('GET', month === undefined ? CALENDAR_PATH : `${CALENDAR_PATH}?month=${month}`);
  assert.equal(response.status, 200, response.text);
  return response.body.data;
}

/** The active days and the rest days of a month, such as "20 active" and "21 freeze". */
const listActiveAndRestDays = ({ days }: CalendarResponse) =>
  days
    .filter(({ active, rest }) => active || rest)
    .map(({ day, active, rest }) => `${day.slice(8)} ${active ? 'active' : rest}`);

const insertPause = (app: TestApp, { id }: LearningClient, from_date: string, until_date: string) =>
  app.ctx.write(({ db }) => db.insertInto('streak_pauses').values({ profile_id: id, from_date, until_date }).execute());

testWithApp('the calendar of a new child has all days of the current month, and none of them active', async (app) => {
  const child = await createChild(app);
  await app.assertRowChanges({}, async () => {
    const { days, ...calendar } = await getCalendar(child);
    assert.deepEqual(calendar, { month: '2026-11', today: '2026-11-20', first_active_day: null });
    assert.equal(days.length, 30);
    assert.deepEqual(days[0], { day: '2026-11-01', active: false, xp: 0, tasks: 0, rest: null });
    assert.equal(days.at(-1)?.day, '2026-11-30');
    assert.ok(days.every(({ active, rest }) => !active && rest === null));
  });
  assert.equal((await getCalendar(child, '2028-02')).days.length, 29);
});

testWithApp('the calendar shows the XP and tasks of each day, by the child’s local date at that time', async (app) => {
  const child = await createChild(app, 'Europe/Kyiv');
  await child.startAndComplete('first-sums');
  app.advance(15 * HOUR); // 23:00 UTC, 01:00 on the 21st in Kyiv
  const { xp_awarded } = await child.startAndComplete('what-is-alive');
  const { today, first_active_day, days } = await getCalendar(child);
  assert.deepEqual([today, first_active_day], ['2026-11-21', '2026-11-20']);
  assert.deepEqual(days[20], { day: '2026-11-21', active: true, xp: xp_awarded, tasks: 1, rest: null });
  const clientAbroad = createLearningClient(app, child, 'America/New_York');
  const calendarAbroad = await getCalendar(clientAbroad);
  assert.equal(calendarAbroad.today, '2026-11-20');
  assert.deepEqual(calendarAbroad.days, days, 'recorded days do not change');
  assert.deepEqual(
    listActiveAndRestDays(await getCalendar(await createChild(app))),
    [],
    'another child has a separate calendar',
  );
});

testWithApp('days covered by a freeze or a pause are rest days, across months', async (app) => {
  const child = await createChild(app);
  const play = () => child.startAndComplete('first-sums');
  await play(); // Friday; the first activity of a week earns a freeze
  app.advance(2 * DAY);
  assert.deepEqual(
    listActiveAndRestDays(await getCalendar(child)),
    ['20 active', '21 freeze'],
    'the freeze that the next activity will use',
  );
  await play(); // Sunday; uses the freeze
  app.advance(DAY);
  await play(); // Monday; earns the freeze of the new week
  await insertPause(app, child, '2026-11-25', '2026-12-02');
  app.advance(10 * DAY); // Thursday, 3 December
  const daysBeforePause = ['20 active', '21 freeze', '22 active', '23 active', '24 freeze'];
  const pausedDays = [25, 26, 27, 28, 29, 30].map((day) => `${day} pause`);
  assert.deepEqual(listActiveAndRestDays(await getCalendar(child, '2026-11')), [...daysBeforePause, ...pausedDays]);
  assert.deepEqual(
    listActiveAndRestDays(await getCalendar(child)),
    ['01 pause', '02 pause'],
    'today is not missed yet',
  );
  await play();
  assert.equal((await child.getStats()).current_streak_days, 4);
  assert.deepEqual(listActiveAndRestDays(await getCalendar(child)), ['01 pause', '02 pause', '03 active']);
  assert.deepEqual(listActiveAndRestDays(await getCalendar(child, '2026-11')), [...daysBeforePause, ...pausedDays]);
  app.advance(9 * DAY);
  assert.equal((await child.getStats()).current_streak_days, 0);
  assert.deepEqual(
    listActiveAndRestDays(await getCalendar(child)),
    ['01 pause', '02 pause', '03 active'],
    'no rest days after the streak has ended',
  );
  await play(); // a new streak
  const activeDays = daysBeforePause.filter((day) => day.endsWith('active'));
  assert.deepEqual(
    listActiveAndRestDays(await getCalendar(child, '2026-11')),
    [...activeDays, ...pausedDays],
    'the freezes of an earlier streak are not stored',
  );
  assert.equal((await getCalendar(child)).first_active_day, '2026-11-20');
});

testWithApp('children can request the calendar of any month, and get 304 if nothing has changed', async (app) => {
  const child = await createChild(app);
  await child.startAndComplete('first-sums');
  for (const month of ['0000-01', '2026-10', '9999-12']) {
    const { days, ...calendar } = await getCalendar(child, month);
    assert.deepEqual([calendar.month, days.length, listActiveAndRestDays({ days, ...calendar })], [month, 31, []]);
  }
  for (const month of ['', '2026', '2026-1', '2026-00', '2026-13', '2026-11-20', '+02026-11', '２026-11', "2026-11'--"])
    assertError(
      await child.call('GET', `${CALENDAR_PATH}?month=${encodeURIComponent(month)}`),
      400,
      'VALIDATION_ERROR',
      ['month'],
    );
  const firstResponse = await app.call('GET', CALENDAR_PATH, { token: child.token });
  const headers = { 'if-none-match': firstResponse.headers.get('etag') ?? '' };
  assert.equal((await app.call('GET', CALENDAR_PATH, { token: child.token, headers })).status, 304);
  assertError(await app.call('GET', CALENDAR_PATH, { token: (await app.registerParent()).token }), 403, 'FORBIDDEN');
});
