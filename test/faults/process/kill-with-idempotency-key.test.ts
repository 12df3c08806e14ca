import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createEmptyDatabase, dropPostgresDatabase } from '../../support/service/databases.ts';
import { postJson, startService } from '../../support/service/process.ts';
import { NEW_CHILD } from '../../support/test-app.ts';

const WRITER_COUNT = 20;
const PLANNED_KILLS = 2;

describe('to-dos created with an Idempotency-Key while the process is killed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'family-keyed-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('exist exactly once after retries [sqlite]', () => assertCreatedOnce({ DATA_DIR: join(folder, 'sqlite') }));

  it('exist exactly once after retries [postgres]', async () => {
    const databaseUrl = await createEmptyDatabase();
    try {
      await assertCreatedOnce({ DATA_DIR: join(folder, 'postgres'), DATABASE_URL: databaseUrl });
    } finally {
      await dropPostgresDatabase(databaseUrl);
    }
  });
});

/**
 * Asserts that each to-do exists exactly once when many writers create to-dos while the process is killed and restarted.
 * A writer repeats a request with the same Idempotency-Key until it gets a response.
 */
async function assertCreatedOnce(env: Record<string, string>): Promise<void> {
  const settings = { ...env, RATE_LIMITS: 'off' };
  let service = await startService(settings);
  const { token = '' } = (await postJson(`${service.url}/app/auth/register/child`, NEW_CHILD)).body.data;
  const bearer = { authorization: `Bearer ${token}` };
  const acknowledgedTitles: string[] = [];
  let killCount = 0;
  let restarted: Promise<void> | undefined;
  const writers = Array.from({ length: WRITER_COUNT }, async (_, writerIndex) => {
    for (let n = 0; killCount < PLANNED_KILLS || n === 0; n += 1) {
      const title = `to-do ${writerIndex}-${n}`;
      for (;;) {
        const headers = { ...bearer, 'idempotency-key': title.replace(' ', '-') };
        const { url, exited } = service;
        const response = await postJson(`${url}/app/todos`, { title }, headers).catch(() => undefined);
        if (response) {
          assert.equal(response.status, 201);
          break;
        }
        await exited;
        await restarted;
      }
      acknowledgedTitles.push(title);
    }
  });
  try {
    while (killCount < PLANNED_KILLS) {
      const targetCount = acknowledgedTitles.length + WRITER_COUNT;
      while (acknowledgedTitles.length < targetCount) await sleep(5);
      service.process.kill('SIGKILL');
      restarted = service.exited.then(async () => {
        service = await startService(settings);
      });
      await restarted;
      killCount += 1;
    }
    await Promise.all(writers);
    const titles = await listTitles(service.url, bearer);
    assert.deepEqual(titles.sort(), acknowledgedTitles.sort());
  } finally {
    service.process.kill('SIGKILL');
    await service.exited;
  }
}

async function listTitles(url: string, headers: Record<string, string>): Promise<string[]> {
  const titles: string[] = [];
  for (let cursor = ''; ; ) {
    const page = await fetch(`${url}/app/todos?limit=100${cursor}`, { headers });
    const { data, next_cursor } = (await page.json()) as { data: { title: string }[]; next_cursor: string | null };
    titles.push(...data.map(({ title }) => title));
    if (next_cursor === null) return titles;
    cursor = `&cursor=${next_cursor}`;
  }
}
