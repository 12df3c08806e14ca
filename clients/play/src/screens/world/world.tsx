import { useSignal } from '@preact/signals';
import { Fragment } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Location, Task } from '../../../../typescript/src/index.ts';
import { fetchPlacements } from '../../api/placements.ts';
import { fetchReading } from '../../api/reading.ts';
import { fetchData, useLoaded } from '../../api/requests.ts';
import { session } from '../../api/session.ts';
import { t } from '../../messages.ts';
import { backgroundSendCount, isOnline } from '../../offline/queue.ts';
import { BackLink } from '../../parts/controls/buttons.tsx';
import { Guide } from '../../parts/guide.tsx';
import { Heading } from '../../parts/heading.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Failure, Loading } from '../../parts/loading-and-failure.tsx';
import { toLocalPath } from '../../parts/local-path.ts';
import { mayGuideSpeak, OutboxNote } from '../../parts/outbox.tsx';
import { WorldProgress } from '../../parts/progress/world-progress.tsx';
import { fetchNextSteps, useSuggestedSteps } from '../../parts/suggested-steps.ts';
import { DIALOG_STATE } from '../../router.ts';
import { breakLabel } from '../../rules/break-label.ts';
import {
  buildHills,
  buildRoads,
  findCurrent,
  findFirst,
  findPlaceBefore,
  findShift,
  layOutMap,
  type MapPoint,
  placeThings,
} from '../../rules/map-layout.ts';
import { getLandscapeName } from '../../scenes/landscapes.tsx';
import { Scene } from '../../scenes/scene.tsx';
import { getThingPath, getWorldThings, hop } from '../../scenes/things.ts';
import { LocationDialog } from './location-dialog.tsx';

const tallScreenQuery = matchMedia('(max-aspect-ratio: 1/1)');

/** The map of a world. It scrolls to the location where the child should continue. */
export function WorldScreen({ id }: { id: string }) {
  const loaded = useLoaded(async () => {
    const path = { id };
    const [world, locations, placements, steps, reading] = await Promise.all([
      fetchData('/app/worlds/{id}', { path }),
      fetchData('/app/worlds/{id}/locations', { path }),
      fetchPlacements(),
      fetchNextSteps().catch(() => []), // the map works without it
      fetchReading(),
    ]);
    const placement = placements.find(({ subject, status }) => subject === world.subject && status !== 'completed');
    return { world, locations, placement, steps, reads: reading?.reads ?? true };
  }, `${id} ${backgroundSendCount.value}`);
  const isTall = useSignal(tallScreenQuery.matches);
  const shownLocation = useSignal<Location | undefined>(undefined);
  useEffect(() => {
    const updateLayout = () => {
      isTall.value = tallScreenQuery.matches;
    };
    // Going back closes the dialog, which has an entry of its own in the history.
    const closeDialog = () => {
      shownLocation.value = undefined;
    };
    tallScreenQuery.addEventListener('change', updateLayout);
    addEventListener('popstate', closeDialog);
    return () => {
      tallScreenQuery.removeEventListener('change', updateLayout);
      removeEventListener('popstate', closeDialog);
    };
  }, []);
  const { world, locations, placement, steps = [], reads = true } = loaded.data ?? {};
  const suggestedTasks = (useSuggestedSteps(steps, reads) ?? []).map(({ task }) => task);
  return (
    <main
      class={`map ${isTall.value ? 'tall' : ''} ${getWorldThings(id).hasWater ? 'has-water' : ''}`}
      data-landscape={getLandscapeName(id)}
    >
      <div class="backdrop">
        <Scene landscape={getLandscapeName(id)} isTall={isTall.value} worldId={id} />
      </div>
      <header>
        <BackLink to="/play/home" label={t('world.back')} />
        <div class="world-heading">
          <Heading title={world?.title ?? t('state.loading')}>{world?.title ?? ' '}</Heading>
          {world && <WorldProgress done={world.tasks_completed} total={world.tasks_total} />}
        </div>
      </header>
      {world && <Guide moment="world" isSpoken={mayGuideSpeak.value} character={world.characters[0]} />}
      <OutboxNote />
      {loaded.error !== undefined && <Failure error={loaded.error} retry={loaded.reload} />}
      {locations ? (
        <MapLocations
          worldId={id}
          locations={locations}
          suggestedTasks={suggestedTasks}
          isTall={isTall.value}
          onOpen={(location) => {
            history.pushState(DIALOG_STATE, '');
            shownLocation.value = location;
          }}
        />
      ) : (
        loaded.error === undefined && <Loading />
      )}
      {shownLocation.value && (
        <LocationDialog
          key={shownLocation.value.id}
          location={shownLocation.value}
          placement={isOnline.value ? placement : undefined}
          suggestedTasks={suggestedTasks}
          landscape={getLandscapeName(id)}
          before={findPlaceBefore(shownLocation.value, locations ?? [])}
          onOpen={(location) => {
            shownLocation.value = location;
          }}
          close={() => history.back()}
        />
      )}
    </main>
  );
}

