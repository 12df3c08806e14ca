/**
 * Building blocks of pictures. Coordinates and sizes are in units of the viewBox. Characters are drawn as strokes, because the
 * renderer may have no fonts.
 */

/** The colors that most drawings use, as hex digits: lines and texts, backgrounds, water and land. */
export const INK = '33415C';
export const PAPER = 'FFF8EC';
export const SEA = '4C9FC4';
export const LAND = '7FB95F';
const GRAY = 'D9DEE7';

/** Draws an icon of the icon set in a square of `size`, whose upper left corner is at `x`, `y`. */
export type DrawIcon = (name: string, x: number, y: number, size: number) => string;

/** A parametric drawing: the default values of its parameters, and the function that draws it. */
export interface Drawing {
  readonly defaults: Readonly<Record<string, unknown>>;
  readonly draw: (params: Record<string, unknown>, drawIcon: DrawIcon) => string;
}

/**
 * Defines a drawing. The defaults define the names and types of its parameters. Callers reject any other parameter before they
 * draw.
 */
export function defineDrawing<T extends Record<string, unknown>>(
  defaults: T,
  draw: (params: T, drawIcon: DrawIcon) => string,
): Drawing {
  return { defaults, draw: (params, drawIcon) => draw({ ...defaults, ...params } as T, drawIcon) }; // callers have checked the names and types
}

