import type { Stats } from '../../../../typescript/src/index.ts';
import { fetchData, useLoaded } from '../../api/requests.ts';
import { session } from '../../api/session.ts';
import { t } from '../../messages.ts';
import { ScreenLink } from '../../parts/controls/buttons.tsx';
import { RowSpeaker } from '../../parts/controls/row-speaker.tsx';
import { Tabs } from '../../parts/controls/tabs.tsx';
import { Guide } from '../../parts/guide.tsx';
import { Heading } from '../../parts/heading.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Failure } from '../../parts/loading-and-failure.tsx';
import { OutboxNote } from '../../parts/outbox.tsx';
import { LevelRing } from '../../parts/progress/level-ring.tsx';
import { Why } from '../../parts/progress/why.tsx';
import { shortenName } from '../../rules/short-names.ts';
import { GalleryPreview, NextBadgePreview, WeekPreview } from './previews.tsx';
import { signOut } from './sign-out.ts';

/** The screens about the child, each with the icon of its link. */
const LINKS = [
  ['dress', 'hat'],
  ['skills', 'plant'],
  ['levels', 'path'],
  ['planets', 'globe'],
  ['family', 'house'],
  ['settings', 'gear'],
] as const;

/** The child's level and progress, with links to the other screens about the child. */
export function MeScreen() {
  const stats = useLoaded(() => fetchData('/app/users/me/stats'), 'stats');
  const name = shortenName(session.value?.name ?? '') || t('tabs.me');
  return (
    <div class="page">
      <main class="page-main">
        <section class="me-card card">
          <LevelRing stats={stats.data} avatarUrl={session.value?.avatarUrl} />
          <div>
            <Heading title={name}>{name}</Heading>
            {stats.data && (
              <p class="muted">
                {renderClauses(t('me.level', { name: stats.data.level_name, xp: stats.data.xp_total }))}
                <br />
                {stats.data.longest_streak_days > 0 &&
                  renderClauses(
                    t('me.days', { days: stats.data.current_streak_days, best: stats.data.longest_streak_days }),
                  )}
              </p>
            )}
          </div>
          <RowSpeaker
            texts={[name, stats.data && t('me.level', { name: stats.data.level_name, xp: stats.data.xp_total })]}
          />
        </section>
        {stats.data && <Why texts={explainNumbers(stats.data)} />}
        <Guide moment="me" />
        <OutboxNote />
        {stats.error !== undefined && <Failure error={stats.error} retry={stats.reload} />}
        <div class="previews">
          <WeekPreview />
          <NextBadgePreview />
          <GalleryPreview />
        </div>
        <ul class="menu-links">
          {LINKS.map(([id, icon]) => (
            <li key={id}>
              <ScreenLink href={`/play/me/${id}`} className="menu-link">
                <Icon name={icon} />
                {t(`me.${id}`)}
              </ScreenLink>
              <RowSpeaker texts={[t(`me.${id}`)]} />
            </li>
          ))}
          <li>
            <button type="button" class="menu-link" onClick={() => void signOut()}>
              <Icon name="leave" />
              {t('me.change')}
            </button>
            <RowSpeaker texts={[t('me.change')]} />
          </li>
        </ul>
      </main>
      <Tabs />
    </div>
  );
}

/** Says where the XP and the days in a row come from, and how far the next level is. */
function explainNumbers({ level, xp_to_next_level: xp }: Stats): string[] {
  return [t('why.xp'), ...(xp > 0 ? [`${t('levels.next', { xp, level: level + 1 })}.`] : []), t('why.days')];
}

/** Renders a text so that a line breaks between two of its clauses rather than within one. */
function renderClauses(text: string) {
  return text.split(/(?<=[·,]) /).map((clause) => (
    <>
      <span class="clause">{clause}</span>{' '}
    </>
  ));
}
