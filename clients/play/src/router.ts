import { signal } from '@preact/signals';
import { options } from 'preact';
import { getDirection } from './rules/direction.ts';

/** The path of the screen that is shown, such as `/play/home`. */
export const path = signal(location.pathname);

addEventListener('popstate', () => {
  changeScreen(location.pathname);
});

let mustReloadAt: (path: string) => boolean = () => false;

/** Reloads the page, and with it the app, when the child next opens a screen whose path `mayReload` accepts. */
export function reloadPageAt(mayReload: (path: string) => boolean): void {
  mustReloadAt = mayReload;
}

/** Shows another screen. With `replace`, going back does not return to the current screen. */
export function go(to: string, { replace = false } = {}): void {
  if (to === path.value) return;
  if (mustReloadAt(to)) {
    location[replace ? 'replace' : 'assign'](to);
    return;
  }
  history[replace ? 'replaceState' : 'pushState'](null, '', to);
  changeScreen(to, () => scrollTo(0, 0));
}

const reducedMotionQuery = matchMedia('(prefers-reduced-motion: reduce)');
/** The length of the animation in browsers without View Transitions, in milliseconds. */
const FADE_MS = 160;

let transition: ViewTransition | undefined;

/**
 * Shows another screen with a short animation in its direction, unless the user prefers reduced motion. The new screen
 * accepts taps during the animation.
 */
function changeScreen(to: string, afterwards = () => {}): void {
  const change = () => {
    path.value = to;
    afterwards();
  };
  const canAnimate = !reducedMotionQuery.matches;
  document.documentElement.dataset.direction = getDirection(path.value, to);
  if (canAnimate && typeof document.startViewTransition === 'function') {
    transition = document.startViewTransition(() => renderAtOnce(change));
    transition.ready.catch(() => {}); // the next change skips the animation
    return;
  }
  change();
  if (canAnimate) document.querySelector('#app')?.animate({ opacity: [0, 1] }, FADE_MS);
}

// While a transition runs, the browser dispatches each tap to the root element. So a tap ends the transition, and its
// click is dispatched again to the control at that position.
addEventListener(
  'pointerdown',
  ({ target }) => {
    if (target !== document.documentElement) return;
    transition?.skipTransition();
    addEventListener('click', redirectClick, { capture: true, once: true });
  },
  { capture: true },
);

function redirectClick({ target, clientX, clientY }: MouseEvent): void {
  if (target !== document.documentElement) return;
  const hit = document.elementFromPoint(clientX, clientY);
  const control = hit?.closest<HTMLElement>('a, button, label, input, textarea');
  control?.focus();
  control?.click();
}

/** Renders synchronously, because the browser captures the new screen when this function returns. */
function renderAtOnce(change: () => void): void {
  const { debounceRendering } = options;
  options.debounceRendering = (render) => render();
  change();
  if (debounceRendering) options.debounceRendering = debounceRendering;
  else delete options.debounceRendering;
}
