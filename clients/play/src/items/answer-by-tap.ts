import { useRef } from 'preact/hooks';
import type { Item } from '../../../typescript/src/index.ts';
import { isYoung } from '../speech/read-aloud.ts';

/** A choice that follows a tap within this time was made with the tap. */
const TAP_MS = 500;

/** Whether one option is the answer. */
export function hasOptions({ kind }: Item): boolean {
  return kind === 'single_choice' || kind === 'true_false';
}

/**
 * For a young child, tapping a card is the answer, and so is lifting the finger from a figure. With a keyboard, arrow keys pass the cards,
 * so it still has to check: `isTap` tells whether the last choice was a tap, which `onPointerUp` has noticed.
 */
export function useAnswerByTap(item: Item) {
  const lastTapAt = useRef(Number.NEGATIVE_INFINITY);
  const isOn = isYoung.value && (hasOptions(item) || item.kind === 'trace');
  return {
    isOn,
    isTap: () => isOn && performance.now() - lastTapAt.current < TAP_MS,
    onPointerUp: () => {
      lastTapAt.current = performance.now();
    },
  };
}
