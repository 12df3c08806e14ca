import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Kysely, sql } from 'kysely';
import { assertMigrated, type Database, migrate, openDatabase } from '../../../src/platform/database/index.ts';
import { migrations, type SchemaMigration } from '../../../src/schema/migrations/index.ts';
import type { Tables } from '../../../src/schema/tables.ts';
import { createEmptyDatabase, dropPostgresDatabase } from '../../support/service/databases.ts';
import { assertError, testWithApp } from '../../support/test-app.ts';

const [newestMigration = '', ...olderMigrations] = Object.keys(migrations).sort().reverse();
const nextMigration = '9000-adds-a-table';

/** The migrations of a later release. */
function createLaterRelease(oldestCompatibleMigration?: string): Record<string, SchemaMigration> {
  const up: SchemaMigration['up'] = ({ schema }) => schema.createTable('later').addColumn('id', 'text').execute();
  return {
    ...migrations,
    [nextMigration]: { up, ...(oldestCompatibleMigration !== undefined && { oldestCompatibleMigration }) },
  };
}

testWithApp('older processes stay ready after a compatible migration', async ({ ctx, call, advance }) => {
  assert.equal((await call('GET', '/readyz')).status, 200);
  assert.deepEqual(await migrate(ctx.database, createLaterRelease(newestMigration)), [nextMigration]);
  advance(1);
  assert.equal((await call('GET', '/readyz')).status, 200, 'the older process is still ready');
  assert.deepEqual(await migrate(ctx.database), [], 'the older process can start again');
  // The code of a branch lacks the newest migration of the database, and has another one that has not run.
  await assert.rejects(
    migrate(ctx.database, { ...migrations, '9001-a-branch': { up: async () => {} } }),
    /not run yet/,
  );
});

testWithApp(
  'older processes become unready after an incompatible migration, and refuse starts',
  async ({ ctx, call, advance }) => {
    // The later release declares no compatible migration, or one that the older processes do not have.
    for (const [release, oldestCompatible] of [
      [createLaterRelease(), nextMigration],
      [createLaterRelease(`${newestMigration}-and-one-more`), `${newestMigration}-and-one-more`],
    ] as const) {
      await migrate(ctx.database, release);
      const rows = await ctx.db
        .selectFrom('schema_compatibility')
        .selectAll()
        .where('migration', '=', nextMigration)
        .execute();
      assert.deepEqual(
        rows.map((row) => row.oldest_compatible),
        [oldestCompatible],
      );
      advance(1);
      assertError(await call('GET', '/readyz'), 503, 'INTERNAL_ERROR');
      await assert.rejects(migrate(ctx.database), /newer than this code.*9000-adds-a-table/);
      await assertMigrated(ctx.database, release);
      const { kysely } = ctx.database;
      await kysely.schema.dropTable('later').execute();
      await kysely.deleteFrom('schema_compatibility').where('migration', '=', nextMigration).execute();
      await sql`delete from kysely_migration where name = ${nextMigration}`.execute(kysely);
    }
  },
);

testWithApp('a failed migration is rolled back', async ({ ctx }) => {
  const listTables = async () => (await ctx.database.kysely.introspection.getTables()).map(({ name }) => name);
  const tablesBefore = await listTables();
  const up: SchemaMigration['up'] = async ({ schema }) => {
    await schema.createTable('half').addColumn('id', 'text').execute();
    throw new Error('the process crashed here');
  };
  await assert.rejects(migrate(ctx.database, { ...migrations, [nextMigration]: { up } }), /crashed here/);
  assert.deepEqual(await listTables(), tablesBefore);
  assert.deepEqual(await migrate(ctx.database, createLaterRelease()), [nextMigration]);
});

it('the oldest compatible migration of each migration exists and is not newer than the migration itself', () => {
  const names = [newestMigration, ...olderMigrations];
  for (const [name, { oldestCompatibleMigration = name }] of Object.entries(migrations)) {
    assert.ok(names.includes(oldestCompatibleMigration), `${name}: ${oldestCompatibleMigration} is not a migration`);
    assert.ok(
      oldestCompatibleMigration <= name,
      `${name}: ${oldestCompatibleMigration} is newer than the migration itself`,
    );
  }
});

/** What a schema contains: each column with its type and whether a row can omit it, each table, and each constraint on rows. */
interface SchemaSummary {
  readonly columns: ReadonlyMap<string, { readonly dataType: string; readonly isOptional: boolean }>;
  readonly tables: ReadonlySet<string>;
  readonly constraints: ReadonlySet<string>;
}

async function readSchema(db: Kysely<Tables>): Promise<SchemaSummary> {
  const tables = (await db.introspection.getTables()).filter(({ schema = 'public' }) => schema === 'public');
  const { rows } = await sql<{ table: string; constraint: string }>`
    select conrelid::regclass::text as table, pg_get_constraintdef(oid) as constraint
      from pg_constraint
      where connamespace = 'public'::regnamespace and contype <> 'n' -- not-null constraints are read with the columns
    union all
    select tablename, indexdef from pg_indexes where schemaname = 'public' and indexdef like 'CREATE UNIQUE%'`.execute(
    db,
  );
  return {
    tables: new Set(tables.map(({ name }) => name)),
    columns: new Map(
      tables.flatMap(({ name: table, columns }) =>
        columns.map(({ name, dataType, isNullable, hasDefaultValue, isAutoIncrementing }) => [
          `${table}.${name}`,
          { dataType, isOptional: isNullable || hasDefaultValue || isAutoIncrementing },
        ]),
      ),
    ),
    constraints: new Set(rows.map(({ table, constraint }) => `${table}: ${constraint}`)),
  };
}

