import assert from 'node:assert/strict';
import { it } from 'node:test';
import pg from 'pg';
import { assertRefusal, openWorld } from '../support/world.ts';

it('PostgreSQL gone: 503 in the usual shape, and recovery without a restart', async () => {
  const world = await openWorld('postgres');
  const owner = new pg.Client({ connectionString: process.env.TEST_POSTGRES_URL });
  await owner.connect();
  try {
    const child = await world.registerChild();
    const name = new URL(world.ctx.settings.databaseUrl).pathname.slice(1);
    await owner.query(`alter database ${name} with allow_connections false`);
    await owner.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);

    for (const [method, path, token] of [
      ['GET', '/app/users/me', child.token],
      ['GET', '/readyz', undefined],
      ['POST', '/app/auth/register/child', undefined],
    ] as const) {
      const body = method === 'POST' ? { birth_year: 2017, language: 'en', avatar_id: 'fox', pin: '1234' } : undefined;
      const answer = await world.call(method, path, { token, body });
      assertRefusal(answer, 503, 'INTERNAL_ERROR');
      assert.equal(answer.headers.get('retry-after'), '2');
    }
    assert.equal((await world.call('GET', '/healthz')).status, 200, 'the process itself is alive');

    await owner.query(`alter database ${name} with allow_connections true`);
    assert.equal((await world.call('GET', '/app/users/me', { token: child.token })).status, 200);
    assert.equal((await world.call('GET', '/readyz')).status, 200);
    assert.equal(await world.count('profiles'), 1, 'nothing half done');
  } finally {
    await owner.end();
    await world.close();
  }
});

it('a full disk under SQLite: 503 for what must write, reads go on, and recovery when there is room', async () => {
  const world = await openWorld('sqlite');
  try {
    const child = await world.registerChild();
    const { sql } = await import('kysely');
    await sql`pragma max_page_count = 1`.execute(world.ctx.database.owner); // SQLite answers as on a full disk
    let full = await world.call('POST', '/app/auth/register/child', { body: CHILD });
    for (let tries = 0; tries < 200 && full.status === 201; tries += 1) {
      full = await world.call('POST', '/app/auth/register/child', { body: CHILD });
    }
    assertRefusal(full, 503, 'INTERNAL_ERROR');
    assert.equal((await world.call('GET', '/app/users/me', { token: child.token })).status, 200);
    await sql`pragma max_page_count = 1000000`.execute(world.ctx.database.owner);
    assert.equal((await world.call('POST', '/app/auth/register/child', { body: CHILD })).status, 201);
    assert.equal(await world.count('profiles'), await world.count('pins'), 'nothing half done');
  } finally {
    await world.close();
  }
});

it('a schema that is not up to date is alive but not ready', async () => {
  const world = await openWorld('sqlite');
  try {
    const { sql } = await import('kysely');
    await sql`delete from kysely_migration`.execute(world.ctx.database.owner);
    assert.equal((await world.call('GET', '/healthz')).status, 200);
    assertRefusal(await world.call('GET', '/readyz'), 503, 'INTERNAL_ERROR');
  } finally {
    await world.close();
  }
});

const CHILD = { birth_year: 2017, language: 'en', avatar_id: 'fox', pin: '1234' };
