import { useSignal } from '@preact/signals';
import { fetchData, useLoaded } from '../../api/requests.ts';
import { t } from '../../messages.ts';
import { BackLink } from '../../parts/buttons.tsx';
import { Heading } from '../../parts/heading.tsx';
import { toLocalPath } from '../../parts/local-path.ts';
import { Failure, Loading } from '../../parts/states.tsx';

const PERIODS = ['week', 'all'] as const;

/** What the children of the family have earned, this week or ever. */
export function FamilyScreen() {
  const period = useSignal<(typeof PERIODS)[number]>('week');
  const board = useLoaded(
    () => fetchData('/app/rankings', { query: { scope: 'family', period: period.value, limit: 50 } }),
    period.value,
  );
  return (
    <main class="page-main">
      <header class="page-head">
        <BackLink to="/play/me" label={t('me.back')} />
        <Heading title={t('me.family')}>{t('me.family')}</Heading>
      </header>
      <div class="periods">
        {PERIODS.map((name) => (
          <button key={name} type="button" aria-pressed={period.value === name} onClick={() => (period.value = name)}>
            {t(`family.${name}`)}
          </button>
        ))}
      </div>
      {board.error !== undefined && <Failure error={board.error} retry={board.reload} />}
      {!board.data && board.error === undefined && <Loading />}
      <ol class="levels">
        {board.data?.data.map(({ display_name, avatar_url, level, xp, is_me }) => (
          <li key={`${display_name} ${avatar_url}`} class={`level member sheet reached ${is_me ? 'now' : ''}`}>
            <img class="pic" src={toLocalPath(avatar_url)} alt="" />
            <div>
              <h2>{display_name}</h2>
              <p class="soft">
                {t('home.level', { level })} · {t('todo.xp', { xp })}
              </p>
            </div>
          </li>
        ))}
      </ol>
      {board.data?.data.length === 1 && <p class="empty">{t('family.alone')}</p>}
    </main>
  );
}
