import { useEffect } from 'preact/hooks';
import type { Location, Practice, Stats, Todo, World } from '../../../../typescript/src/index.ts';
import { fetchData, useLoaded } from '../../api/requests.ts';
import { session, updateSession } from '../../api/session.ts';
import { language, t } from '../../messages.ts';
import { isOnline, lateSendCount } from '../../offline/queue.ts';
import { Beads } from '../../parts/beads.tsx';
import { RoundButton, ScreenLink } from '../../parts/buttons.tsx';
import { Heading } from '../../parts/heading.tsx';
import { Icon } from '../../parts/icon.tsx';
import { LevelRing } from '../../parts/level-ring.tsx';
import { toLocalPath } from '../../parts/local-path.ts';
import { OfflineNote } from '../../parts/outbox.tsx';
import { Failure, Loading } from '../../parts/states.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { findCurrent } from '../../rules/map-layout.ts';
import { isInLanguage, orderWorlds } from '../../rules/world-order.ts';
import { Scene } from '../../scenes/scene.tsx';
import { getLandscapeName } from '../../scenes/worlds.tsx';
import { chooseReadAloud, readsAloud } from '../../speech/read-aloud.ts';
import { canSay, stopSaying } from '../../speech/say.ts';
import { TodoRow } from '../todos/todo-row.tsx';

interface HomeData {
  readonly stats: Stats;
  readonly practice: Practice | undefined;
  readonly todos: readonly Todo[];
  readonly worlds: readonly World[];
  readonly next: { readonly world: World; readonly location: Location } | undefined;
}

/** The first screen: the child, the next step, three open to-dos and the worlds. */
export function HomeScreen() {
  const home = useLoaded(loadHome, `home ${lateSendCount.value}`);
  useEffect(stopSaying, []);
  const name = session.value?.name ?? '';
  const hello = t('home.hello', { name });
  return (
    <div class="home">
      <header class="top" data-world="numberwood">
        <div class="back">
          <Scene world="numberwood" />
        </div>
        <div class="corner">
          <ReadAloudButton />
        </div>
        <div class="me">
          <LevelRing stats={home.data?.stats} avatarUrl={session.value?.avatarUrl} />
          <div class="bubble">
            <Heading title={hello}>{hello}</Heading>
            <p>{home.data ? formatStreak(home.data.stats) : ' '}</p>
          </div>
        </div>
      </header>
      <main class="desk">
        <OfflineNote />
        {home.error !== undefined && <Failure error={home.error} retry={home.reload} />}
        {home.data ? <HomeContent {...home.data} reload={home.reload} /> : home.error === undefined && <Loading />}
      </main>
      <Tabs />
    </div>
  );
}

function HomeContent({ next, practice, todos, worlds, reload }: HomeData & { reload: () => void }) {
  return (
    <>
      {next && <NextStepCard {...next} />}
      {practice && isPlayable(practice) && <PracticeCard practice={practice} />}
      {todos.length > 0 && (
        <section>
          <div class="head">
            <h2>{t('home.todos')}</h2>
            <ScreenLink href="/play/todos" look="">
              {t('home.allTodos')}
            </ScreenLink>
          </div>
          <ul>
            {todos.map((todo) => (
              <TodoRow key={todo.id} todo={todo} onChange={reload} />
            ))}
          </ul>
        </section>
      )}
      <section>
        <div class="head">
          <h2>{t('home.worlds')}</h2>
        </div>
        <div class="worlds">
          {worlds.map((world) => (
            <WorldCard key={world.id} world={world} />
          ))}
        </div>
      </section>
    </>
  );
}

/** The link to the next location, the most prominent one of the screen. */
function NextStepCard({ world, location }: NonNullable<HomeData['next']>) {
  return (
    <ScreenLink href={`/play/world/${world.id}`} look="go" landscape={getLandscapeName(world.id)}>
      <span class="back">
        <Scene world={world.id} />
      </span>
      <span class="ticket">
        <small>{t(location.status === 'in_progress' ? 'home.goOn' : 'home.begin', { place: world.title })}</small>
        <b>{location.title}</b>
      </span>
      <span class="big-button play">
        <Icon name="play" />
      </span>
    </ScreenLink>
  );
}

