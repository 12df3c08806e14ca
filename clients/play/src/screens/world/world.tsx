import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Location } from '../../../../typescript/src/index.ts';
import { fetchData, useLoaded } from '../../api/requests.ts';
import { session } from '../../api/session.ts';
import { t } from '../../messages.ts';
import { lateSendCount } from '../../offline/queue.ts';
import { Beads } from '../../parts/beads.tsx';
import { BackLink } from '../../parts/buttons.tsx';
import { Heading } from '../../parts/heading.tsx';
import { Icon } from '../../parts/icon.tsx';
import { toLocalPath } from '../../parts/local-path.ts';
import { OfflineNote } from '../../parts/outbox.tsx';
import { Failure, Loading } from '../../parts/states.tsx';
import { drawRoads, findCurrent, layOutMap, type MapPoint } from '../../rules/map-layout.ts';
import { Scene } from '../../scenes/scene.tsx';
import { getLandscapeName } from '../../scenes/worlds.tsx';
import { LocationSheet } from './location-sheet.tsx';

const tall = matchMedia('(max-aspect-ratio: 1/1)');

/** The map of a world. It scrolls to the location where the child should continue. */
export function WorldScreen({ id }: { id: string }) {
  const loaded = useLoaded(async () => {
    const path = { id };
    const [world, locations] = await Promise.all([
      fetchData('/app/worlds/{id}', { path }),
      fetchData('/app/worlds/{id}/locations', { path }),
    ]);
    return { world, locations };
  }, `${id} ${lateSendCount.value}`);
  const isTall = useSignal(tall.matches);
  const open = useSignal<Location | undefined>(undefined);
  useEffect(() => {
    const turn = () => {
      isTall.value = tall.matches;
    };
    tall.addEventListener('change', turn);
    return () => tall.removeEventListener('change', turn);
  }, []);
  const { world, locations } = loaded.data ?? {};
  return (
    <main class={`map ${isTall.value ? 'tall' : ''}`} data-world={getLandscapeName(id)}>
      <div class="back">
        <Scene world={id} tall={isTall.value} />
      </div>
      <header>
        <BackLink to="/play/home" label={t('world.back')} />
        <div class="plate">
          <Heading title={world?.title ?? t('state.loading')}>{world?.title ?? ' '}</Heading>
          {world && <Beads done={world.tasks_completed} total={world.tasks_total} />}
        </div>
      </header>
      <OfflineNote />
      {loaded.error !== undefined && <Failure error={loaded.error} retry={loaded.reload} />}
      {locations ? (
        <Stops locations={locations} isTall={isTall.value} onOpen={(location) => (open.value = location)} />
      ) : (
        loaded.error === undefined && <Loading />
      )}
      {open.value && (
        <LocationSheet location={open.value} landscape={getLandscapeName(id)} close={() => (open.value = undefined)} />
      )}
    </main>
  );
}

interface StopsProps {
  readonly locations: readonly Location[];
  readonly isTall: boolean;
  readonly onOpen: (location: Location) => void;
}

function Stops({ locations, isTall, onOpen }: StopsProps) {
  const points = layOutMap(locations, isTall);
  const current = findCurrent(locations);
  return (
    <div class="field">
      <svg class="roads" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        {drawRoads(locations, points).map(({ id, line, isDone }) => (
          <g key={id}>
            <path class="bed" d={line} />
            <path class={isDone ? 'done' : 'open'} d={line} />
          </g>
        ))}
      </svg>
      <ol class="stops">
        {locations.map((location, i) => (
          <Stop
            key={location.id}
            location={location}
            point={points[i]}
            isCurrent={location === current}
            onOpen={() => onOpen(location)}
          />
        ))}
      </ol>
    </div>
  );
}

interface StopProps {
  readonly location: Location;
  readonly point: MapPoint | undefined;
  readonly isCurrent: boolean;
  readonly onOpen: () => void;
}

function Stop({ location: { title, icon_url, status }, point, isCurrent, onOpen }: StopProps) {
  const stop = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isCurrent) stop.current?.scrollIntoView({ block: 'center' });
  }, [isCurrent]);
  const mark = status === 'completed' ? 'check' : status === 'locked' ? 'lock' : undefined;
  const look = `${isCurrent ? 'here' : ''} ${status === 'locked' ? 'locked' : ''}`;
  return (
    <li ref={stop} class={`stop ${look}`} style={{ left: `${point?.x}%`, top: `${point?.y}%` }}>
      <button type="button" class="stop-button" onClick={onOpen}>
        <span class="disc">
          {isCurrent && session.value && (
            <span class="pin">
              <img class="face pic" src={toLocalPath(session.value.avatarUrl)} alt="" />
            </span>
          )}
          <img class="pic" src={toLocalPath(icon_url)} alt="" />
          {mark && (
            <span class="mark">
              <Icon name={mark} />
            </span>
          )}
        </span>
        <b>{title}</b>
        <span class="hide">{t(`status.${isCurrent && status === 'available' ? 'current' : status}`)}</span>
      </button>
    </li>
  );
}
