import { Command } from 'commander';

const program = new Command('family-learning-service');
program
  .command('serve', { isDefault: true })
  .description('serve the app, the panel and the API')
  .action(async () => (await import('./serve.ts')).serve(process.env));
program
  .command('migrate')
  .description('bring the database up to date and stop')
  .action(async () => (await import('./serve.ts')).migrateOnly(process.env));

const admin = program.command('admin').description('look after the data');
admin
  .command('rebuild-totals')
  .description("work every child's totals out anew from the ledger, and mend what differs")
  .option('--check', 'only report; exit code 1 when something differs')
  .action(async ({ check = false }) => (await import('./admin.ts')).rebuildTotals(process.env, check));

try {
  await program.parseAsync();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
