import { useEffect } from 'preact/hooks';
import type { CreativeWork, NextStep, Rewards, Stats, Todo, World } from '../../../../typescript/src/index.ts';
import { type Challenge, fetchChallenge } from '../../api/challenge.ts';
import { fetchGoal, type Goal } from '../../api/goal.ts';
import { fetchPlacements } from '../../api/placements.ts';
import { fetchReading, type Reading } from '../../api/reading.ts';
import { fetchData, useLoaded } from '../../api/requests.ts';
import { session, updateSession } from '../../api/session.ts';
import { isLookQuiet } from '../../look.ts';
import { language, t } from '../../messages.ts';
import { backgroundSendCount, isOnline, isSubmissionWaiting } from '../../offline/queue.ts';
import { ScreenLink, SpeakButton } from '../../parts/controls/buttons.tsx';
import { Tabs } from '../../parts/controls/tabs.tsx';
import { Guide } from '../../parts/guide.tsx';
import { Heading } from '../../parts/heading.tsx';
import { Icon } from '../../parts/icon.tsx';
import { preloadScreens } from '../../parts/lazy.tsx';
import { Failure, Loading } from '../../parts/loading-and-failure.tsx';
import { mayGuideSpeak, OutboxNote } from '../../parts/outbox.tsx';
import { LevelRing } from '../../parts/progress/level-ring.tsx';
import { StickerPicture } from '../../parts/sticker-picture.tsx';
import { fetchNextSteps, useSuggestedSteps } from '../../parts/suggested-steps.ts';
import { computeAge, isOlder } from '../../rules/older.ts';
import { listWorkNews } from '../../rules/recent-decisions.ts';
import { shortenName } from '../../rules/short-names.ts';
import { chooseHomeWorlds, type HomeWorlds } from '../../rules/world-order.ts';
import { Scene } from '../../scenes/scene.tsx';
import { isReadAloudOn } from '../../speech/read-aloud.ts';
import { isSilent } from '../../speech/speak.ts';
import { fetchWorks, formatTitle } from '../me/works.ts';
import { fetchApprovedTodos, fetchOpenTodos } from '../todos/open-todos.ts';
import { fetchRewards, getStarsByTodo, RewardsLink } from '../todos/rewards-link.tsx';
import { TodoRow } from '../todos/todo-row.tsx';
import { ChallengeLink } from './challenge-link.tsx';
import { Garden } from './garden.tsx';
import { NextSteps } from './next-steps.tsx';
import { findOfferedPlacement, type OfferedPlacement, PlacementOffer } from './placement-offer.tsx';
import { ReadingQuestion } from './reading-question.tsx';
import { reportDevice } from './report-device.ts';
import { WeekGoal } from './week-goal.tsx';
import { Worlds } from './worlds.tsx';

const MAX_SHOWN_TODOS = 3;
/** Then the voices of the device have been loaded. */
const REPORT_DELAY_MS = 3000;
/** From this age, a child begins with the placement; younger children may do it beside the first steps. */
const PLACEMENT_FIRST_AGE = 8;

interface HomeData {
  readonly reading: Reading | undefined;
  readonly offeredPlacement: OfferedPlacement | undefined;
  /** Both undefined for a child under ten. */
  readonly challenge: Challenge | undefined;
  readonly goal: Goal | undefined;
  readonly stats: Stats;
  readonly todos: readonly Todo[];
  readonly workNews: readonly CreativeWork[];
  readonly rewards: Rewards | undefined;
  readonly worlds: HomeWorlds<World>;
  readonly nextSteps: readonly NextStep[];
}

