import { useSignal } from '@preact/signals';
import { fetchData, useLoaded } from '../../api/requests.ts';
import { t } from '../../messages.ts';
import { BackLink } from '../../parts/controls/buttons.tsx';
import { RowSpeaker } from '../../parts/controls/row-speaker.tsx';
import { Guide } from '../../parts/guide.tsx';
import { Heading } from '../../parts/heading.tsx';
import { Failure, Loading } from '../../parts/loading-and-failure.tsx';
import { toLocalPath } from '../../parts/local-path.ts';
import { ReportButton } from '../../parts/report-button.tsx';
import { compareMembers } from '../../rules/family-order.ts';

const PERIODS = ['week', 'all'] as const;

/** The leaderboard of the children of the family, for this week or for all time. */
export function FamilyScreen() {
  const period = useSignal<(typeof PERIODS)[number]>('week');
  const leaderboard = useLoaded(
    () => fetchData('/app/rankings', { query: { scope: 'family', period: period.value, limit: 50 } }),
    period.value,
  );
  const members = [...(leaderboard.data?.data ?? [])].sort(compareMembers);
  return (
    <main class="page-main">
      <header class="page-head">
        <BackLink to="/play/me" label={t('me.back')} />
        <Heading title={t('me.family')}>{t('me.family')}</Heading>
      </header>
      <Guide moment="family" />
      <div class="periods">
        {PERIODS.map((shownPeriod) => (
          <button
            key={shownPeriod}
            type="button"
            aria-pressed={period.value === shownPeriod}
            onClick={() => (period.value = shownPeriod)}
          >
            {t(`family.${shownPeriod}`)}
          </button>
        ))}
      </div>
      {leaderboard.error !== undefined && <Failure error={leaderboard.error} retry={leaderboard.reload} />}
      {!leaderboard.data && leaderboard.error === undefined && <Loading />}
      <ol class="card-list">
        {members.map(({ display_name, avatar_url, level, xp, is_me }) => (
          <li key={`${display_name} ${avatar_url}`} class={`card-row member card ${is_me ? 'current' : ''}`}>
            <img class="dim-in-dark" src={toLocalPath(avatar_url)} alt="" />
            <div>
              <h2>{display_name}</h2>
              <p class="muted">
                {t('home.level', { level })} · {t('todo.xp', { xp })}
              </p>
              {!is_me && <ReportButton body={{ kind: 'name', name: display_name }} label={t('report.name')} />}
            </div>
            <RowSpeaker texts={[display_name, t('home.level', { level }), t('todo.xp', { xp })]} />
          </li>
        ))}
      </ol>
      {members.length === 1 && <p class="empty-message">{t('family.alone')}</p>}
    </main>
  );
}
