import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { postJson, startService } from '../../support/service/process.ts';
import { NEW_CHILD } from '../../support/test-app.ts';

/** Stopping takes less time than this, even when connections are open. */
const MAX_STOP_MS = 9000;
/** The level of fatal log lines. */
const FATAL_LEVEL = 60;

describe('shutdown of the service', () => {
  const folders: string[] = [];
  const createFolder = () => {
    const folder = mkdtempSync(join(tmpdir(), 'family-ending-'));
    folders.push(folder);
    return folder;
  };
  after(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  it('on SIGTERM, responds to all requests already sent, and closes idle connections', async () => {
    const service = await startService({ DATA_DIR: createFolder(), RATE_LIMITS: 'off' });
    const port = Number(new URL(service.url).port);
    const { token = '' } = (await postJson(`${service.url}/app/auth/register/child`, NEW_CHILD)).body.data;
    const agent = new Agent({ keepAlive: true, maxSockets: 32 });
    const sendOnReusedConnections = () => Array.from({ length: 32 }, () => requestProfile(port, token, agent));
    await Promise.all(sendOnReusedConnections());
    const silentSocket = connect(port, '127.0.0.1');
    await once(silentSocket, 'connect');
    const idleAgent = new Agent({ keepAlive: true });
    await requestProfile(port, token, idleAgent);

    service.process.kill('SIGSTOP'); // requests now wait in the sockets, as under load
    const newConnections = Array.from({ length: 32 }, () => requestProfile(port, token));
    const requests = [...sendOnReusedConnections(), ...newConnections];
    await sleep(200); // until the requests have arrived
    const terminatedAt = performance.now();
    service.process.kill('SIGTERM');
    service.process.kill('SIGCONT');
    for (const status of await Promise.all(requests)) assert.equal(status, 200);
    assert.equal(await service.exited, 0);
    assert.ok(performance.now() - terminatedAt < MAX_STOP_MS, 'the service does not wait for idle connections');
    assert.match(service.getOutput(), /"msg":"stopped"/);
    assert.doesNotMatch(service.getOutput(), /abandoned/);
    silentSocket.destroy();
    idleAgent.destroy();
    agent.destroy();
  });
  for (const [kind, failStatement] of [
    ['an uncaught exception', 'throw new Error("unexpected")'],
    ['an unhandled rejection', 'Promise.reject(new Error("unexpected"))'],
  ]) {
    it(`exits with code 1 after one fatal log line for ${kind}`, async () => {
      // This module makes the service fail when it receives SIGUSR2.
      const preloadedModule = `data:text/javascript,process.on('SIGUSR2',()=>{${encodeURIComponent(failStatement ?? '')}})`;
      const command = [process.execPath, '--import', preloadedModule, 'src/app/start.js', 'serve'];
      const service = await startService({ DATA_DIR: createFolder() }, command);
      service.process.kill('SIGUSR2');
      assert.equal(await service.exited, 1);
      const lines = service.getOutput().trim().split('\n');
      const fatalLines = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === FATAL_LEVEL);
      assert.equal(fatalLines.length, 1);
      assert.match(fatalLines[0].err.message, /unexpected/);
    });
  }
});

/** Requests the child's profile on a new connection, or on a connection of the agent. Resolves with the status. */
function requestProfile(port: number, token: string, agent?: Agent) {
  const headers = { authorization: `Bearer ${token}` };
  const options = { port, host: '127.0.0.1', path: '/app/users/me', headers, agent: agent ?? false };
  return new Promise<number | undefined>((resolve, reject) => {
    const request = get(options, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode));
    });
    request.once('error', reject);
  });
}