interface MapLocationsProps {
  readonly worldId: string;
  readonly locations: readonly Location[];
  readonly suggestedTasks: readonly Task[];
  readonly isTall: boolean;
  readonly onOpen: (location: Location) => void;
}

function MapLocations({ worldId, locations, suggestedTasks, isTall, onOpen }: MapLocationsProps) {
  const suggestedIds = suggestedTasks.map(({ location_id }) => location_id);
  const currentLocation = findFirst(suggestedIds, locations) ?? findCurrent(locations);
  const { points, stretch } = layOutMap(locations, { isTall, currentId: currentLocation?.id });
  const { things } = getWorldThings(worldId);
  const area = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const update = () => area.current && clearPlaces(area.current.closest('.map') ?? area.current);
    update();
    void document.fonts.ready.then(update); // which changes the size of labels
    addEventListener('resize', update);
    return () => removeEventListener('resize', update);
  });
  return (
    <div class="map-area" ref={area} style={{ '--stretch': stretch }}>
      {isTall && (
        <svg class="hills" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <linearGradient id="hill" x2="0" y2="1">
            <stop class="hill-crest" />
            <stop class="hill-foot" offset="1" />
          </linearGradient>
          {buildHills(points).map((pathData) => (
            <path key={pathData} d={pathData} fill="url(#hill)" />
          ))}
        </svg>
      )}
      <svg class="roads" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        {buildRoads(locations, points).map(({ id, pathData, isDone }) => (
          <g key={id}>
            <path class="road-bed" d={pathData} />
            <path class={isDone ? 'done' : 'open'} d={pathData} />
          </g>
        ))}
      </svg>
      {isTall &&
        placeThings(points, things.length).map(({ x, y }, i) => (
          <img
            key={String(i)}
            class="thing-on-map dim-in-dark"
            src={getThingPath(things[i]?.[0] ?? '')}
            alt=""
            draggable={false}
            style={{ left: `${x}%`, top: `${y}%` }}
            onPointerUp={(event) => hop(event.currentTarget, i)}
          />
        ))}
      <ol class="map-locations">
        {locations.map((location, i) => (
          <MapLocation
            key={location.id}
            location={location}
            point={points[i]}
            isCurrent={location === currentLocation}
            onOpen={() => onOpen(location)}
          />
        ))}
      </ol>
    </div>
  );
}

/** Moves the things of the landscape away from the places. Hides one for which there is no room. */
function clearPlaces(map: Element): void {
  const taken = [...map.querySelectorAll('.disc, .map-location b')].map((element) => element.getBoundingClientRect());
  const bounds = map.getBoundingClientRect();
  for (const thing of map.querySelectorAll<SVGImageElement | HTMLImageElement>('.thing-on-map')) {
    thing.style.translate = '';
    const shift = findShift(thing.getBoundingClientRect(), taken, bounds);
    const scale = 'getScreenCTM' in thing ? (thing.getScreenCTM()?.a ?? 1) : 1;
    const [x, y] = shift ?? [0, 0];
    thing.style.translate = `${x / scale}px ${y / scale}px`;
    thing.style.visibility = shift ? '' : 'hidden';
    if (shift) taken.push(thing.getBoundingClientRect());
  }
}

interface MapLocationProps {
  readonly location: Location;
  readonly point: MapPoint | undefined;
  readonly isCurrent: boolean;
  readonly onOpen: () => void;
}

function MapLocation({ location: { title, icon_url, status }, point, isCurrent, onOpen }: MapLocationProps) {
  const listItem = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isCurrent) listItem.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  const statusIcon = status === 'completed' ? 'check' : status === 'locked' ? 'lock' : undefined;
  const stateClasses = `${isCurrent ? 'current' : ''} ${status === 'locked' ? 'locked' : ''}`;
  const { x = 0, y = 0 } = point ?? {};
  const style = { left: `${x}%`, top: `${y}%`, '--room': 2 * Math.min(x, 100 - x) };
  return (
    <li ref={listItem} class={`map-location ${stateClasses}`} style={style}>
      <button type="button" class="map-location-button" onClick={onOpen}>
        <span class="disc">
          {isCurrent && session.value && (
            <span class="map-pin">
              <img class="avatar dim-in-dark" src={toLocalPath(session.value.avatarUrl)} alt="" />
            </span>
          )}
          <img class="dim-in-dark" src={toLocalPath(icon_url)} alt="" />
          {statusIcon && (
            <span class="status-icon">
              <Icon name={statusIcon} />
            </span>
          )}
        </span>
        <b>
          {breakLabel(title).map((line, i) => (
            <Fragment key={line}>
              {i > 0 && <br />}
              {line}
            </Fragment>
          ))}
        </b>
        <span class="visually-hidden">{t(`status.${isCurrent && status === 'available' ? 'current' : status}`)}</span>
      </button>
    </li>
  );
}
