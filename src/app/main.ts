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

try {
  await program.parseAsync();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
