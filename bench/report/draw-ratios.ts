import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readResults } from './results.ts';

const ROW = 36;
const CHART = { left: 100, width: 400, height: 26 };
const WIDTH = 620;

/** Draws each call's ratio to its floor by CPU time over all stored runs, one row a call, as `ratios.svg` in the folder. */
export function drawResults(folder: string): void {
  const runs = readResults(folder);
  const names = [...new Set(runs.flatMap(({ calls }) => calls.map(({ name }) => name)))];
  const rows = names.map((name, row) => {
    const ratios = runs.flatMap(({ calls }) => calls.find((call) => call.name === name)?.byCpu ?? []);
    return `<g transform="translate(0 ${(row + 1) * ROW})">${drawRow(name, ratios)}</g>`;
  });
  const [from = '', to = ''] = [runs[0], runs.at(-1)].map((run) => run && `${run.date.slice(0, 10)} ${run.commit}`);
  const title = `<text x="8" y="20">Ratio to the floor by CPU time (0 to 1), from ${from} to ${to}</text>`;
  const frame = `xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${(names.length + 1) * ROW}"`;
  const style = '<style>text{font:13px sans-serif}path{fill:none;stroke:#2563a8}rect{fill:#eef2f6}</style>';
  const file = join(folder, 'ratios.svg');
  writeFileSync(file, `<svg ${frame}>${style}${title}${rows.join('')}</svg>\n`);
  console.log(file);
}

function drawRow(name: string, ratios: readonly number[]): string {
  const { left, width, height } = CHART;
  const step = width / Math.max(1, ratios.length - 1);
  const points = ratios.map((ratio, i) => `${left + i * step} ${height * (1 - Math.min(1, ratio))}`);
  return [
    `<text x="8" y="18">${name}</text>`,
    `<rect x="${left}" width="${width}" height="${height}"/>`,
    `<path d="M${points.join('L')}${points.length === 1 ? `h${width}` : ''}"/>`,
    `<text x="${left + width + 12}" y="18">${ratios.at(-1)?.toFixed(2)}</text>`,
  ].join('');
}
