import { fetchData, useLoaded } from '../../api/requests.ts';
import { t } from '../../messages.ts';
import { BackLink } from '../../parts/buttons.tsx';
import { Heading } from '../../parts/heading.tsx';
import { toLocalPath } from '../../parts/local-path.ts';
import { Failure, Loading } from '../../parts/states.tsx';

/** The levels and what each one unlocks. */
export function LevelsScreen() {
  const levels = useLoaded(() => fetchData('/app/levels'), 'levels');
  return (
    <main class="page-main">
      <header class="page-head">
        <BackLink to="/play/me" label={t('me.back')} />
        <Heading title={t('me.levels')}>{t('me.levels')}</Heading>
      </header>
      {levels.error !== undefined && <Failure error={levels.error} retry={levels.reload} />}
      {!levels.data && levels.error === undefined && <Loading />}
      <ol class="levels">
        {levels.data?.map(({ level, name, icon_url, reached, is_current, unlocks, xp_required }) => (
          <li
            key={level}
            class={`level sheet ${reached ? 'reached' : ''} ${is_current ? 'now' : ''}`}
            aria-current={is_current ? 'step' : undefined}
          >
            <img class="pic" src={toLocalPath(icon_url)} alt="" />
            <div>
              <h2>{t('result.level', { level, name })}</h2>
              <p class="soft">
                {unlocks.length > 0 ? unlocks.map((item) => item.name).join(', ') : t('todo.xp', { xp: xp_required })}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </main>
  );
}
