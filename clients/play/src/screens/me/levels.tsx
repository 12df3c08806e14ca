import { useEffect, useRef } from 'preact/hooks';
import type { Stats } from '../../../../typescript/src/index.ts';
import { fetchData, useLoaded } from '../../api/requests.ts';
import { t } from '../../messages.ts';
import { BackLink } from '../../parts/controls/buttons.tsx';
import { RowSpeaker } from '../../parts/controls/row-speaker.tsx';
import { Guide } from '../../parts/guide.tsx';
import { Heading } from '../../parts/heading.tsx';
import { Failure, Loading } from '../../parts/loading-and-failure.tsx';
import { toLocalPath } from '../../parts/local-path.ts';
import { ProgressBar } from '../../parts/progress/progress-bar.tsx';

/** The levels as a path, with the avatar items that each level unlocks. The screen scrolls to the current level. */
export function LevelsScreen() {
  const loaded = useLoaded(async () => {
    const [levels, stats] = await Promise.all([fetchData('/app/levels'), fetchData('/app/users/me/stats')]);
    return { levels, stats };
  }, 'levels');
  const { levels = [], stats } = loaded.data ?? {};
  const currentEntry = useRef<HTMLLIElement>(null);
  useEffect(() => currentEntry.current?.scrollIntoView({ block: 'center' }), [loaded.data]);
  return (
    <main class="page-main">
      <header class="page-head">
        <BackLink to="/play/me" label={t('me.back')} />
        <Heading title={t('me.levels')}>{t('me.levels')}</Heading>
      </header>
      <Guide moment="levels" />
      {loaded.error !== undefined && <Failure error={loaded.error} retry={loaded.reload} />}
      {!loaded.data && loaded.error === undefined && <Loading />}
      <ol class="card-list level-path">
        {levels.map(({ level, name, icon_url, reached, is_current, unlocks, xp_required }) => (
          <li
            key={level}
            {...(is_current && { ref: currentEntry })}
            class={`card-row card ${reached ? '' : 'unreached'} ${is_current ? 'current' : ''}`}
            aria-current={is_current ? 'step' : undefined}
          >
            <img class="dim-in-dark" src={toLocalPath(icon_url)} alt="" />
            <div>
              <h2>{t('result.level', { level, name })}</h2>
              <p class="muted">
                {unlocks.length > 0 ? unlocks.map((item) => item.name).join(', ') : t('todo.xp', { xp: xp_required })}
              </p>
              {is_current && stats && <NextLevel {...stats} />}
            </div>
            <RowSpeaker texts={[t('result.level', { level, name }), unlocks.map((item) => item.name).join(', ')]} />
          </li>
        ))}
      </ol>
    </main>
  );
}

/** The progress to the next level, as a bar and in XP. Shows nothing at the highest level. */
function NextLevel({ level, xp_in_current_level: earned, xp_to_next_level: remaining }: Stats) {
  if (remaining === 0) return null;
  return (
    <ProgressBar
      progress={earned / (earned + remaining)}
      text={t('levels.next', { xp: remaining, level: level + 1 })}
    />
  );
}
