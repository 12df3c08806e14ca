import { signal } from '@preact/signals';
import { options } from 'preact';

/** The path of the screen that is shown, such as `/play/home`. */
export const path = signal(location.pathname);

addEventListener('popstate', () => {
  changeScreen(() => {
    path.value = location.pathname;
  });
});

let isRenewed: (path: string) => boolean = () => false;

/** Loads the app again when a screen with such a path is opened next. */
export function renewAt(isResting: (path: string) => boolean): void {
  isRenewed = isResting;
}

/** Shows another screen. With `replace`, going back does not return to this one. */
export function go(to: string, { replace = false } = {}): void {
  if (to === path.value) return;
  if (isRenewed(to)) {
    location[replace ? 'replace' : 'assign'](to);
    return;
  }
  history[replace ? 'replaceState' : 'pushState'](null, '', to);
  changeScreen(() => {
    path.value = to;
    scrollTo(0, 0);
  });
}

const reducesMotion = matchMedia('(prefers-reduced-motion: reduce)');

/** Animates a change of the screen where the browser can and the child has not asked for less motion. */
export function changeScreen(change: () => void): void {
  if (!('startViewTransition' in document) || reducesMotion.matches) change();
  else document.startViewTransition(() => renderAtOnce(change));
}

/** Renders synchronously, because the browser takes its second picture when this returns. */
function renderAtOnce(change: () => void): void {
  const { debounceRendering } = options;
  options.debounceRendering = (render) => render();
  change();
  if (debounceRendering) options.debounceRendering = debounceRendering;
  else delete options.debounceRendering;
}
