import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { FloodData, FloodReport } from '../../support/servers/flood.ts';
import { findFreePort } from '../../support/servers/free-port.ts';
import { startMailbox } from '../../support/servers/mailbox.ts';
import { NEEDS_NGINX, startNginx } from '../../support/servers/nginx.ts';
import { postJson, startService } from '../../support/service/process.ts';
import { waitFor } from '../../support/service/wait-for.ts';
import { NEW_CHILD } from '../../support/test-app.ts';

const READ_COUNT = 200;
const MAX_P99_MS = 500;
/** The rate limits allow 100 reads of each child in a minute. */
const CHILD_COUNT = 3;
const [FLOODING_ADDRESS, READING_ADDRESS] = ['127.0.0.2', '127.0.0.3'];

test('one address that floods the service hardly delays the reads of another address', NEEDS_NGINX, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'family-flood-'));
  const mailbox = await startMailbox();
  const port = await findFreePort();
  const nginx = await startNginx([port, port]);
  const service = await startService({
    PORT: String(port),
    BASE_URL: nginx.url,
    TRUST_PROXY: 'loopback',
    DATA_DIR: folder,
    SMTP_URL: mailbox.url,
  });
  let flood: Worker | undefined;
  try {
    const tokens: string[] = [];
    for (let i = 0; i < CHILD_COUNT; i += 1)
      tokens.push((await postJson(`${nginx.url}/app/auth/register/child`, NEW_CHILD)).body.data.token ?? '');
    const nginxPort = Number(new URL(nginx.url).port);
    const workerData: FloodData = {
      port: nginxPort,
      localAddress: FLOODING_ADDRESS,
      pagePath: '/panel',
      cookie: await signInToPanel(nginx.url, mailbox.emails),
    };
    const floodedAt = performance.now();
    flood = new Worker(new URL('../../support/servers/flood.ts', import.meta.url), { workerData });
    const floodThread = flood;
    const readReport = async () => {
      floodThread.postMessage('report');
      return (await once(floodThread, 'message'))[0] as FloodReport;
    };
    await waitFor(async () => {
      const report = await readReport();
      return report.openConnectionCount > 900 && report.slowBodyCount > 250 && report.chunkedBodyCount > 20;
    });

    const agent = new Agent({ keepAlive: true });
    const durations: number[] = [];
    for (let i = 0; i < READ_COUNT; i += 1) {
      const startedAt = performance.now();
      assert.equal(await readMe(nginxPort, agent, tokens[i % CHILD_COUNT] ?? ''), 200, nginx.readErrors());
      durations.push(performance.now() - startedAt);
      await sleep(20);
    }
    agent.destroy();
    const p99 = durations.sort((a, b) => a - b)[Math.floor(READ_COUNT * 0.99)] ?? Infinity;
    const report = await readReport();
    console.log(`flood: p50 ${durations[100]?.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${JSON.stringify(report)}`);
    assert.ok(p99 < MAX_P99_MS, `99 % of the reads take at most ${Math.round(p99)} ms`);
    const pageCount = report.pageCountByStatus[200] ?? 0;
    assert.ok(pageCount > 50, 'the flood has loaded pages');
    const allowedPageCount = 100 + (20 * (performance.now() - floodedAt)) / 1000;
    assert.ok(pageCount <= allowedPageCount, `nginx lets 20 pages a second through, after 100 at once: ${pageCount}`);
  } finally {
    await flood?.terminate();
    service.process.kill('SIGKILL');
    await service.exited;
    await nginx.stop();
    await mailbox.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Registers a parent. Returns the cookies of a session of the panel. */
async function signInToPanel(url: string, emails: readonly { readonly text?: string | undefined }[]): Promise<string> {
  const email = 'parent@example.org';
  await postJson(`${url}/app/auth/register/parent`, { email });
  const code = await waitFor(async () => /^\d{6}$/m.exec(emails.at(-1)?.text ?? '')?.[0]);
  const { body: parent } = await postJson(`${url}/app/auth/verify-email`, { email, code });
  const authorization = { authorization: `Bearer ${parent.data.token}` };
  const { body: manager } = await postJson(`${url}/app/auth/manager-code`, {}, authorization);
  const response = await fetch(`${url}/api/auth/verify-code`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: manager.data.code }),
  });
  assert.equal(response.status, 200);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

function readMe(port: number, agent: Agent, token: string): Promise<number | undefined> {
  const headers = { authorization: `Bearer ${token}` };
  const options = { port, host: '127.0.0.1', localAddress: READING_ADDRESS, path: '/app/users/me', agent, headers };
  return new Promise((resolve, reject) => {
    get(options, (response) => {
      response.resume().once('close', () => resolve(response.statusCode));
    }).once('error', reject);
  });
}