/** Without a network, only a round that was begun can be played. */
function isPlayable({ status, can_start }: Practice): boolean {
  return status === 'in_progress' || (can_start && isOnline.value);
}

function PracticeCard({ practice: { task_id, status, items_total, xp_reward } }: { practice: Practice }) {
  const isOpen = status === 'in_progress';
  return (
    <ScreenLink href={`/play/task/${task_id}`} look="way">
      <Icon name="bulb" />
      <span>
        {t('home.practice')}
        <small class="soft">
          {isOpen ? t('task.in_progress') : t('home.questions', { count: items_total })}
          {xp_reward > 0 && ` · ${t('todo.xp', { xp: xp_reward })}`}
        </small>
      </span>
    </ScreenLink>
  );
}

function WorldCard({ world }: { world: World }) {
  return (
    <ScreenLink href={`/play/world/${world.id}`} look="place" landscape={getLandscapeName(world.id)}>
      <span class="view">
        <Scene world={world.id} />
        <img class="hero pic" src={toLocalPath(world.theme.icon_url)} alt="" />
      </span>
      <span class="name">
        <b>{world.title}</b>
        {!isInLanguage(world, language.value) && <small>{formatLanguage(world.language_served)}</small>}
        <Beads done={world.tasks_completed} total={world.tasks_total} />
      </span>
    </ScreenLink>
  );
}

/** The name of a language in the child's language. */
function formatLanguage(tag: string): string {
  return new Intl.DisplayNames([language.value], { type: 'language' }).of(tag) ?? tag;
}

/** Switches reading aloud on and off. Not shown where the device has no voice. */
function ReadAloudButton() {
  if (!canSay(language.value)) return null;
  return (
    <RoundButton
      icon="speaker"
      look={readsAloud.value ? 'on' : ''}
      label={t(readsAloud.value ? 'read.off' : 'read.on')}
      onClick={() => void chooseReadAloud(!readsAloud.value)}
    />
  );
}

function formatStreak({ current_streak_days: days, longest_streak_days }: Stats): string {
  if (days > 0) return t('home.streak', { days });
  return longest_streak_days > 0 ? t('home.welcomeBack') : t('home.welcome');
}

async function loadHome(): Promise<HomeData> {
  const child = session.value;
  const [me, stats, todos, worlds, practice] = await Promise.all([
    fetchData('/app/users/me'),
    fetchData('/app/users/me/stats'),
    fetchData('/app/todos', { query: { limit: 20 } }),
    fetchData('/app/worlds', { query: { limit: 50 } }),
    fetchData('/app/practice/today').catch(() => undefined), // the screen works without it
  ]);
  await updateSession(child, { name: me.display_name, avatarUrl: me.avatar_url });
  const inLanguage = orderWorlds(worlds.data, undefined, language.value);
  const open = inLanguage.filter(({ status }) => status !== 'completed' && status !== 'locked');
  const world = open.find(({ status }) => status === 'in_progress') ?? open.find(isForAge(me.birth_year)) ?? open[0];
  const locations = world && (await fetchData('/app/worlds/{id}/locations', { path: { id: world.id } }));
  const location = locations && findCurrent(locations);
  return {
    stats,
    practice,
    todos: todos.data.filter(({ status }) => status === 'pending' || status === 'rejected').slice(0, 3),
    worlds: orderWorlds(worlds.data, world?.id, language.value),
    next: world && location && { world, location },
  };
}

function isForAge(birthYear: number | null) {
  const age = birthYear === null ? 8 : new Date().getFullYear() - birthYear;
  return ({ age_min, age_max }: World) => age_min <= age && age <= age_max;
}
