import type { CUSTOM_ACCESSORIES, CUSTOM_GRAPHICS, CUSTOM_HATS } from '../../content/index.ts';

// Drawings in the coordinates of the figure of the DiceBear library: items that DiceBear lacks, and a younger face.

export const EYES = [106, 158]
  .map((x) => `<circle cx="${x}" cy="113" r="8" fill="#2b1d1a"/><circle cx="${x + 3}" cy="110" r="2.6" fill="#fff"/>`)
  .join('');
export const CHEEKS = [93, 171]
  .map((x) => `<ellipse cx="${x}" cy="135" rx="10" ry="7" fill="#ff5f6d" fill-opacity=".2"/>`)
  .join('');

const VISOR = 'M62 82c18-20 122-20 140 0 6 9 0 16-10 11-30-13-90-13-120 0-10 5-16-2-10-11Z';

export const HAT_SHAPES: Record<string, (color: string) => string> = {
  cap: (color) =>
    `<path d="M69 82C66 42 94 18 132 18s66 24 63 64Z" fill="${color}"/>` +
    `<circle cx="132" cy="18" r="4.5" fill="${color}"/>` +
    '<path d="M132 18v50M106 23c-12 12-18 28-19 46M158 23c12 12 18 28 19 46" stroke="#0002" stroke-width="2"/>' +
    `<path d="${VISOR}" fill="${color}"/><path d="${VISOR}" fill="#0003"/>`,
  partyHat: (color) =>
    `<path d="M101 44 133-6l30 50c-18 10-44 10-62 0Z" fill="${color}"/>` +
    '<path d="M110 30c14 8 31 9 45 0M120 13c9 6 17 6 25 0" stroke="#fffd" stroke-width="5"/>' +
    `<path d="M101 44c18 10 44 10 62 0" ${formatStroke('#ffd34e', 6)}/><circle cx="133" cy="-5" r="8" fill="#ffd34e"/>`,
  wizardHat: (color) =>
    `<path d="M90 62C106 36 118 8 150-12c-6 20 12 42 24 74Z" fill="${color}"/>` +
    `<ellipse cx="132" cy="63" rx="82" ry="14" fill="${color}"/>` +
    '<path d="M90 62c20 9 64 9 84 0-2-6-4-12-7-17-18 8-50 8-68 0Z" fill="#ffd34e"/>' +
    `${drawStar(127, 28, 8)}${drawStar(143, 9, 4.5)}${drawStar(150, 35, 4.5)}`,
  flowerCrown: (color) =>
    `<path d="M80 68C96 44 168 44 184 68" ${formatStroke('#4f9d69', 7)}/>` +
    [80, 97, 114, 132, 150, 167, 184]
      .map((x, index) => drawFlower(x, 50 + ((x - 132) / 52) ** 2 * 18, index % 2 ? '#fff' : color))
      .join(''),
  crown: (color) =>
    `<path d="M84 64 77 20l28 22 27-34 27 34 28-22-7 44c-26 10-70 10-96 0Z" fill="${color}"/>` +
    '<path d="M84 64c26 10 70 10 96 0l-2-11c-24 10-68 10-92 0Z" fill="#0002"/>' +
    [77, 132, 187].map((x) => `<circle cx="${x}" cy="${x === 132 ? 8 : 20}" r="6" fill="${color}"/>`).join('') +
    '<circle cx="132" cy="47" r="7" fill="#e4476a"/>' +
    [106, 158].map((x) => `<circle cx="${x}" cy="49" r="5" fill="#4a90e2"/>`).join(''),
} satisfies Record<(typeof CUSTOM_HATS)[number], (color: string) => string>;

