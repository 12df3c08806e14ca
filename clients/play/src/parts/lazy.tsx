import { signal } from '@preact/signals';
import type { ComponentChildren, ComponentType } from 'preact';
import { Failure } from './loading-and-failure.tsx';

/** The number of screens whose script is loading because the child has opened them. */
const loadingCount = signal(0);
/** Functions that load the scripts of the screens that have not been preloaded yet. */
const preloaders: (() => Promise<void>)[] = [];

/** Loads the scripts of all screens, one at a time while the browser is idle, so that no tap has to wait for a script. */
export function preloadScreens(): void {
  const [preload] = preloaders.splice(0, 1);
  if (!preload) return;
  const run = () => void preload().then(preloadScreens);
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run);
  else setTimeout(run, 500); // Safari has no requestIdleCallback
}

/**
 * Creates a screen whose script is loaded when the screen is first shown. After a failure, the child can try again. With a
 * network, trying again reloads the page, because the script may be missing in a newer version of the app.
 */
export function lazy<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const loaded = signal<ComponentType<P> | undefined>(undefined);
  const failure = signal<unknown>(undefined);
  let hasStarted = false;
  const start = async () => {
    hasStarted = true;
    failure.value = undefined;
    loadingCount.value += 1;
    try {
      loaded.value = await load();
    } catch (error) {
      failure.value = error;
    }
    loadingCount.value -= 1;
  };
  preloaders.push(async () => {
    try {
      if (!hasStarted) loaded.value = await load();
    } catch {
      // The screen loads its script again if the child opens it.
    }
  });
  const retry = () => (navigator.onLine ? location.reload() : void start());
  return function Lazy(props: P) {
    const Loaded = loaded.value;
    if (Loaded) return <Loaded {...props} />;
    if (!hasStarted) void start();
    if (failure.value === undefined) return null;
    return (
      <main class="page-main">
        <Failure error={failure.value} retry={retry} />
      </main>
    );
  };
}

/** Shows `fallback` in addition to its children while the script of a screen that `lazy` has created is loading. */
export function Suspense({ fallback, children }: { fallback: ComponentChildren; children: ComponentChildren }) {
  return (
    <>
      {children}
      {loadingCount.value > 0 && fallback}
    </>
  );
}
