/** A position in pixels, from the upper left corner of the viewport. */
interface Point {
  readonly x: number;
  readonly y: number;
}

/** The distance after which a tap becomes a drag. */
const DRAG_THRESHOLD_PX = 8;

interface DragHandlers {
  readonly onMove: (point: Point) => void;
  readonly onDrop: (point: Point) => void;
}

/**
 * Tracks the pointer from a `pointerdown` event until it is released. Calls the handlers only for a drag, not for a tap. `card` follows
 * the pointer meanwhile.
 */
export function trackDrag(event: PointerEvent, { onMove, onDrop }: DragHandlers, card?: HTMLElement): void {
  if (!event.isPrimary || event.button !== 0) return;
  const { pointerId, clientX, clientY } = event;
  let isDragging = false;
  const handleMove = (moveEvent: PointerEvent) => {
    if (moveEvent.pointerId !== pointerId) return;
    isDragging ||= Math.hypot(moveEvent.clientX - clientX, moveEvent.clientY - clientY) > DRAG_THRESHOLD_PX;
    if (!isDragging) return;
    card?.toggleAttribute('data-dragged', true);
    card?.style.setProperty('translate', `${moveEvent.clientX - clientX}px ${moveEvent.clientY - clientY}px`);
    onMove({ x: moveEvent.clientX, y: moveEvent.clientY });
  };
  const handleEnd = (endEvent: PointerEvent) => {
    if (endEvent.pointerId !== pointerId) return;
    for (const name of ['pointerup', 'pointercancel'] as const) removeEventListener(name, handleEnd);
    removeEventListener('pointermove', handleMove);
    if (isDragging && endEvent.type === 'pointerup') {
      onDrop({ x: endEvent.clientX, y: endEvent.clientY }); // the card does not cover the target, because it ignores the pointer
      addEventListener('click', stopClick, { capture: true, once: true });
      setTimeout(() => removeEventListener('click', stopClick, { capture: true }), CLICK_AFTER_DRAG_MS);
    }
    card?.removeAttribute('data-dragged');
    card?.style.removeProperty('translate');
  };
  addEventListener('pointermove', handleMove);
  for (const name of ['pointerup', 'pointercancel'] as const) addEventListener(name, handleEnd);
}

/** A click within this time after a drag is a part of the drag. */
const CLICK_AFTER_DRAG_MS = 50;

/** Stops the click that the browser dispatches after a drag. */
function stopClick(event: Event): void {
  event.stopPropagation();
  event.preventDefault();
}

/** Returns the `data-drop` id of the drop target under a point. */
export function findDropTarget({ x, y }: Point): string | undefined {
  return document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drop]')?.dataset.drop;
}
