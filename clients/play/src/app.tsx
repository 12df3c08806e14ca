import { type ComponentChildren, Fragment } from 'preact';
import { session } from './api/session.ts';
import { lazy, Suspense } from './parts/lazy.tsx';
import { Loading } from './parts/loading-and-failure.tsx';
import { currentPath } from './router.ts';
import { findScreen, type ScreenName } from './rules/screens.ts';
import { Hills } from './scenes/scene.tsx';
import { HomeScreen } from './screens/home/home.tsx';
import { NotFoundScreen } from './screens/not-found.tsx';
import { UndoLinkScreen } from './screens/sign-in/new-link.tsx';
import { NewProfileScreen } from './screens/sign-in/new-profile.tsx';
import { PinScreen } from './screens/sign-in/pin.tsx';
import { ProfilesScreen } from './screens/sign-in/profiles.tsx';
import { WorldScreen } from './screens/world/world.tsx';

const JoinScreen = lazy(async () => (await import('./screens/sign-in/join.tsx')).JoinScreen);
const TaskScreen = lazy(async () => (await import('./screens/task/task.tsx')).TaskScreen);
const DrawScreen = lazy(async () => (await import('./screens/draw/draw.tsx')).DrawScreen);
const TodosScreen = lazy(async () => (await import('./screens/todos/todos.tsx')).TodosScreen);
const RewardsScreen = lazy(async () => (await import('./screens/todos/rewards.tsx')).RewardsScreen);
const MeScreen = lazy(async () => (await import('./screens/me/me.tsx')).MeScreen);
const DressScreen = lazy(async () => (await import('./screens/me/dress.tsx')).DressScreen);
const BadgesScreen = lazy(async () => (await import('./screens/me/badges.tsx')).BadgesScreen);
const SkillsScreen = lazy(async () => (await import('./screens/me/skills.tsx')).SkillsScreen);
const CalendarScreen = lazy(async () => (await import('./screens/me/calendar.tsx')).CalendarScreen);
const LevelsScreen = lazy(async () => (await import('./screens/me/levels.tsx')).LevelsScreen);
const PlanetsScreen = lazy(async () => (await import('./screens/me/planets.tsx')).PlanetsScreen);
const FamilyScreen = lazy(async () => (await import('./screens/me/family.tsx')).FamilyScreen);
const GalleryScreen = lazy(async () => (await import('./screens/me/gallery.tsx')).GalleryScreen);
const SettingsScreen = lazy(async () => (await import('./screens/me/settings.tsx')).SettingsScreen);

/** The screens that also show without a session. */
const SIGN_IN_SCREENS = {
  profiles: () => <ProfilesScreen />,
  new: () => <NewProfileScreen />,
  join: (id: string) => <JoinScreen key={id} code={id} />,
  pin: (id: string) => <PinScreen key={id} profileId={id} />,
  undo: (id: string) => <UndoLinkScreen key={id} profileId={id} />,
  notFound: () => renderAboveHills(<NotFoundScreen />),
};
const CHILD_SCREENS: Readonly<
  Record<Exclude<ScreenName, keyof typeof SIGN_IN_SCREENS>, (id: string) => ComponentChildren>
> = {
  home: () => <HomeScreen />,
  world: (id) => <WorldScreen key={id} id={id} />,
  task: (id) => <TaskScreen key={id} id={id} />,
  draw: (id) => renderAboveHills(<DrawScreen key={id} id={id} />),
  todos: () => renderAboveHills(<TodosScreen />),
  rewards: () => renderAboveHills(<RewardsScreen />),
  me: () => renderAboveHills(<MeScreen />),
  dress: () => renderAboveHills(<DressScreen />),
  badges: () => renderAboveHills(<BadgesScreen />),
  skills: () => renderAboveHills(<SkillsScreen />),
  calendar: () => renderAboveHills(<CalendarScreen />),
  levels: () => renderAboveHills(<LevelsScreen />),
  planets: () => renderAboveHills(<PlanetsScreen />),
  family: () => renderAboveHills(<FamilyScreen />),
  gallery: () => renderAboveHills(<GalleryScreen />),
  settings: () => renderAboveHills(<SettingsScreen />),
};

/** Shows the screen of the current path. Without a session, it shows only the screens for signing in. */
export function App() {
  return <Suspense fallback={<Loading />}>{renderScreen(currentPath.value)}</Suspense>;
}

function renderScreen(path: string): ComponentChildren {
  const { name, id } = findScreen(path);
  if (name in SIGN_IN_SCREENS) return SIGN_IN_SCREENS[name as keyof typeof SIGN_IN_SCREENS](id); // the line checks it
  if (!session.value) return <ProfilesScreen />;
  // The key resets the screen when another tab has signed in a different child.
  return <Fragment key={session.value.profileId}>{CHILD_SCREENS[name as keyof typeof CHILD_SCREENS](id)}</Fragment>;
}

/** Renders a screen that has no landscape, with hills at its bottom. */
function renderAboveHills(content: ComponentChildren): ComponentChildren {
  return (
    <>
      <Hills />
      {content}
    </>
  );
}
