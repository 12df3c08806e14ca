import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import ts from 'typescript';
import type { Tables } from './tables.ts';

/**
 * The folder that owns each table: only files in that folder and the files listed in JOINS use the table. The owner `platform` means
 * only the files directly in that folder, because its subfolders own tables themselves.
 */
const OWNERS: Readonly<Record<keyof Tables, string>> = {
  installation: 'app/installation',
  profiles: 'features/accounts',
  guardians: 'features/accounts',
  consents: 'features/accounts',
  deletions: 'features/accounts',
  invitations: 'features/accounts',
  child_settings: 'features/accounts',
  pins: 'features/access',
  wrong_pins: 'features/access',
  first_links: 'features/access',
  address_changes: 'features/access',
  recovery_codes: 'features/access',
  codes: 'features/access',
  counters: 'features/access',
  sessions: 'features/access',
  panel_sessions: 'features/access',
  saved_profiles: 'features/access',
  passkeys: 'features/access',
  notification_settings: 'features/notifications',
  push_subscriptions: 'features/notifications',
  outbox: 'platform/email',
  email_recipients: 'platform/email',
  idempotency_keys: 'platform',
  totals: 'features/progress',
  earned_badges: 'features/progress',
  xp_ledger: 'features/progress',
  progress_days: 'features/progress',
  streak_pauses: 'features/progress',
  planet_members: 'features/planets',
  planet_locks: 'features/planets',
  open_planet_numbers: 'features/planets',
  family_planets: 'features/planets',
  onboardings: 'features/onboarding',
  privacy_readings: 'features/onboarding',
  todo_lists: 'features/todos',
  todos: 'features/todos',
  todo_series: 'features/todos',
  rewards: 'features/todos',
  reward_requests: 'features/todos',
  earned_stars: 'features/todos',
  attempts: 'features/learning',
  task_states: 'features/learning',
  place_states: 'features/learning',
  item_records: 'features/learning',
  memories: 'features/learning',
  item_levels: 'features/learning',
  submissions: 'features/learning',
  submission_files: 'features/learning',
  recordings: 'features/learning',
  weekly_summary_settings: 'features/weekly-summary',
  schema_compatibility: 'platform/database',
  readiness_probes: 'platform/observability',
  security_events: 'platform/observability',
  job_runs: 'platform/observability',
  database_sizes: 'platform/observability',
};

/** Stores that read a table of another feature, because one statement needs the tables of both features. */
const JOINS: Readonly<Record<string, { readonly tables: readonly (keyof Tables)[]; readonly reason: string }>> = {
  'features/access/sessions/sessions-store.ts': {
    tables: ['profiles'],
    reason: 'one statement reads the session of a request and the role and language of its caller',
  },
  'features/access/sessions/devices-store.ts': {
    tables: ['profiles'],
    reason: 'one statement reads and sorts the profiles that are saved on a device',
  },
  'features/notifications/notifications-store.ts': {
    tables: ['guardians'],
    reason: 'one statement notes for all guardians of a child that there is something to tell',
  },
  'features/progress/reports/progress-reports-store.ts': {
    tables: ['saved_profiles'],
    reason: 'one statement reads what Today shows of all children: their progress, and whether a device knows them',
  },
  'features/progress/repair/rebuild-store.ts': {
    tables: ['profiles'],
    reason: 'stored and derived values have to come from one snapshot, including those of profiles without totals',
  },
  'features/learning/learner/learner-store.ts': {
    tables: ['profiles'],
    reason: 'one statement reads what a child has done and whether it reads, on which the locks depend',
  },
  'features/planets/goals/goal-totals-store.ts': {
    tables: ['totals', 'progress_days'],
    reason: 'the database computes the sums of the members of a planet, so their rows are not transferred',
  },
  'features/weekly-summary/weekly-summary-store.ts': {
    tables: ['profiles', 'guardians', 'deletions', 'progress_days'],
    reason: 'two statements find the next page of parents whose email is due',
  },
};

const STATEMENT_METHODS = [
  'selectFrom',
  'insertInto',
  'updateTable',
  'deleteFrom',
  'replaceInto',
  'mergeInto',
  'using',
];
const JOIN_METHODS = [
  'innerJoin',
  'leftJoin',
  'rightJoin',
  'fullJoin',
  'crossJoin',
  'innerJoinLateral',
  'leftJoinLateral',
];
/** The methods of Kysely whose first argument names a table. */
const TABLE_FUNCTIONS = new Set([...STATEMENT_METHODS, ...JOIN_METHODS]);
/** Matches the name of a table in SQL. */
const TABLE_IN_SQL = /\b(?:from|into|update|join|table|exists)\s+"?(\w+)"?/gi;

interface TableUse {
  readonly path: string;
  readonly table: keyof Tables;
}

test('a table is used only in the folder of its owner and by the listed joins', () => {
  const unlistedUses = listTableUses().filter(
    ({ path, table }) => !isInOwnersFolder(path, table) && !isListedJoin(path, table),
  );
  assert.deepEqual(unlistedUses, []);
});

test('every listed join is used', () => {
  const uses = listTableUses();
  const listedJoins = Object.entries(JOINS).flatMap(([path, { tables }]) => tables.map((table) => ({ path, table })));
  const unusedJoins = listedJoins.filter(
    ({ path, table }) => !uses.some((use) => use.path === path && use.table === table),
  );
  assert.deepEqual(unusedJoins, []);
});

test('every table is used by its owner', () => {
  const usedTables = new Set(
    listTableUses().flatMap(({ path, table }) => (isInOwnersFolder(path, table) ? [table] : [])),
  );
  assert.deepEqual(
    Object.keys(OWNERS).filter((table) => !usedTables.has(table as keyof Tables)),
    [],
  );
});

function isInOwnersFolder(path: string, table: keyof Tables): boolean {
  const owner = OWNERS[table];
  return owner === 'platform' ? dirname(path) === owner : path.startsWith(`${owner}/`);
}

function isListedJoin(path: string, table: keyof Tables): boolean {
  return JOINS[path]?.tables.includes(table) ?? false;
}

function listTableUses(): TableUse[] {
  const root = join(import.meta.dirname, '..');
  return globSync('**/*.ts', { cwd: root })
    .filter((path) => !path.endsWith('.test.ts') && !path.startsWith('schema/'))
    .flatMap((path) => listUsedTables(readFileSync(join(root, path), 'utf8')).map((table) => ({ path, table })));
}

/** Lists the tables whose names a file contains in calls of TABLE_FUNCTIONS, in properties with the name `table`, or in SQL. */
function listUsedTables(text: string): (keyof Tables)[] {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && TABLE_FUNCTIONS.has(getCalledName(node)) && node.arguments[0])
      names.push(...listTableNames(node.arguments[0]));
    if (ts.isPropertyAssignment(node) && node.name.getText() === 'table' && ts.isStringLiteral(node.initializer))
      names.push(node.initializer.text);
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText().startsWith('sql'))
      for (const [, name = ''] of node.template.getText().matchAll(TABLE_IN_SQL)) names.push(name);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, true));
  return names.map((name) => name.split(' ')[0] ?? '').filter((name): name is keyof Tables => name in OWNERS);
}

function getCalledName({ expression }: ts.CallExpression): string {
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
}

function listTableNames(argument: ts.Expression): string[] {
  if (ts.isStringLiteral(argument)) return [argument.text];
  return ts.isArrayLiteralExpression(argument) ? argument.elements.flatMap(listTableNames) : [];
}
