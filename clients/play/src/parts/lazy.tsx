import { signal } from '@preact/signals';
import type { ComponentChildren, ComponentType } from 'preact';

const loadingCount = signal(0);

/** A screen whose script is loaded when it is first shown. */
export function lazy<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const loaded = signal<ComponentType<P> | undefined>(undefined);
  let hasStarted = false;
  return function Lazy(props: P) {
    const Loaded = loaded.value;
    if (Loaded) return <Loaded {...props} />;
    if (!hasStarted) {
      hasStarted = true;
      loadingCount.value += 1;
      void load().then(
        (component) => {
          loaded.value = component;
          loadingCount.value -= 1;
        },
        () => {
          hasStarted = false; // the next visit tries again
          loadingCount.value -= 1;
        },
      );
    }
    return null;
  };
}

/** Shows `fallback` while the script of a screen is loading. */
export function Suspense({ fallback, children }: { fallback: ComponentChildren; children: ComponentChildren }) {
  return (
    <>
      {children}
      {loadingCount.value > 0 && fallback}
    </>
  );
}
