import { Resvg } from '@resvg/resvg-js';

const PAPER_COLORS = ['fffdf5', 'f3f8ff', 'fff4ee'];
const CRAYON_COLORS = ['e4572e', 'f2a541', '3a7ca5', '6a994e', '9b5de5', 'ef476f'];

/** Draws a PNG that looks like a child's drawing: a sun, hills, houses and flowers. */
export function drawSamplePicture(randomInt: (below: number) => number): Buffer {
  const pick = (colors: readonly string[]) => `#${colors[randomInt(colors.length)]}`;
  const drawStroke = (pathData: string, width = 10) =>
    `<path d="${pathData}" fill="none" stroke="${pick(CRAYON_COLORS)}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
  const drawHill = (y: number) => drawStroke(`M20 ${y} q180 ${-60 - randomInt(120)} 380 0 t380 ${randomInt(40)}`, 16);
  const drawFlower = () => {
    const x = 80 + randomInt(640);
    const y = 420 + randomInt(80);
    const petals = [0, 72, 144, 216, 288]
      .map((angle) => `<ellipse cx="0" cy="-20" rx="11" ry="20" transform="rotate(${angle})"/>`)
      .join('');
    return `${drawStroke(`M${x} ${y} q10 40 -4 90`, 7)}<g transform="translate(${x} ${y})" fill="${pick(CRAYON_COLORS)}">${petals}<circle r="10" fill="#f2a541"/></g>`;
  };
  const drawHouse = () => {
    const x = 120 + randomInt(420);
    return drawStroke(`M${x} 480 v-150 l90 -80 l90 80 v150 z m60 0 v-70 h50 v70`, 9);
  };
  const sun = `<circle cx="${120 + randomInt(520)}" cy="110" r="52" fill="#f2a541"/>`;
  const objects = Array.from({ length: 3 + randomInt(4) }, () => (randomInt(4) === 0 ? drawHouse() : drawFlower()));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"><rect width="800" height="600" fill="${pick(PAPER_COLORS)}"/>${sun}${drawHill(420)}${drawHill(470)}${objects.join('')}</svg>`;
  return new Resvg(svg).render().asPng();
}
