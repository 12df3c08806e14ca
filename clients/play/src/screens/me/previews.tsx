import type { CalendarDay } from '../../../../typescript/src/index.ts';
import { fetchData, useLoaded } from '../../api/requests.ts';
import { t } from '../../messages.ts';
import { backgroundSendCount } from '../../offline/queue.ts';
import { ScreenLink } from '../../parts/controls/buttons.tsx';
import { Medal } from '../../parts/progress/medal.tsx';
import { listDaysOfWeek } from '../../rules/calendar.ts';
import { chooseNextBadges } from '../../rules/next-badges.ts';
import { BadgeProgressBar } from './badge-progress.tsx';
import { fetchCalendar, formatDay, getDayClasses, isStreakDay } from './calendar-days.ts';

/** The days of this week, with a link to the calendar. If the days cannot be loaded, only the link is shown. */
export function WeekPreview() {
  const week = useLoaded(loadWeek, `week ${backgroundSendCount.value}`);
  const { today = '', days = [] } = week.data ?? {};
  return (
    <ScreenLink href="/play/me/calendar" className="preview">
      <b>{t('me.calendar')}</b>
      <span class="week" aria-hidden="true">
        {days.map((day) => (
          <span key={day.day} class={isStreakDay(day, today) ? 'streak-day' : ''}>
            <small class="muted">{formatDay(day.day, { weekday: 'narrow' })}</small>
            <span class={getDayClasses(day, today)}>{Number(day.day.slice(8))}</span>
          </span>
        ))}
      </span>
      {week.data && (
        <small class="muted">{t('calendar.week', { days: days.filter(({ active }) => active).length })}</small>
      )}
    </ScreenLink>
  );
}

/** Loads the days of this week. Days of the next month are not fetched, because days in the future have no activity. */
async function loadWeek(): Promise<{ today: string; days: readonly CalendarDay[] }> {
  const { today, month, days } = await fetchCalendar();
  const weekDays = listDaysOfWeek(today);
  const firstMonth = weekDays[0]?.slice(0, 7);
  const daysOfFirstMonth = firstMonth === month ? [] : (await fetchCalendar(firstMonth)).days;
  const dayByDate = new Map([...daysOfFirstMonth, ...days].map((day) => [day.day, day]));
  return {
    today,
    days: weekDays.map((day) => dayByDate.get(day) ?? { day, active: false, xp: 0, tasks: 0, rest: null }),
  };
}

/** The badge that the child is closest to earning, with a link to all badges. */
export function NextBadgePreview() {
  const badges = useLoaded(() => fetchData('/app/badges'), `badges ${backgroundSendCount.value}`);
  const [badge] = chooseNextBadges(badges.data ?? [], 1);
  return (
    <ScreenLink href="/play/me/badges" className="preview">
      <b>{t('me.badges')}</b>
      {badge && (
        <span class="preview-badge">
          <Medal badge={badge} />
          <span>
            {badge.name}
            <BadgeProgressBar badge={badge} />
          </span>
        </span>
      )}
    </ScreenLink>
  );
}
