import { drawPath } from '../../src/content/drawings/svg.ts';

// Characters and scenes look like cut-outs of paper.

/** Draws a piece of paper with a shadow below it and a light edge. `pathData` is its outline. */
export function drawPaper(pathData: string, fill: string): string {
  return `<path d="${pathData}" opacity=".16" transform="translate(0 1.800)"/>${drawPath(pathData, fill, ' stroke="#fff" stroke-opacity=".4"')}`;
}

/** Returns the path data of an oval. */
export function formatOval(cx: number, cy: number, rx: number, ry: number): string {
  return `M${cx - rx} ${cy}a${rx} ${ry} 0 1 0 ${rx * 2} 0a${rx} ${ry} 0 1 0 ${-rx * 2} 0z`;
}
