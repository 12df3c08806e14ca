import { signal } from '@preact/signals';
import type { ComponentChildren, ComponentType } from 'preact';

const loadingCount = signal(0);

/** A screen whose script is loaded when it is first shown. */
export function lazy<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const loaded = signal<ComponentType<P> | undefined>(undefined);
  let started = false;
  return function Lazy(props: P) {
    const Loaded = loaded.value;
    if (Loaded) return <Loaded {...props} />;
    if (!started) {
      started = true;
      loadingCount.value += 1;
      void load().then(
        (component) => {
          loaded.value = component;
          loadingCount.value -= 1;
        },
        () => {
          started = false; // the next visit tries again
          loadingCount.value -= 1;
        },
      );
    }
    return null;
  };
}

/** Shows `waiting` while the script of a screen is loading. */
export function Suspense({ waiting, children }: { waiting: ComponentChildren; children: ComponentChildren }) {
  return (
    <>
      {children}
      {loadingCount.value > 0 && waiting}
    </>
  );
}
