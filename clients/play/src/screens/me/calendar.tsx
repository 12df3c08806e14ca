import { useSignal } from '@preact/signals';
import type { Calendar, CalendarDay } from '../../../../typescript/src/index.ts';
import { useLoaded } from '../../api/requests.ts';
import { language, t } from '../../messages.ts';
import { backgroundSendCount } from '../../offline/queue.ts';
import { BackLink, RoundButton, SpeakButton } from '../../parts/controls/buttons.tsx';
import { Guide } from '../../parts/guide.tsx';
import { Heading } from '../../parts/heading.tsx';
import { Failure, Loading } from '../../parts/loading-and-failure.tsx';
import { addMonths, groupByWeek, isRestDay } from '../../rules/calendar.ts';
import { Scene } from '../../scenes/scene.tsx';
import { isReadAloudOn } from '../../speech/read-aloud.ts';
import { speak } from '../../speech/speak.ts';
import { fetchCalendar, formatDay, getDayClasses, isStreakDay } from './calendar-days.ts';

/** The days on which the child has learned, one month at a time. */
export function CalendarScreen() {
  /** The month that the child wants to see; undefined for the current month. */
  const month = useSignal<string | undefined>(undefined);
  const calendar = useLoaded(() => fetchCalendar(month.value), `${month.value} ${backgroundSendCount.value}`);
  const showMonth = (chosenMonth: string | undefined) => {
    if (chosenMonth === month.value) calendar.reload();
    else month.value = chosenMonth;
  };
  return (
    <main class="page-main">
      <header class="page-head">
        <BackLink to="/play/me" label={t('me.back')} />
        <Heading title={t('me.calendar')}>{t('me.calendar')}</Heading>
      </header>
      <Guide moment="calendar" />
      {calendar.error !== undefined && <Failure error={calendar.error} retry={calendar.reload} />}
      {calendar.data && <Month calendar={calendar.data} showMonth={showMonth} />}
      {!calendar.data && calendar.error === undefined && <Loading />}
    </main>
  );
}

interface MonthProps {
  readonly calendar: Calendar;
  readonly showMonth: (month: string | undefined) => void;
}

function Month({ calendar: { month, today, first_active_day, days }, showMonth }: MonthProps) {
  const selectedDay = useSignal<CalendarDay | undefined>(undefined);
  const shownDay = days.find((day) => day === selectedDay.value);
  const currentMonth = today.slice(0, 7);
  const nextMonth = addMonths(month, 1);
  const activeDayCount = days.filter(({ active }) => active).length;
  const summary =
    activeDayCount > 0
      ? t('calendar.activeDays', { days: activeDayCount })
      : t(month === currentMonth ? 'calendar.begin' : 'calendar.quiet');
  const text = shownDay ? describeDay(shownDay) : summary;
  const select = (day: CalendarDay) => {
    selectedDay.value = day;
    if (isReadAloudOn.value) speak(describeDay(day), language.value);
  };
  const hasRestDays = days.some((day) => isRestDay(day, today));
  const weeks = groupByWeek(days);
  const [, fullWeek = []] = weeks; // the first week may begin in the previous month
  return (
    <section class="month card">
      <div class="month-head" data-landscape="numberwood">
        <div class="landscape">
          <Scene landscape="numberwood" />
        </div>
        <RoundButton
          icon="back"
          className="previous"
          label={t('calendar.previous')}
          disabled={month <= (first_active_day ?? today).slice(0, 7)}
          onClick={() => showMonth(addMonths(month, -1))}
        />
        <h2 aria-live="polite">{formatDay(`${month}-01`, { month: 'long', year: 'numeric' })}</h2>
        <RoundButton
          icon="back" // calendar.css mirrors it
          className="next"
          label={t('calendar.next')}
          disabled={month >= currentMonth}
          onClick={() => showMonth(nextMonth >= currentMonth ? undefined : nextMonth)}
        />
      </div>
      <table>
        <thead>
          <tr>{fullWeek.map((day) => day && <Weekday key={day.day} day={day.day} />)}</tr>
        </thead>
        <tbody>
          {weeks.map((week, i) => (
            <tr key={String(i)}>
              {week.map((day, weekday) => (
                <td
                  key={String(weekday)}
                  class={day && isStreakDay(day, today) ? 'streak-day' : ''}
                  aria-current={day?.day === today ? 'date' : undefined}
                >
                  {day && <Day day={day} today={today} isSelected={day === shownDay} select={() => select(day)} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div class="month-text">
        <p role="status">{text}</p>
        <SpeakButton texts={[{ text }]} />
      </div>
      {hasRestDays && (
        <p class="month-legend muted">
          <span class="day rest" aria-hidden="true" />
          {t('calendar.restText')}
        </p>
      )}
    </section>
  );
}

function Weekday({ day }: { day: string }) {
  return (
    <th scope="col">
      <span aria-hidden="true">{formatDay(day, { weekday: 'short' })}</span>
      <span class="visually-hidden">{formatDay(day, { weekday: 'long' })}</span>
    </th>
  );
}

interface DayProps {
  readonly day: CalendarDay;
  readonly today: string;
  readonly isSelected: boolean;
  readonly select: () => void;
}

function Day({ day, today, isSelected, select }: DayProps) {
  const dayOfMonth = Number(day.day.slice(8));
  const classes = getDayClasses(day, today);
  if (day.active)
    return (
      <button type="button" class={classes} aria-label={describeDay(day)} aria-pressed={isSelected} onClick={select}>
        {dayOfMonth}
      </button>
    );
  return (
    <span class={classes}>
      {dayOfMonth}
      {isRestDay(day, today) && <span class="visually-hidden">{t('calendar.rest')}</span>}
    </span>
  );
}

/** Describes in words what the child did on a day. */
function describeDay({ day, tasks, xp }: CalendarDay): string {
  const date = formatDay(day, { weekday: 'long', day: 'numeric', month: 'long' });
  return tasks > 0 ? t('calendar.day', { date, tasks, xp }) : t('calendar.dayXp', { date, xp });
}
