import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BaselineMeasurements, readResults } from './results.ts';

const ROW_HEIGHT = 36;
const CHART = { left: 100, width: 400, height: 26 };
const WIDTH = 620;

/**
 * Draws a chart of the CPU ratios (baseline divided by service) in all stored runs, one row for each call, and writes it to `ratios.svg`
 * in the folder.
 */
export function drawRatios(folder: string): void {
  const runs = readResults<BaselineMeasurements>(folder);
  const names = [...new Set(runs.flatMap(({ calls }) => calls.map(({ name }) => name)))];
  const rows = names.map((name, row) => {
    const ratios = runs.flatMap(({ calls }) => calls.find((call) => call.name === name)?.cpuRatio ?? []);
    return `<g transform="translate(0 ${(row + 1) * ROW_HEIGHT})">${drawRow(name, ratios)}</g>`;
  });
  const [from = '', to = ''] = [runs[0], runs.at(-1)].map((run) => run && `${run.date.slice(0, 10)} ${run.commit}`);
  const title = `<text x="8" y="20">CPU time of the baseline divided by that of the service (the axis ends at 1), from ${from} to ${to}</text>`;
  const svgAttributes = `xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${(names.length + 1) * ROW_HEIGHT}"`;
  const style = '<style>text{font:13px sans-serif}path{fill:none;stroke:#2563a8}rect{fill:#eef2f6}</style>';
  const file = join(folder, 'ratios.svg');
  writeFileSync(file, `<svg ${svgAttributes}>${style}${title}${rows.join('')}</svg>\n`);
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
