import type { CalendarDay } from '../../../../typescript/src/index.ts';
import { fetchData, useLoaded } from '../../api/requests.ts';
import { t } from '../../messages.ts';
import { backgroundSendCount } from '../../offline/queue.ts';
import { ScreenLink } from '../../parts/controls/buttons.tsx';
import { RowSpeaker } from '../../parts/controls/row-speaker.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Medal } from '../../parts/progress/medal.tsx';
import { WorkPicture } from '../../parts/work-picture.tsx';
import { listDaysOfWeek } from '../../rules/calendar.ts';
import { chooseNextBadges } from '../../rules/next-badges.ts';
import { BadgeProgressBar } from './badge-progress.tsx';
import { fetchCalendar, formatDay, getDayClasses, isStreakDay } from './calendar-days.ts';
import { fetchWorks } from './works.ts';

/** How many works the preview shows, and the width in pixels in which their pictures are drawn. */
const MAX_NEWEST_WORKS = 4;
const NEWEST_WORK_WIDTH = 320;

/** The days of this week, with a link to the calendar. If the days cannot be loaded, only the link is shown. */
export function WeekPreview() {
  const week = useLoaded(loadWeek, `week ${backgroundSendCount.value}`);
  const { today = '', days = [] } = week.data ?? {};
  return (
    <div class="spoken-tile">
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
      <RowSpeaker
        texts={[
          t('me.calendar'),
          week.data && t('calendar.week', { days: days.filter(({ active }) => active).length }),
        ]}
      />
    </div>
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
    <div class="spoken-tile">
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
      <RowSpeaker texts={[t('me.badges'), badge?.name]} />
    </div>
  );
}

/** The newest pictures of the child's creative work, with a link to all of it. */
export function GalleryPreview() {
  const loaded = useLoaded(() => fetchWorks(1), `gallery ${backgroundSendCount.value}`);
  const works = loaded.data?.works ?? [];
  return (
    <div class="spoken-tile wide">
      <ScreenLink href="/play/me/gallery" className="preview gallery-preview">
        <b>{t('me.gallery')}</b>
        {works.length > 0 && (
          <span class="newest-works" aria-hidden="true">
            {works.slice(0, MAX_NEWEST_WORKS).map(({ id, media: [file] }) => (
              <span key={id} class="work-preview">
                {file?.mime.startsWith('image/') ? (
                  <WorkPicture url={file.url} label="" width={NEWEST_WORK_WIDTH} />
                ) : (
                  <Icon name={file ? 'microphone' : 'pen'} />
                )}
              </span>
            ))}
          </span>
        )}
        {loaded.data && works.length === 0 && <small class="muted">{t('gallery.empty')}</small>}
      </ScreenLink>
      <RowSpeaker texts={[t('me.gallery'), works.length === 0 && t('gallery.empty')]} />
    </div>
  );
}