/** The first screen after signing in: the child, what to do next, some to-dos and the worlds. */
export function HomeScreen() {
  const home = useLoaded(loadHome, `home ${backgroundSendCount.value}`);
  const hasLoaded = home.data !== undefined;
  useEffect(() => {
    if (!hasLoaded) return;
    preloadScreens(); // not earlier, because loading scripts would slow down the sign-in
    const timer = setTimeout(() => void reportDevice(home.data?.reading), REPORT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [hasLoaded]);
  const name = shortenName(session.value?.name ?? '');
  const greeting = name ? t('home.hello', { name }) : t('home.helloUnnamed');
  return (
    <div class="home">
      <header class="home-header" data-landscape="numberwood">
        <div class="backdrop">
          <Scene landscape="numberwood" />
        </div>
        <div class="home-profile">
          <LevelRing stats={home.data?.stats} avatarUrl={session.value?.avatarUrl} />
          <div class="greeting">
            <Heading title={greeting}>{greeting}</Heading>
            <p>{home.data ? formatStreak(home.data.stats) : ' '}</p>
          </div>
        </div>
      </header>
      <main class="home-content">
        <OutboxNote />
        {home.error !== undefined && <Failure error={home.error} retry={home.reload} />}
        {home.data ? (
          <HomeContent {...home.data} greeting={greeting} reload={home.reload} />
        ) : (
          home.error === undefined && <Loading />
        )}
      </main>
      <Tabs />
    </div>
  );
}

function HomeContent({
  reading,
  offeredPlacement,
  challenge,
  goal,
  nextSteps,
  todos,
  workNews,
  rewards,
  worlds,
  greeting,
  reload,
}: HomeData & { greeting: string; reload: () => void }) {
  const reads = reading?.reads ?? true;
  const isReadingAsked = reading?.ask === true && isOnline.value;
  const suggestedSteps = useSuggestedSteps(nextSteps, reads);
  const isOldEnough = reads && (computeAge(session.value?.birthYear) ?? 0) >= PLACEMENT_FIRST_AGE;
  // Without a network, the next question of a placement cannot be loaded.
  const beginsWithPlacement = isOldEnough && nextSteps[0]?.kind !== 'continue' && isOnline.value;
  // A child who hears nothing and does not read is asked where grown-ups look, in the settings.
  const isAsked = isReadingAsked && (reads || isSilent.value === false);
  const shownNews = workNews.filter(({ task_id }) => !isSubmissionWaiting(task_id));
  return (
    <>
      <div class="home-play">
        <Guide
          moment={(suggestedSteps ?? nextSteps).length > 0 ? 'home' : 'homeWithoutSteps'}
          heading={greeting}
          isSpoken={mayGuideSpeak.value}
        />
        <NextSteps
          steps={suggestedSteps}
          reads={reads}
          placement={beginsWithPlacement ? offeredPlacement : undefined}
          onDecline={reload}
        >
          {challenge && <ChallengeLink challenge={challenge} />}
          {goal && <WeekGoal goal={goal} onChange={reload} />}
        </NextSteps>
        <div class="work-news">
          <ScreenLink href="/play/draw" className="menu-link short">
            <Icon name="brush" />
            <span>{t('creative.draw')}</span>
          </ScreenLink>
          <SpeakButton texts={[{ text: t('creative.draw') }]} />
        </div>
      </div>
      <div class="home-own">
        {isAsked && <ReadingQuestion onAnswer={reload} />}
        {offeredPlacement && isOnline.value && !beginsWithPlacement && !isReadingAsked && (
          <PlacementOffer {...offeredPlacement} onDecline={reload} />
        )}
        {shownNews.length > 0 && <WorkNews works={shownNews} />}
        {rewards && <RewardsLink rewards={rewards} />}
        {todos.length > 0 && <TodoList todos={todos} rewards={rewards} reload={reload} />}
        <Garden />
      </div>
      <Worlds {...worlds} hasSpeakers={!reads || isReadAloudOn.value} />
    </>
  );
}

interface TodoListProps {
  readonly todos: readonly Todo[];
  readonly rewards: Rewards | undefined;
  readonly reload: () => void;
}

function TodoList({ todos, rewards, reload }: TodoListProps) {
  const starsByTodo = getStarsByTodo(rewards);
  return (
    <section>
      <div class="section-head">
        <h2>{t('home.todos')}</h2>
        <ScreenLink href="/play/todos" className="">
          {t('home.allTodos')}
        </ScreenLink>
      </div>
      <ul>
        {todos.map((todo) => (
          <TodoRow key={todo.id} todo={todo} onChange={reload} stars={starsByTodo.get(todo.id)} />
        ))}
      </ul>
    </section>
  );
}

/** Tells the child that a guardian has approved its work or sent it back, and leads to the gallery. Several works are one line. */
function WorkNews({ works }: { works: readonly CreativeWork[] }) {
  const [work, ...others] = works;
  if (!work) return null;
  if (others.length === 0) return <WorkNewsCard work={work} />;
  const text = t('home.news', { count: works.length });
  return (
    <div class="work-news">
      <ScreenLink
        href="/play/me/gallery"
        className={`menu-link short ${work.status === 'approved' ? 'success' : 'warning'}`}
      >
        <Icon name="pen" />
        <span>{text}</span>
      </ScreenLink>
      <SpeakButton texts={[{ text }]} />
    </div>
  );
}

function WorkNewsCard({ work }: { work: CreativeWork }) {
  const { status, feedback } = work;
  const title = formatTitle(work);
  return (
    <div class="work-news">
      <ScreenLink href="/play/me/gallery" className={`menu-link ${status === 'approved' ? 'success' : 'warning'}`}>
        {feedback?.sticker ? <StickerPicture sticker={feedback.sticker} /> : <Icon name="pen" />}
        <span>
          {t(`creative.${status}`)}
          <small>
            <span lang={work.language_served ?? undefined}>{title}</span>
            {feedback?.text && <span class="words">{feedback.text}</span>}
          </small>
        </span>
      </ScreenLink>
      <SpeakButton
        texts={[t(`creative.${status}`), title, feedback?.text ?? ''].filter(Boolean).map((text) => ({ text }))}
      />
    </div>
  );
}

function formatStreak({ current_streak_days: days, longest_streak_days }: Stats): string {
  if (days > 0) return t('home.streak', { days });
  if (isLookQuiet.value) return t(longest_streak_days > 0 ? 'home.calmWelcomeBack' : 'home.calmWelcome');
  return longest_streak_days > 0 ? t('home.welcomeBack') : t('home.welcome');
}

async function loadHome(): Promise<HomeData> {
  const childSession = session.value;
  const isForOlder = isOlder(childSession?.birthYear);
  const [
    me,
    stats,
    openTodos,
    approvedTodos,
    gallery,
    rewards,
    worlds,
    nextSteps,
    reading,
    placements,
    challenge,
    goal,
  ] = await Promise.all([
    fetchData('/app/users/me'),
    fetchData('/app/users/me/stats'),
    fetchOpenTodos(MAX_SHOWN_TODOS),
    fetchApprovedTodos(MAX_SHOWN_TODOS).catch(() => []), // the screen works without it
    fetchWorks(1).catch(() => undefined), // the screen works without it
    fetchRewards(),
    fetchData('/app/worlds', { query: { limit: 50 } }),
    fetchNextSteps().catch(() => []), // the screen works without it
    fetchReading(),
    fetchPlacements(),
    isForOlder ? fetchChallenge() : undefined,
    isForOlder ? fetchGoal() : undefined,
  ]);
  await updateSession(childSession, { name: me.display_name, avatarUrl: me.avatar_url });
  const homeWorlds = chooseHomeWorlds(worlds.data, {
    currentId: nextSteps[0]?.task.world_id,
    language: language.value,
    age: computeAge(childSession?.birthYear),
  });
  return {
    offeredPlacement: isOnline.value
      ? await findOfferedPlacement(placements, [...homeWorlds.shown, ...homeWorlds.others])
      : undefined,
    reading,
    challenge,
    goal,
    stats,
    todos: [...approvedTodos, ...openTodos.slice(0, MAX_SHOWN_TODOS)],
    rewards,
    workNews: listWorkNews(gallery?.works ?? [], Date.now()),
    worlds: homeWorlds,
    nextSteps,
  };
}