export function wrapSvg(width: number, height: number, ...parts: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${parts.join('')}</svg>\n`;
}

/** The background of a picture that is as clear on a light card as on a dark one. */
export const BARE = 'none';

/** Draws a picture: a background of this size and color, with the parts on it. */
export function drawPicture(
  [width, height, background = PAPER]: readonly [width: number, height: number, background?: string],
  ...parts: readonly string[]
): string {
  return wrapSvg(width, height, drawRect(0, 0, width, height, background), ...parts);
}

/** Draws a rectangle. Here and below, `attributes` are further SVG attributes with a space before each. */
export function drawRect(x: number, y: number, width: number, height: number, fill: string, attributes = ''): string {
  return `<rect x="${formatNumber(x)}" y="${formatNumber(y)}" width="${formatNumber(width)}" height="${formatNumber(height)}" fill="${formatColor(fill)}"${attributes}/>`;
}

export function drawCircle(x: number, y: number, radius: number, fill: string, attributes = ''): string {
  return `<circle cx="${formatNumber(x)}" cy="${formatNumber(y)}" r="${formatNumber(radius)}" fill="${formatColor(fill)}"${attributes}/>`;
}

export function drawPath(pathData: string, fill: string, attributes = ''): string {
  return `<path d="${pathData}" fill="${formatColor(fill)}"${attributes}/>`;
}

export function drawLine(x1: number, y1: number, x2: number, y2: number, color = INK, width = 3): string {
  return drawPath(
    `M${formatNumber(x1)} ${formatNumber(y1)}L${formatNumber(x2)} ${formatNumber(y2)}`,
    'none',
    formatStroke(color, width),
  );
}

export function formatStroke(color = INK, width = 3): string {
  return ` stroke="${formatColor(color)}" stroke-width="${formatNumber(width)}" stroke-linecap="round" stroke-linejoin="round"`;
}

/**
 * Returns the corners of a regular polygon around a center. The first corner is at the top; `turn` rotates the polygon by a
 * number of corners.
 */
export function getPolygonPoints(x: number, y: number, radius: number, corners: number, turn = 0): [number, number][] {
  return Array.from({ length: corners }, (_, i) => {
    const angle = ((i + turn) / corners) * 2 * Math.PI - Math.PI / 2;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
}

export function drawPolygon(points: readonly (readonly [number, number])[], fill: string, attributes = ''): string {
  return drawPath(`M${points.map(([x, y]) => `${formatNumber(x)} ${formatNumber(y)}`).join('L')}z`, fill, attributes);
}

/** Draws an arrow from one point to another. */
export function drawArrow(x1: number, y1: number, x2: number, y2: number, color = INK, width = 6): string {
  const angle = Math.atan2(y2 - y1, x2 - x1);
  const getHeadCorner = (spread: number): [number, number] => [
    x2 - 3.2 * width * Math.cos(angle + spread),
    y2 - 3.2 * width * Math.sin(angle + spread),
  ];
  const lineEnd = [x2 - 2 * width * Math.cos(angle), y2 - 2 * width * Math.sin(angle)] as const;
  return (
    drawLine(x1, y1, lineEnd[0], lineEnd[1], color, width) +
    drawPolygon([[x2, y2], getHeadCorner(0.5), getHeadCorner(-0.5)], color)
  );
}

/** Draws digits, symbols and a few letters. `x` and `y` are the center of the text; `height` is that of a digit. */
export function drawText(text: string, x: number, y: number, height: number, color = INK): string {
  const scale = height / GLYPH_HEIGHT;
  let left = x - measureText(text, height) / 2;
  return [...text]
    .map((character) => {
      const glyph = GLYPH_PATHS[character];
      if (glyph === undefined)
        throw new Error(`There is no character "${character}": only ${Object.keys(GLYPH_PATHS).join('')}`);
      const transform = `translate(${formatNumber(left)} ${formatNumber(y - height / 2)}) scale(${formatNumber(scale)})`;
      left += getGlyphWidth(character) * scale;
      return glyph ? `<path transform="${transform}" d="${glyph}" fill="none"${formatStroke(color, 2)}/>` : '';
    })
    .join('');
}

/** Returns the width of a text that is drawn with this height. */
export function measureText(text: string, height: number): number {
  const width = [...text].reduce((sum, character) => sum + getGlyphWidth(character), -GLYPH_SPACING);
  return (width * height) / GLYPH_HEIGHT;
}

function getGlyphWidth(character: string): number {
  return (NARROW_GLYPHS.has(character) ? 5 : 10) + GLYPH_SPACING;
}

/**
 * Draws a colored shape such as "circle-2E86AB", an icon, or a text without lowercase letters such as "12". `x` and `y` are its center;
 * `size` is that of an icon.
 */
export function drawContent(content: string, x: number, y: number, size: number, drawIcon: DrawIcon): string {
  const [, kind, color] = /^(circle|square|triangle)-([0-9A-F]{6})$/.exec(content) ?? [];
  if (kind) return drawSmallShape(kind, color ?? INK, x, y);
  return isDrawnAsText(content)
    ? drawText(content, x, y, size * 0.6)
    : drawIcon(content, x - size / 2, y - size / 2, size);
}

/** Whether a content is drawn as text. Names of icons are lowercase. */
export function isDrawnAsText(content: string): boolean {
  return !/[a-z]/.test(content);
}

function drawSmallShape(kind: string, color: string, x: number, y: number): string {
  if (kind === 'circle') return drawCircle(x, y, 28, color);
  if (kind === 'square') return drawRect(x - 26, y - 26, 52, 52, color);
  return drawPath(`M${x} ${y - 28}L${x + 30} ${y + 26}H${x - 30}z`, color);
}

/** Draws a text, usually one letter, in a pale circle. Questions can refer to it. */
export function drawLabel(text: string, x: number, y: number): string {
  return drawCircle(x, y, 20, 'FDE9B8') + drawText(text, x, y, 20);
}

/** Draws a cell with a thin border. */
export function drawCell(x: number, y: number, width: number, height: number, fill = 'FFFFFF', border = GRAY): string {
  return drawRect(x, y, width, height, fill, formatStroke(border, 2));
}

/** Formats a number with a minus sign in place of a hyphen. */
export function formatWithMinusSign(value: number | string): string {
  return String(value).replace(/^-(?=\d)/, '−');
}

/** Returns the results of `create` for 0 to `count - 1`. */
export function repeat<T>(count: number, create: (i: number) => T): T[] {
  return Array.from({ length: count }, (_, i) => create(i));
}

/** Formats a number with at most two decimals, for SVG. */
export function formatNumber(value: number): string {
  return String(Math.round(value * 100) / 100);
}

function formatColor(color: string): string {
  return color === 'none' ? color : `#${color}`;
}

