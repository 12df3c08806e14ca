import { Command } from 'commander';
import { compareWithBaseline } from './baseline/compare-with-baseline.ts';
import { CALLS } from './load/calls.ts';
import { drawRatios } from './report/draw-ratios.ts';

// npm run bench -- <command> <options>. The section "Measuring" of docs/operations.md explains the tables.
const program = new Command('bench');
program
  .command('baseline', { isDefault: true })
  .description(
    'compare the calls of the service with a bare node:http server that runs the same statements (Linux only)',
  )
  .option('--seconds <number>', 'seconds per round', Number, 3)
  .option('--rounds <number>', 'number of rounds; the table shows the median', Number, 3)
  .option(
    '--children <number>',
    'number of children in the database; a child can send each write only once',
    Number,
    100_000,
  )
  .option(
    '--only <calls>',
    `the calls to compare: ${CALLS.map(({ name }) => name).join(', ')}`,
    (list) => list.split(','),
    [],
  )
  .option('--results <folder>', 'write the measurements to this folder as JSON')
  .action(compareWithBaseline);
program.command('draw <folder>').description('draw the ratios of all stored results as an SVG').action(drawRatios);
program
  .command('check')
  .description('fail if a call costs much more than usual, compared with the baseline (takes less than a minute)')
  .action(async () => (await import('./check-ratios.ts')).checkRatios());
program
  .command('profile')
  .description('show in which parts of the code a call and its baseline spend their CPU time (Linux only)')
  .option('--children <number>', 'number of children in the database', Number, 100_000)
  .option('--seconds <number>', 'seconds of load on each server; a child can send each write only once', Number, 2)
  .option('--only <calls>', 'the calls to profile', (list) => list.split(','), [
    'me',
    'todos',
    'worlds',
    'task',
    'complete',
  ])
  .option('--functions <number>', 'how many functions of the service to list for each call', Number, 0)
  .action(async (options) => (await import('./profile-calls.ts')).profileCalls(options));
program
  .command('sizes')
  .description('compare the same requests and pages with a thousand, a hundred thousand and a million children')
  .option(
    '--children <numbers>',
    'the numbers of children',
    (list) => list.split(',').map(Number),
    [1000, 100_000, 1_000_000],
  )
  .option('--requests <number>', 'how often each request is sent', Number, 300)
  .option('--postgres', 'use PostgreSQL instead of SQLite')
  .option('--results <folder>', 'write the medians to this folder as JSON')
  .action(async (options) => (await import('./sizes/compare-sizes.ts')).compareSizes(options));
program
  .command('panel')
  .description('measure each page and list of the panel for a family with three years of history')
  .action(async () => (await import('./measure-panel.ts')).measurePanel());
program
  .command('play')
  .description("measure the child's app in a slowed-down browser and compare the results with the budgets")
  .action(async () => (await import('./measure-play.ts')).measurePlay());
program
  .command('spike')
  .description('multiply the rate of requests for a minute, and show how the service rejects requests and recovers')
  .option('--call <name>', 'the call to send', 'complete')
  .option('--rate <number>', 'requests per second before and after', Number, 100)
  .option('--factor <number>', 'by how much the rate is multiplied during the spike', Number, 10)
  .option('--postgres', 'use PostgreSQL instead of SQLite')
  .action(async (options) => (await import('./measure-spike.ts')).measureSpike(options));
program
  .command('workers')
  .description(
    'measure one and two worker processes on PostgreSQL, kill one under load, and look for lost writes (Linux only)',
  )
  .option(
    '--children <number>',
    'number of children in the database; a child can send each write only once',
    Number,
    100_000,
  )
  .option('--seconds <number>', 'seconds per round', Number, 3)
  .option('--rounds <number>', 'number of rounds; the table shows the median', Number, 3)
  .option(
    '--only <calls>',
    'the calls to measure',
    (list) => list.split(','),
    CALLS.map(({ name }) => name),
  )
  .option('--results <folder>', 'write the measurements to this folder as JSON')
  .action(async (options) => (await import('./measure-workers.ts')).measureWorkers(options));
program
  .command('upgrade')
  .description(
    'replace processes of an older commit with the current code under load, on one PostgreSQL server, and fail if a response is an error',
  )
  .option('--from <commit>', 'the older commit; by default the one before the newest migration')
  .option('--results <folder>', 'write the counts to this folder as JSON')
  .action(async (options) => (await import('./measure-upgrade.ts')).measureUpgrade(options));
program
  .command('storage')
  .description('measure how many bytes a child adds to the database in a year, on SQLite and PostgreSQL')
  .option('--results <folder>', 'write the measurements to this folder as JSON')
  .action(async (options) => (await import('./measure-storage.ts')).measureStorage(options));
program
  .command('days')
  .description('simulate children of each age who play twenty minutes a day, and fail if a day had nothing new or due')
  .option(
    '--children <number>',
    'number of children of each age and kind (how fast they forget and how able they are)',
    Number,
    1,
  )
  .option('--days <number>', 'number of days that they play', Number, 120)
  .action(async (options) => (await import('./print-simulated-days.ts')).printSimulatedDays(options));
await program.parseAsync();
