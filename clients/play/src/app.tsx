import { type ComponentChildren, Fragment } from 'preact';
import { session } from './api/session.ts';
import { lazy, Suspense } from './parts/lazy.tsx';
import { Loading } from './parts/loading-and-failure.tsx';
import { currentPath } from './router.ts';
import { Hills } from './scenes/scene.tsx';
import { HomeScreen } from './screens/home/home.tsx';
import { UndoLinkScreen } from './screens/sign-in/new-link.tsx';
import { NewProfileScreen } from './screens/sign-in/new-profile.tsx';
import { PinScreen } from './screens/sign-in/pin.tsx';
import { ProfilesScreen } from './screens/sign-in/profiles.tsx';
import { WorldScreen } from './screens/world/world.tsx';

const JoinScreen = lazy(async () => (await import('./screens/sign-in/join.tsx')).JoinScreen);
const TaskScreen = lazy(async () => (await import('./screens/task/task.tsx')).TaskScreen);
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

/** Shows the screen of the current path. Without a session, it shows only the screens for signing in. */
export function App() {
  return <Suspense fallback={<Loading />}>{renderScreen(currentPath.value)}</Suspense>;
}

function renderScreen(screenPath: string): ComponentChildren {
  const [screen = '', id = ''] = screenPath.split('/').slice(2); // /play/<screen>/<id>
  if (screen === 'new') return <NewProfileScreen />;
  if (screen === 'join') return <JoinScreen key={id} code={id} />;
  if (screen === 'pin') return <PinScreen key={id} profileId={id} />;
  if (screen === 'undo') return <UndoLinkScreen key={id} profileId={id} />;
  if (!session.value) return <ProfilesScreen />;
  // The key resets the screen when another tab has signed in a different child.
  return <Fragment key={session.value.profileId}>{renderChildScreen(screen, id)}</Fragment>;
}

function renderChildScreen(screen: string, id: string): ComponentChildren {
  switch (screen) {
    case 'home':
      return <HomeScreen />;
    case 'world':
      return <WorldScreen key={id} id={id} />;
    case 'task':
      return <TaskScreen key={id} id={id} />;
    case 'todos':
      return renderAboveHills(id === 'rewards' ? <RewardsScreen /> : <TodosScreen />);
    case 'me':
      return renderAboveHills(renderMeScreen(id));
    default:
      return <ProfilesScreen />;
  }
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

function renderMeScreen(name: string): ComponentChildren {
  if (name === 'dress') return <DressScreen />;
  if (name === 'badges') return <BadgesScreen />;
  if (name === 'skills') return <SkillsScreen />;
  if (name === 'calendar') return <CalendarScreen />;
  if (name === 'levels') return <LevelsScreen />;
  if (name === 'planets') return <PlanetsScreen />;
  if (name === 'gallery') return <GalleryScreen />;
  if (name === 'family') return <FamilyScreen />;
  return name === 'settings' ? <SettingsScreen /> : <MeScreen />;
}