/** The letters that `drawText` can draw, in the order in which drawings use them as labels. */
export const LETTERS = 'ABCDEF';

const GLYPH_HEIGHT = 16;
const GLYPH_SPACING = 4;
const NARROW_GLYPHS = new Set(['1', ',', '.', ':', ' ', '!']);
/** The paths of the characters, which are 16 high and 10 wide, or 5 if they are narrow. */
const GLYPH_PATHS: Readonly<Record<string, string>> = {
  0: 'M5 0C1 0 0 4 0 8s1 8 5 8 5-4 5-8S9 0 5 0z',
  1: 'M.5 3L4 0V16',
  2: 'M.5 4C.5 1.5 2.500 0 5 0s4.500 1.500 4.500 4.200C9.500 8 0 11.500 0 16H10',
  3: 'M.5 2.500C1.500.8 3 0 5 0c2.600 0 4.400 1.500 4.400 3.800S7.500 7.500 4.500 7.500C8 7.500 10 9 10 11.700S8 16 5 16C2.600 16 .8 15 0 13',
  4: 'M7.500 16V0L0 11H10',
  5: 'M9 0H2L1 7C2 6 3.500 5.500 5 5.500c3 0 5 2 5 5.200S8 16 5 16C2.500 16 .8 15 0 13.200',
  6: 'M9 1.500C8 .5 7 0 5.500 0C2 0 0 4 0 9.500c0 4.500 2 6.500 5 6.500s5-2 5-5.200S8 6 5 6 0 8 0 10.500',
  7: 'M0 0H10L4 16',
  8: 'M5 7.500C2 7.500.7 6 .7 3.800S2.500 0 5 0s4.300 1.500 4.300 3.800S8 7.500 5 7.500C2 7.500 0 9 0 11.800S2 16 5 16s5-1.500 5-4.200S8 7.500 5 7.500z',
  9: 'M1 14.500C2 15.500 3 16 4.500 16C8 16 10 12 10 6.500C10 2 8 0 5 0S0 2 0 5.200 2 10 5 10s5-2 5-4.500',
  A: 'M0 16L5 0L10 16M2 10.500H8',
  B: 'M0 0V16H5.500C8 16 10 14.500 10 11.800S8 7.500 5.500 7.500H0H5C7.500 7.500 9 6 9 3.800S7.500 0 5 0z',
  C: 'M9.500 3C8.500 1 7 0 5.200 0C2 0 0 3.500 0 8s2 8 5.200 8C7 16 8.500 15 9.500 13',
  D: 'M0 0V16H4C8 16 10 13 10 8S8 0 4 0z',
  E: 'M9 0H0V16H9M0 7.500H7.500',
  F: 'M9 0H0V16M0 7.500H7.500',
  '+': 'M5 4V12M1 8H9',
  '−': 'M1 8H9',
  '=': 'M1 6H9M1 10.500H9',
  '×': 'M2 5L8 11M8 5L2 11',
  '÷': 'M1 8H9M5 3.500V4M5 12V12.500',
  '<': 'M9 3L1 8L9 13',
  '>': 'M1 3L9 8L1 13',
  '/': 'M9 0L1 16',
  '%': 'M9.500 0L.5 16M2.500 0C1 0 0 1 0 3s1 3 2.500 3S5 5 5 3 4 0 2.500 0zM7.500 10C6 10 5 11 5 13s1 3 2.500 3S10 15 10 13 9 10 7.500 10z',
  '?': 'M1 3.500C1 1.500 2.800 0 5 0s4 1.500 4 3.700C9 7 5 7 5 11M5 15.500V16',
  '!': 'M2.500 0V10.500M2.500 15.500V16',
  ',': 'M2.500 15.500Q2.500 17.500 1 18.500',
  '.': 'M2.500 15.500V16',
  ':': 'M2.500 5V5.500M2.500 12V12.500',
  ' ': '',
};