export const ACCESSORY_SHAPES: Record<string, (color: string) => string> = {
  hearingAid: (color) =>
    `<path d="M188 101c8-9 18-2 14 18" stroke="${color}" stroke-width="7" stroke-linecap="round"/>` +
    `<path d="M188 101c-4 6-4 12-1 17" stroke="${color}" stroke-width="2.5"/>` +
    `<circle cx="188" cy="119" r="5" fill="${color}"/>`,
  headphones: (color) =>
    `<path d="M68 104C60-4 204-4 196 104" stroke="${color}" stroke-width="9"/>` +
    [57, 187].map((x) => `<rect x="${x}" y="90" width="20" height="48" rx="10" fill="${color}"/>`).join('') +
    [61, 191]
      .map((x) => `<rect x="${x}" y="96" width="12" height="36" rx="6" fill="#fff" fill-opacity=".35"/>`)
      .join(''),
} satisfies Record<(typeof CUSTOM_ACCESSORIES)[number], (color: string) => string>;

export const GRAPHIC_SHAPES: Record<string, string> = {
  stripes:
    '<path d="M43.5 232a72 72 0 0 0-7 14h191a72 72 0 0 0-7-14Z" fill="#fff" fill-opacity=".85"/>' +
    '<path d="M33.4 257a72 72 0 0 0-1.4 13h200a72 72 0 0 0-1.4-13Z" fill="#fff" fill-opacity=".85"/>',
  star: drawStar(132, 253, 19),
  heart: '<path d="M132 273c-21-12-25-35-9-36 5 0 8 4 9 7 1-3 4-7 9-7 16 1 12 24-9 36Z" fill="#fff"/>',
  sun:
    '<circle cx="132" cy="254" r="10" fill="#ffd34e"/>' +
    [0, 45, 90, 135, 180, 225, 270, 315]
      .map((degrees) => `<path d="M132 236v4" transform="rotate(${degrees} 132 254)" ${formatStroke('#ffd34e', 4)}/>`)
      .join(''),
  rainbow: ['#ef5b56', '#f9c74f', '#52a675', '#4a90e2']
    .map((color, index) => `<path d="${buildArchPath(25 - index * 5)}" stroke="${color}" stroke-width="5"/>`)
    .join(''),
  rocket:
    '<path d="M132 233c11 8 13 20 9 32h-18c-4-12-2-24 9-32Z" fill="#fff"/>' +
    '<circle cx="132" cy="250" r="4.5" fill="#4a90e2"/>' +
    '<path d="m122 256-7 12 9-2m18-10 7 12-9-2" fill="#ef5b56"/><path d="M127 266h10l-5 11Z" fill="#ffb32e"/>',
  planet:
    '<circle cx="132" cy="253" r="13" fill="#f0a35e"/>' +
    `<path d="M119 257c-20 14-8 16 14 3s32-26 12-14" ${formatStroke('#ffe3b0', 3.5)}/>` +
    drawStar(98, 245, 5) +
    drawStar(168, 262, 5),
} satisfies Record<(typeof CUSTOM_GRAPHICS)[number], string>;

function formatStroke(color: string, width: number): string {
  return `stroke="${color}" stroke-width="${width}" stroke-linecap="round"`;
}

function drawStar(x: number, y: number, radius: number): string {
  const points = Array.from({ length: 10 }, (_, index) => {
    const pointRadius = index % 2 ? radius * 0.5 : radius;
    const angle = (index * Math.PI) / 5;
    return `${(x + pointRadius * Math.sin(angle)).toFixed(1)},${(y - pointRadius * Math.cos(angle)).toFixed(1)}`;
  });
  return `<polygon points="${points.join(' ')}" fill="#ffd34e" ${formatStroke('#ffd34e', 2)} stroke-linejoin="round"/>`;
}

function drawFlower(x: number, y: number, color: string): string {
  const petals = [0, 72, 144, 216, 288].map((degrees) => {
    const angle = (degrees * Math.PI) / 180;
    const cx = (x + 6 * Math.sin(angle)).toFixed(1);
    return `<circle cx="${cx}" cy="${(y - 6 * Math.cos(angle)).toFixed(1)}" r="5" fill="${color}"/>`;
  });
  return `${petals.join('')}<circle cx="${x}" cy="${y.toFixed(1)}" r="4" fill="#ffd34e"/>`;
}

function buildArchPath(radius: number): string {
  return `M${132 - radius} 269a${radius} ${radius} 0 0 1 ${radius * 2} 0`;
}
