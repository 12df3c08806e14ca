import { Command } from 'commander';
import { CALLS } from './load/calls.ts';
import { checkRatios, printComparison } from './print-comparison.ts';

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
  .option('--postgres', 'use PostgreSQL, with two processes of the service and of the baseline')
  .action(printComparison);
program
  .command('check')
  .description('fail if a call costs much more than usual, compared with the baseline (takes less than a minute)')
  .action(checkRatios);
program
  .command('learning <table>')
  .description('simulate children: days, forgetting, abilities, placement or misconceptions (docs/learning.md)')
  .option('--children <number>', 'number of children of each kind', Number, 10)
  .option('--days <number>', 'number of days that they play', Number, 180)
  .action(async (table, options) => {
    const { LEARNING_TABLES } = await import('./print-learning.ts');
    const print = LEARNING_TABLES[table as keyof typeof LEARNING_TABLES];
    if (!print) return program.error(`The tables are ${Object.keys(LEARNING_TABLES).join(', ')}.`);
    return print(options);
  });
await program.parseAsync();