/**
 * Lists the changes that break code written for `before`: a column that this code reads is removed or has another type, or
 * rows that this code writes are refused.
 */
function listBreakingChanges(before: SchemaSummary, after: SchemaSummary): string[] {
  const getTableName = (name: string) => name.split(/[.:]/)[0] ?? '';
  const removedColumns = [...before.columns].flatMap(([name, { dataType }]) =>
    after.columns.get(name)?.dataType === dataType ? [] : [`${name}: removed or has another type`],
  );
  const requiredColumns = [...after.columns].flatMap(([name, { isOptional }]) =>
    isOptional || !before.tables.has(getTableName(name)) || before.columns.get(name)?.isOptional === false
      ? []
      : [`${name}: required`],
  );
  // A reference in a new column refuses nothing, because this code leaves the column null.
  const isOfNewColumn = (constraint: string) => {
    const [, table, column] =
      /^(\w+): FOREIGN KEY \((\w+)\) REFERENCES .* ON DELETE (?:SET NULL|CASCADE)$/.exec(constraint) ?? [];
    return column !== undefined && !before.columns.has(`${table}.${column}`);
  };
  const newConstraints = [...after.constraints].filter(
    (constraint) =>
      before.tables.has(getTableName(constraint)) && !before.constraints.has(constraint) && !isOfNewColumn(constraint),
  );
  return [...removedColumns, ...requiredColumns, ...newConstraints];
}

async function withEmptyDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const url = await createEmptyDatabase();
  const database = await openDatabase(url);
  try {
    return await work(database);
  } finally {
    await database.close();
    await dropPostgresDatabase(url);
  }
}

it('a migration that declares older code compatible does not break that code', () =>
  withEmptyDatabase(async (database) => {
    const appliedMigrations: Record<string, SchemaMigration> = {};
    for (const [name, migration] of Object.entries(migrations)) {
      const before = await readSchema(database.kysely);
      appliedMigrations[name] = migration;
      await migrate(database, appliedMigrations);
      if ((migration.oldestCompatibleMigration ?? name) !== name)
        assert.deepEqual(listBreakingChanges(before, await readSchema(database.kysely)), [], name);
    }
  }));

it('a schema change that breaks older code is detected, and a compatible one is accepted', () =>
  withEmptyDatabase(async (database) => {
    await migrate(database);
    const before = await readSchema(database.kysely);
    const findBreakingChange = async (up: SchemaMigration['up']) => {
      const transaction = await database.kysely.startTransaction().execute();
      await up(transaction);
      const [change] = listBreakingChanges(before, await readSchema(transaction));
      await transaction.rollback().execute();
      return change;
    };
    const changes: readonly [up: SchemaMigration['up'], expected: string | undefined][] = [
      [
        ({ schema }) => schema.alterTable('todos').dropColumn('notes').execute(),
        'todos.notes: removed or has another type',
      ],
      [
        ({ schema }) => schema.alterTable('todos').renameColumn('notes', 'text').execute(),
        'todos.notes: removed or has another type',
      ],
      [
        ({ schema }) => schema.dropTable('streak_pauses').execute(),
        'streak_pauses.profile_id: removed or has another type',
      ],
      [
        ({ schema }) =>
          schema
            .alterTable('todos')
            .alterColumn('position', (c) => c.setDataType('bigint'))
            .execute(),
        'todos.position: removed or has another type',
      ],
      [
        ({ schema }) =>
          schema
            .alterTable('todos')
            .addColumn('color', 'text', (c) => c.notNull())
            .execute(),
        'todos.color: required',
      ],
      [
        ({ schema }) =>
          schema
            .alterTable('profiles')
            .alterColumn('pseudonym', (c) => c.setNotNull())
            .execute(),
        'profiles.pseudonym: required',
      ],
      [
        ({ schema }) => schema.alterTable('todos').addCheckConstraint('short', sql`length(title) < 10`).execute(),
        'todos: CHECK ((length(title) < 10))',
      ],
      [
        ({ schema }) => schema.createIndex('one_title').on('todos').column('title').unique().execute(),
        'todos: CREATE UNIQUE INDEX one_title ON public.todos USING btree (title)',
      ],
      [({ schema }) => schema.alterTable('todos').addColumn('color', 'text').execute(), undefined],
      [
        ({ schema }) =>
          schema
            .createTable('later')
            .addColumn('id', 'text', (c) => c.notNull())
            .execute(),
        undefined,
      ],
    ];
    for (const [up, expected] of changes) assert.equal(await findBreakingChange(up), expected);
  }));
