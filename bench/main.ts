import { Command } from 'commander';
import { compareWithFloor } from './floor/compare-with-floor.ts';
import { CALLS } from './load/calls.ts';
import { drawResults } from './report/draw-ratios.ts';

// npm run bench -- <command> <options>; docs/operations.md, "Measuring", explains the figures.
const program = new Command('bench');
program
  .command('floor', { isDefault: true })
  .description('compare calls of the service with bare node:http that runs the same statements (needs Linux)')
  .option('--seconds <number>', 'duration of a round', Number, 3)
  .option('--rounds <number>', 'rounds of each call, of which the median counts', Number, 3)
  .option('--children <number>', 'children in the database; each sends a write once', Number, 50_000)
  .option('--only <calls>', `some of ${CALLS.map(({ name }) => name).join(', ')}`, (list) => list.split(','), [])
  .option('--results <folder>', 'write the figures as JSON to this folder')
  .action(compareWithFloor);
program.command('draw <folder>').description('draw the ratios of all stored results as an SVG').action(drawResults);
program
  .command('sizes')
  .description('compare the same requests with a thousand, a hundred thousand and a million children')
  .action(async () => (await import('./compare-sizes.ts')).compareSizes());
program
  .command('panel')
  .description('measure each page and list of the panel for a family with three years of history')
  .action(async () => (await import('./measure-panel.ts')).measurePanel());
await program.parseAsync();
