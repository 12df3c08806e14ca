import assert from 'node:assert/strict';
import { it } from 'node:test';
import { assertMigrated, migrate } from '../../../src/platform/database/index.ts';
import { migrations, type SchemaMigration } from '../../../src/schema/migrations/index.ts';
import { assertError, testWithApp } from '../../support/test-app.ts';

const [newestMigration = '', ...olderMigrations] = Object.keys(migrations).sort().reverse();
const nextMigration = '9000-adds-a-table';

/** The migrations of a later release. */
function createLaterRelease(oldestCompatible?: string): Record<string, SchemaMigration> {
  const up: SchemaMigration['up'] = ({ schema }) => schema.createTable('later').addColumn('id', 'text').execute();
  return { ...migrations, [nextMigration]: { up, ...(oldestCompatible !== undefined && { oldestCompatible }) } };
}

testWithApp('older processes stay ready after a compatible migration', async ({ ctx, call, advance }) => {
  assert.equal((await call('GET', '/readyz')).status, 200);
  assert.deepEqual(await migrate(ctx.database, createLaterRelease(newestMigration)), [nextMigration]);
  advance(1);
  assert.equal((await call('GET', '/readyz')).status, 200, 'the older process still serves');
  assert.deepEqual(await migrate(ctx.database), [], 'the older process can start again');
  await assert.rejects(
    migrate(ctx.database, { ...migrations, '9001-a-branch': { up: async () => {} } }),
    /not run yet/,
  );
});

testWithApp(
  'older processes become unready after an incompatible migration and refuse to start',
  async ({ ctx, call, advance }) => {
    for (const [release, oldest] of [
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
        [oldest],
      );
      advance(1);
      assertError(await call('GET', '/readyz'), 503, 'INTERNAL_ERROR');
      await assert.rejects(migrate(ctx.database), /newer than this code.*9000-adds-a-table/);
      await assertMigrated(ctx.database, release);
      const { kysely } = ctx.database;
      await kysely.schema.dropTable('later').execute();
      await kysely.deleteFrom('schema_compatibility').where('migration', '=', nextMigration).execute();
      await kysely
        .deleteFrom('kysely_migration' as never)
        .where('name' as never, '=', nextMigration as never)
        .execute();
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

it('every migration declares an existing migration as its oldest compatible one', () => {
  const names = [newestMigration, ...olderMigrations];
  for (const [name, { oldestCompatible = name }] of Object.entries(migrations)) {
    assert.ok(names.includes(oldestCompatible), `${name}: ${oldestCompatible} is not a migration`);
    assert.ok(oldestCompatible <= name, `${name}: ${oldestCompatible} is newer than the migration itself`);
  }
});
