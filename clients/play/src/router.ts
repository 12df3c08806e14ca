import { signal } from '@preact/signals';
import { options } from 'preact';
import { type Direction, getDirection } from './rules/direction.ts';

/** The path of the screen that is shown, such as `/play/home`. */
export const currentPath = signal(location.pathname);

addEventListener('popstate', () => {
  if (location.pathname !== currentPath.value) changeScreen(location.pathname);
});

/** The history state of a dialog. The screen that is opened from the dialog takes its place. */
export const DIALOG_STATE = 'dialog';

/** Whether navigating to a path has to reload the page. */
let mustReloadAt: (path: string) => boolean = () => false;

/** Makes the next call of `navigate` with a path that `mayReload` accepts reload the page, and with it the app. */
export function scheduleReload(mayReload: (path: string) => boolean): void {
  mustReloadAt = mayReload;
}

/** Shows another screen. With `replace`, going back does not return to the current screen. */
export function navigate(to: string, { replace = false } = {}): void {
  if (to === currentPath.value) return;
  if (mustReloadAt(to)) {
    location[replace ? 'replace' : 'assign'](to);
    return;
  }
  history[replace || history.state === DIALOG_STATE ? 'replaceState' : 'pushState'](null, '', to);
  changeScreen(to, () => scrollTo(0, 0));
}

const reducedMotionQuery = matchMedia('(prefers-reduced-motion: reduce)');
/**
 * The offset from which a new screen moves into place; `--inline-direction` is -1 in right-to-left languages, otherwise 1. The app does
 * not use a View Transition, because rendering the old screen as well makes a slow phone respond later to a tap.
 */
const START_OFFSETS: Readonly<Record<Direction, string>> = {
  forward: 'calc(24px * var(--inline-direction)) 0',
  back: 'calc(-24px * var(--inline-direction)) 0',
  beside: '0 0',
};
const MOVE_DURATION_MS = 160;
/** A selector for the parts of a screen that move: all except the tabs. */
const MOVING_PARTS_SELECTOR = '#app > :not(:has(> .tabs)), #app > :has(> .tabs) > :not(.tabs)';

/** Shows another screen, which moves in from its direction unless the user prefers reduced motion. */
function changeScreen(to: string, onRendered = () => {}): void {
  const direction = getDirection(currentPath.value, to);
  renderSynchronously(() => {
    currentPath.value = to;
  });
  onRendered();
  if (reducedMotionQuery.matches) return;
  for (const part of document.querySelectorAll(MOVING_PARTS_SELECTOR))
    part.animate(
      { opacity: [0.2, 1], translate: [START_OFFSETS[direction], '0 0'] },
      { id: direction, duration: MOVE_DURATION_MS, easing: 'ease-out' },
    );
}

/** Makes a change and renders it synchronously, so that the elements of the new screen exist when this function returns. */
function renderSynchronously(change: () => void): void {
  const { debounceRendering } = options;
  options.debounceRendering = (render) => render();
  change();
  if (debounceRendering) options.debounceRendering = debounceRendering;
  else delete options.debounceRendering;
}
