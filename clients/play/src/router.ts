import { signal } from '@preact/signals';
import { options } from 'preact';

/** The path of the screen that is shown, such as `/play/home`. */
export const path = signal(location.pathname);

addEventListener('popstate', () => {
  changeScreen(() => {
    path.value = location.pathname;
  });
});

let mustReloadAt: (path: string) => boolean = () => false;

/** Reloads the page, and with it the app, when the child next opens a screen whose path `mayReload` accepts. */
export function reloadPageAt(mayReload: (path: string) => boolean): void {
  mustReloadAt = mayReload;
}

/** Shows another screen. With `replace`, going back does not return to this one. */
export function go(to: string, { replace = false } = {}): void {
  if (to === path.value) return;
  if (mustReloadAt(to)) {
    location[replace ? 'replace' : 'assign'](to);
    return;
  }
  history[replace ? 'replaceState' : 'pushState'](null, '', to);
  changeScreen(() => {
    path.value = to;
    scrollTo(0, 0);
  });
}

const reducedMotionQuery = matchMedia('(prefers-reduced-motion: reduce)');

/** Animates a change of the screen if the browser supports that and the user does not prefer reduced motion. */
export function changeScreen(change: () => void): void {
  if (!('startViewTransition' in document) || reducedMotionQuery.matches) change();
  else document.startViewTransition(() => renderAtOnce(change)).ready.catch(() => {}); // the next change skips the animation
}

/** Renders synchronously, because the browser captures the new screen when this function returns. */
function renderAtOnce(change: () => void): void {
  const { debounceRendering } = options;
  options.debounceRendering = (render) => render();
  change();
  if (debounceRendering) options.debounceRendering = debounceRendering;
  else delete options.debounceRendering;
}
