interface Point {
  readonly x: number;
  readonly y: number;
}

/** A finger has to move this far, in pixels, before a tap becomes a drag. */
const THRESHOLD = 8;

/** Follows a finger or a mouse from `event` until it is lifted. `onMove` and `onDrop` are called only for a real drag. */
export function startDrag(event: PointerEvent, onMove: (at: Point) => void, onDrop: (at: Point) => void): void {
  if (!event.isPrimary || event.button !== 0) return;
  const { pointerId, clientX, clientY } = event;
  let isDragging = false;
  const follow = (next: PointerEvent) => {
    if (next.pointerId !== pointerId) return;
    isDragging ||= Math.hypot(next.clientX - clientX, next.clientY - clientY) > THRESHOLD;
    if (isDragging) onMove({ x: next.clientX, y: next.clientY });
  };
  const end = (next: PointerEvent) => {
    if (next.pointerId !== pointerId) return;
    for (const name of ['pointerup', 'pointercancel'] as const) removeEventListener(name, end);
    removeEventListener('pointermove', follow);
    if (isDragging && next.type === 'pointerup') {
      onDrop({ x: next.clientX, y: next.clientY });
      addEventListener('click', stopClick, { capture: true, once: true });
      setTimeout(() => removeEventListener('click', stopClick, { capture: true }), 50);
    }
  };
  addEventListener('pointermove', follow);
  for (const name of ['pointerup', 'pointercancel'] as const) addEventListener(name, end);
}

/** The end of a drag is not also a tap. */
function stopClick(event: Event): void {
  event.stopPropagation();
  event.preventDefault();
}

/** The id of the target that is under a point, from its `data-drop`. */
export function dropTargetAt({ x, y }: Point): string | undefined {
  return document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drop]')?.dataset.drop;
}
