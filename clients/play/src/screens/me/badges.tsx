import type { Badge } from '../../../../typescript/src/index.ts';
import { fetchData, useLoaded } from '../../api/requests.ts';
import { t } from '../../messages.ts';
import { backgroundSendCount } from '../../offline/queue.ts';
import { BackLink } from '../../parts/controls/buttons.tsx';
import { RowSpeaker } from '../../parts/controls/row-speaker.tsx';
import { Guide } from '../../parts/guide.tsx';
import { Heading } from '../../parts/heading.tsx';
import { Failure, Loading } from '../../parts/loading-and-failure.tsx';
import { Medal } from '../../parts/progress/medal.tsx';
import { chooseNextBadges, type ShownBadge } from '../../rules/next-badges.ts';
import { BadgeProgressBar, describeProgress } from './badge-progress.tsx';

const MAX_NEXT_BADGES = 4;

/** The badges that the child can earn next, and the earned badges, the newest first. */
export function BadgesScreen() {
  const badges = useLoaded(loadBadges, `badges ${backgroundSendCount.value}`);
  const { earnedBadges = [], nextBadges = [] } = badges.data ?? {};
  return (
    <main class="page-main wide">
      <header class="page-head">
        <BackLink to="/play/me" label={t('me.back')} />
        <Heading title={t('me.badges')}>{t('me.badges')}</Heading>
      </header>
      <Guide moment="badges" />
      {badges.error !== undefined && <Failure error={badges.error} retry={badges.reload} />}
      {!badges.data && badges.error === undefined && <Loading />}
      {badges.data && earnedBadges.length === 0 && <p class="empty-message">{t('badges.empty')}</p>}
      {nextBadges.length > 0 && (
        <section>
          <h2 class="section-head">{t('badges.next')}</h2>
          <ul class="next-badges">
            {nextBadges.map((badge) => (
              <NextBadge key={badge.id} badge={badge} />
            ))}
          </ul>
        </section>
      )}
      {earnedBadges.length > 0 && (
        <section>
          <h2 class="section-head">{t('badges.mine')}</h2>
          <ul class="badges">
            {earnedBadges.map((badge) => (
              <EarnedBadge key={badge.id} badge={badge} />
            ))}
          </ul>
        </section>
      )}
    </main>
  );
}

async function loadBadges(): Promise<{ earnedBadges: readonly Badge[]; nextBadges: readonly ShownBadge[] }> {
  const [earnedPage, allBadges] = await Promise.all([
    fetchData('/app/users/me/badges', { query: { limit: 100 } }),
    fetchData('/app/badges').catch(() => []), // the screen works without the badges to earn next
  ]);
  return { earnedBadges: earnedPage.data, nextBadges: chooseNextBadges(allBadges, MAX_NEXT_BADGES) };
}

function NextBadge({ badge }: { badge: ShownBadge }) {
  const { name, description } = badge;
  return (
    <li class="next-badge card">
      <Medal badge={badge} />
      <div>
        <h3>{name}</h3>
        <p class="muted">{description}</p>
        <BadgeProgressBar badge={badge} />
      </div>
      <RowSpeaker texts={[name, description, describeProgress(badge)]} />
    </li>
  );
}

function EarnedBadge({ badge }: { badge: Badge }) {
  const { name, description } = badge;
  return (
    <li class="badge card">
      <Medal badge={badge} />
      <h3>{name}</h3>
      <p class="muted">{description}</p>
      <RowSpeaker texts={[name, description]} />
    </li>
  );
}
