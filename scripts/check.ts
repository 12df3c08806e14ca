import { spawnSync } from 'node:child_process';

// npm run check: runs the checks that CI runs, and stops at the first one that fails.
const checks: readonly [name: string, command: string][] = [
  ['generated files and message catalogs', 'node scripts/generate.ts'],
  ['format and lint', 'biome ci .'],
  ['types', 'tsc --noEmit'],
  ['types of the browser client', 'tsc --noEmit -p clients/typescript'],
  ["types of the child's app", 'tsc --noEmit -p clients/play'],
  ["types of the child's app's service worker", 'tsc --noEmit -p clients/play/worker'],
  ['import rules', 'depcruise src test scripts bench clients --config .dependency-cruiser.cjs'],
  ['dead code', 'knip'],
  ['printed docs', 'node scripts/print-docs.ts --check'],
  ['tests', 'node scripts/test.ts'],
  ['costs', 'node bench/main.ts check'],
];

for (const [name, command] of checks) {
  console.log(`\n— ${name}: ${command}`);
  const { status } = spawnSync(command, { stdio: 'inherit', shell: true });
  if (status !== 0) {
    console.error(`\n✗ ${name}`);
    process.exit(status ?? 1);
  }
}
console.log('\n✓ all checks passed');
