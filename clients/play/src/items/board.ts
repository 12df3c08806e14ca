/** What the controls share in which a child points or draws. */

/** The changes of x and y for each arrow key. */
export const DIRECTIONS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Returns where the pointer is, as fractions of the width and height of the element that receives the event. */
export function toFractions({ currentTarget, clientX, clientY }: MouseEvent): [x: number, y: number] {
  const { left, top, width, height } = (currentTarget as Element).getBoundingClientRect();
  return [round(clamp((clientX - left) / width)), round(clamp((clientY - top) / height))];
}

export const clamp = (value: number) => Math.min(1, Math.max(0, value));
/** Rounds to three decimal places. */
export const round = (value: number) => Math.round(value * 1000) / 1000;
