import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { formatApiReference } from '../../../scripts/markdown.ts';
import { surface } from '../../../src/app/surface.ts';
import { skipUnlessInstalled } from '../../support/servers/installed-servers.ts';
import { startService } from '../../support/service/process.ts';

const NEEDS_CURL = { skip: skipUnlessInstalled('curl') };

test('the commands of the API reference succeed in the order of the page', NEEDS_CURL, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'family-commands-'));
  const service = await startService({
    DATA_DIR: join(folder, 'demo'),
    RATE_LIMITS: 'off',
    OPERATOR_CONTACT: 'help@family.example',
  });
  try {
    const page = formatApiReference(surface).replaceAll('{base_url}', service.url);
    const [setup = '', ...allCommands] = [...page.matchAll(/```sh\n(.*?)\n```/gs)].map(([, text = '']) => text);
    // Tablet codes and rewards come from the panel, and only a question that was missed twice has a twin.
    const commands = allCommands.filter(
      (command) => !/\/app\/auth\/tablet|\/app\/rewards\/.*\/redeem|\/twin/.test(command),
    );
    assert.ok(commands.length > 50, `${commands.length} commands`);
    writeFileSync(join(folder, 'commands.sh'), [SLEEP_UNTIL_EMAILS, setup, CURL_WRAPPER, ...commands].join('\n'));
    const { stdout } = await promisify(execFile)('bash', ['commands.sh'], { cwd: folder, maxBuffer: 10_000_000 });
    assert.deepEqual(stdout.match(/^{"error.*|^FAILED.*/gm) ?? [], []);
    assert.equal(stdout.match(/^{"data"/gm)?.length, commands.length);
  } finally {
    service.process.kill();
    await service.exited;
    rmSync(folder, { recursive: true, force: true });
  }
});

/**
 * Replaces `sleep`. The service sends emails in the background, so this function waits until all requested codes have arrived.
 * The first code is requested by the setup, before `curl` is replaced by a function that counts the others.
 */
const SLEEP_UNTIL_EMAILS = `
requested=1
sleep() {
  while [ "$(grep -lsE '^[0-9]{6}.?$' demo/mail/* | wc -l)" -lt $requested ]; do command sleep 0.1; done
}`;

/** Replaces `curl` with a function that prints the response, reports a failure and continues, and counts the requested codes. */
const CURL_WRAPPER = `
curl() {
  command curl -sS --fail-with-body "$@" || { echo; echo "FAILED $*"; }
  echo
  case "$*" in *register/parent*|*login/parent*|*send-email-code*) requested=$((requested + 1));; esac
}`;
