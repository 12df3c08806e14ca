import { drawPath } from '../../src/content/drawings/svg.ts';

/** Pieces of paper, of which characters and scenes consist. */

/** A piece of paper: a shadow below it, and a light edge. */
export function cut(d: string, fill: string): string {
  return `<path d="${d}" opacity=".16" transform="translate(0 1.800)"/>${drawPath(d, fill, ' stroke="#fff" stroke-opacity=".4"')}`;
}

export function oval(cx: number, cy: number, rx: number, ry: number): string {
  return `M${cx - rx} ${cy}a${rx} ${ry} 0 1 0 ${rx * 2} 0a${rx} ${ry} 0 1 0 ${-rx * 2} 0z`;
}
