import { useSignal } from '@preact/signals';
import type { Planet } from '../../../../typescript/src/index.ts';
import { describeError } from '../../api/describe-error.ts';
import { callApi, fetchData, useLoaded } from '../../api/requests.ts';
import { t } from '../../messages.ts';
import { BackLink, BigButton } from '../../parts/controls/buttons.tsx';
import { Dialog } from '../../parts/controls/dialog.tsx';
import { Guide } from '../../parts/guide.tsx';
import { Heading } from '../../parts/heading.tsx';
import { Failure, Loading, Warning } from '../../parts/loading-and-failure.tsx';
import { toLocalPath } from '../../parts/local-path.ts';
import { ProgressBar } from '../../parts/progress/progress-bar.tsx';
import { ReportButton } from '../../parts/report-button.tsx';

/** The planets that the child has joined, and the open planets that can be joined. */
export function PlanetsScreen() {
  const planets = useLoaded(async () => {
    const query = { limit: 50 };
    const [joined, open] = await Promise.all([
      fetchData('/app/planets/mine', { query }),
      fetchData('/app/planets/open', { query }),
    ]);
    return { joinedPlanets: joined.data, openPlanets: open.data };
  }, 'planets');
  const shownPlanet = useSignal<Planet | undefined>(undefined);
  const { joinedPlanets = [], openPlanets = [] } = planets.data ?? {};
  return (
    <main class="page-main wide">
      <header class="page-head">
        <BackLink to="/play/me" label={t('me.back')} />
        <Heading title={t('me.planets')}>{t('me.planets')}</Heading>
      </header>
      <Guide moment="planets" />
      {planets.error !== undefined && <Failure error={planets.error} retry={planets.reload} />}
      {!planets.data && planets.error === undefined && <Loading />}
      {planets.data && joinedPlanets.length === 0 && <p class="empty-message">{t('planets.empty')}</p>}
      <PlanetList planets={joinedPlanets} show={(planet) => (shownPlanet.value = planet)} />
      {openPlanets.length > 0 && (
        <section>
          <h2>{t('planets.more')}</h2>
          <PlanetList planets={openPlanets} show={(planet) => (shownPlanet.value = planet)} />
        </section>
      )}
      {shownPlanet.value && (
        <PlanetDialog
          planet={shownPlanet.value}
          close={() => (shownPlanet.value = undefined)}
          onChange={(changed) => {
            shownPlanet.value = changed;
            planets.reload();
          }}
        />
      )}
    </main>
  );
}

function PlanetList({ planets, show }: { planets: readonly Planet[]; show: (planet: Planet) => void }) {
  return (
    <ul class="planets">
      {planets.map((planet) => (
        <li key={planet.id}>
          <button type="button" class="planet card" onClick={() => show(planet)}>
            <img class="dim-in-dark" src={toLocalPath(planet.image_url)} alt="" loading="lazy" />
            <span>
              <b>{planet.name}</b>
              {planet.is_member ? <GoalProgress planet={planet} /> : <small class="muted">{planet.description}</small>}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The progress of all members toward the goal, as a bar and in numbers. */
function GoalProgress({ planet: { goal } }: { planet: Planet }) {
  if (!goal) return null;
  const { metric, progress, target } = goal;
  return <ProgressBar progress={progress / target} text={t(`planets.${metric}`, { progress, target })} />;
}

interface PlanetDialogProps {
  readonly planet: Planet;
  readonly close: () => void;
  readonly onChange: (changed: Planet) => void;
}

/** A dialog about a planet: its goal, its members, and the button that joins or leaves it. */
function PlanetDialog({ planet, close, onChange }: PlanetDialogProps) {
  const { id, name, description, image_url, goal, is_member, status, lock, members_preview, member_count } = planet;
  const errorMessage = useSignal('');
  const isBusy = useSignal(false);
  const joinOrLeave = async () => {
    if (isBusy.value) return;
    isBusy.value = true;
    try {
      const path = { id };
      onChange(
        await callApi((client) =>
          is_member
            ? client.post('/app/planets/{id}/leave', { path })
            : client.post('/app/planets/{id}/join', { path }),
        ),
      );
      errorMessage.value = '';
    } catch (error) {
      errorMessage.value = describeError(error);
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <Dialog label={name} close={close}>
      <div class="planet-detail">
        <img class="dim-in-dark" src={toLocalPath(image_url)} alt="" />
        <h2>{name}</h2>
        <p>{description}</p>
        <GoalProgress planet={planet} />
        {goal && is_member && <p class="muted">{t('planets.myContribution', { count: goal.my_contribution })}</p>}
        <p class="muted">{t('planets.members', { count: member_count })}</p>
        <ul class="member-avatars">
          {members_preview.map(({ display_name, avatar_url }) => (
            <li key={display_name}>
              <img class="dim-in-dark" src={toLocalPath(avatar_url)} alt={display_name} />
            </li>
          ))}
        </ul>
        {lock && !is_member && <p class="reading-text">{lock.message}</p>}
        {status !== 'ended' && (is_member || !lock) && (
          <BigButton
            className={is_member ? 'secondary full-width' : 'full-width'}
            disabled={isBusy.value}
            onClick={() => void joinOrLeave()}
          >
            {t(is_member ? 'planets.leave' : 'planets.join')}
          </BigButton>
        )}
        {is_member && goal && <p class="muted">{t('planets.leaveText')}</p>}
        <Warning text={errorMessage.value} />
        {is_member && planet.kind === 'family' && (
          <ReportButton body={{ kind: 'planet', planet_id: id }} label={t('report.planet')} />
        )}
      </div>
    </Dialog>
  );
}
