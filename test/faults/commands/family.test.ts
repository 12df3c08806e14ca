import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mock } from 'node:test';
import * as family from '../../../src/app/cli/family.ts';
import { openInstallation } from '../../../src/app/installation/installation.ts';
import { addChildToFoundedPlanet, createFamilyPlanet } from '../../../src/features/planets/index.ts';
import { createSmallPacksFolder, SMALL_PARSE_CACHE_FILE } from '../../support/content/packs.ts';
import { addTestPasskey } from '../../support/family/authenticator.ts';
import { fetchLatestEmail, signInToPanel } from '../../support/family/guardians.ts';
import { unzip } from '../../support/files/unzip.ts';
import { captureOutput, takeExitCode } from '../../support/service/console-output.ts';
import { addParseCache } from '../../support/service/process.ts';
import { assertError, type TestApp, testWithApp } from '../../support/test-app.ts';

const CONTENT_DIR = createSmallPacksFolder();

/** Prepares the data folder, and returns a function that runs a command as the operator Ada. */
async function createRunner(app: TestApp) {
  const { settings, database, log, now } = app.ctx;
  // The commands use the clock of the machine.
  const followClock = () => app.advanceWallClock(Math.ceil((Date.now() - Date.parse(now())) / 1000));
  followClock();
  await openInstallation({ settings, database, log });
  addParseCache(settings.dataDir, SMALL_PARSE_CACHE_FILE);
  const env = { DATA_DIR: settings.dataDir, DATABASE_URL: settings.databaseUrl, CONTENT_DIR };
  // biome-ignore lint/suspicious/noExplicitAny: the tests know the results that they read
  return async (command: (env: NodeJS.ProcessEnv) => Promise<void>): Promise<{ code: number; result: any }> => {
    const errors: string[] = [];
    const stderr = mock.method(console, 'error', (line: string) => void errors.push(line));
    const lines = await captureOutput(() => command(env));
    stderr.mock.restore();
    followClock();
    const code = takeExitCode();
    return { code, result: code === 0 ? JSON.parse(lines.join('\n')) : errors.join('\n') };
  };
}

const OPTIONS = { json: true, as: 'Ada' };

testWithApp('operators find, show, unlock, sign out, link and unlink a family beside the service', async (app) => {
  const run = await createRunner(app);
  const { child, parent } = await app.registerFamily();
  const other = await app.registerParent();
  const found = await run((env) => family.findFamilies(env, parent.email, OPTIONS));
  assert.deepEqual(
    found.result.map(({ role, email }: { role: string; email: string }) => [role, email]),
    [['parent', parent.email]],
  );
  assert.equal((await run((env) => family.findFamilies(env, 'nobody', OPTIONS))).code, 2);
  assert.equal((await run((env) => family.showFamily(env, 'nobody', OPTIONS))).code, 2);

  const linked = await run((env) =>
    family.actOnFamily(env, 'link', { profileId: child.id, text: other.email, ...OPTIONS }),
  );
  assert.deepEqual(linked.result.guardians, [parent.email, other.email]);
  assert.equal(await app.countRows('consents'), 2);
  const missing = await run((env) =>
    family.actOnFamily(env, 'link', { profileId: child.id, text: 'nobody@example.org', ...OPTIONS }),
  );
  assert.deepEqual(missing, { code: 2, result: 'nobody@example.org has no account: the parent has to sign in once.' });
  assert.equal(
    (await run((env) => family.actOnFamily(env, 'link', { profileId: parent.email, text: other.email, ...OPTIONS })))
      .code,
    3,
  );
  const unlinked = await run((env) =>
    family.actOnFamily(env, 'unlink', { profileId: child.id, text: parent.email, ...OPTIONS }),
  );
  assert.deepEqual(unlinked.result.guardians, [other.email]);
  assert.equal(
    (await run((env) => family.actOnFamily(env, 'unlink', { profileId: child.id, text: parent.email, ...OPTIONS })))
      .code,
    2,
  );
  assert.match((await app.fetchEmailsTo(parent.email)).at(-1)?.subject ?? '', /guardian has been removed/);

  for (let i = 0; i < 6; i += 1) await app.loginChild(child.id, '9999');
  assertError(await app.loginChild(child.id), 429, 'RATE_LIMITED');
  assert.deepEqual(
    (await run((env) => family.actOnFamily(env, 'unlock', { profileId: child.id, ...OPTIONS }))).result,
    { id: child.id, unlocked: true },
  );
  assert.equal(await app.countRows('wrong_pins'), 0);
  const { token } = (await app.loginChild(child.id)).body.data;
  await run((env) => family.actOnFamily(env, 'sign-out', { profileId: child.id, ...OPTIONS }));
  assertError(await app.call('GET', '/app/users/me', { token }), 401, 'UNAUTHORIZED');
  await addTestPasskey(app, await signInToPanel(app, other.token));
  const signOut = await run((env) => family.actOnFamily(env, 'sign-out', { profileId: other.email, ...OPTIONS }));
  assert.deepEqual([signOut.result.passkeys, signOut.result.recovery_codes], [1, 0], 'what can still sign in');
  assertError(await app.call('GET', '/app/users/me', { token: other.token }), 401, 'UNAUTHORIZED');

  await app.ctx.flushSecurityLog();
  const { result } = await run((env) => family.showFamily(env, child.id, OPTIONS));
  assert.deepEqual([result.guardians.length, result.children, result.open_app_sessions], [1, [], 0]);
  assert.ok(result.events.some(({ kind }: { kind: string }) => kind === 'wrong PINs in 15 minutes'));
  const acts = result.events.filter(({ operator }: { operator: string }) => operator === 'Ada');
  assert.deepEqual(acts.map(({ kind }: { kind: string }) => kind).sort(), [
    'family link',
    'family link',
    'family link failed',
    'family sign-out',
    'family unlink',
    'family unlink',
    'family unlink failed',
    'family unlock',
  ]);
});

testWithApp('operators export and erase a family, and change the address of a parent', async (app) => {
  const run = await createRunner(app);
  const { child, parent } = await app.registerFamily();
  const output = join(app.ctx.settings.dataDir, 'export.zip');
  await run((env) => family.exportFamily(env, child.id, { ...OPTIONS, output }));
  assert.ok((await unzip(readFileSync(output)))['everything.json']?.includes(child.id));

  await addTestPasskey(app, await signInToPanel(app, parent.token));
  const changed = await app.assertRowChanges({ codes: -3, passkeys: -1, saved_profiles: -1, outbox: 2 }, () =>
    run((env) =>
      family.actOnFamily(env, 'change-email', { profileId: parent.email, text: 'new@example.org', ...OPTIONS }),
    ),
  );
  assert.equal(changed.result.email, 'new@example.org');
  assertError(await app.call('GET', '/app/users/me', { token: parent.token }), 401, 'UNAUTHORIZED');
  for (const email of [parent.email, 'new@example.org'])
    assert.ok(await fetchLatestEmail(app, email, /email address has been changed/));
  assert.equal((await app.registerParent('new@example.org')).isNew, false);
  assert.equal(
    (
      await run((env) =>
        family.actOnFamily(env, 'change-email', { profileId: 'new@example.org', text: 'NEW@example.org', ...OPTIONS }),
      )
    ).code,
    3,
  );
  assert.equal(
    (
      await run((env) =>
        family.actOnFamily(env, 'change-email', { profileId: 'new@example.org', text: 'no address', ...OPTIONS }),
      )
    ).code,
    3,
  );
  const events = await app.ctx.db
    .selectFrom('security_events')
    .select('kind')
    .where('event', '=', 'operator')
    .execute();
  assert.equal(events.filter(({ kind }) => kind === 'parent change-email failed').length, 2);

  const shown = await run((env) => family.eraseFamily(env, child.id, OPTIONS));
  assert.match(shown.result.result, /not erased/);
  assert.equal(await app.countRows('profiles'), 2);
  const erased = await run((env) => family.eraseFamily(env, child.id, { ...OPTIONS, yes: true }));
  assert.deepEqual(erased.result, { id: child.id, erased: true, deletion_due_at: null });
  await run((env) => family.eraseFamily(env, 'new@example.org', { ...OPTIONS, yes: true }));
  assert.equal(await app.countRows('profiles'), 0);
  const notices = (await app.fetchEmailsTo('new@example.org')).filter(({ subject }) =>
    /operator deletes/.test(subject ?? ''),
  );
  assert.match(notices[0]?.text ?? '', /’s profile for good/);
  assert.match(notices[1]?.text ?? '', /your account for good/);
});

testWithApp('operators end a reported planet and reset a reported name', async (app) => {
  const run = await createRunner(app);
  const { child, parent } = await app.registerFamily();
  const caller = await signInToPanel(app, parent.token);
  const { id } = await createFamilyPlanet(app.ctx, caller.profileId, { name: 'A rude planet' });
  await addChildToFoundedPlanet(app.ctx, caller.profileId, child.id, id);
  await app.call('PATCH', '/app/users/me', { token: child.token, body: { display_name: 'Rude' } });
  const reset = await run((env) => family.actOnFamily(env, 'reset-name', { profileId: child.id, ...OPTIONS }));
  const { pseudonym } = await app.ctx.db
    .selectFrom('profiles')
    .select('pseudonym')
    .where('id', '=', child.id)
    .executeTakeFirstOrThrow();
  assert.deepEqual(reset.result, { id: child.id, display_name: pseudonym });
  assert.equal((await run((env) => family.endReportedPlanet(env, id, OPTIONS))).code, 0);
  assert.deepEqual((await app.call('GET', '/app/planets/mine', { token: child.token })).body.data, []);
  assert.equal((await run((env) => family.endReportedPlanet(env, id, OPTIONS))).code, 2, 'it has ended already');
});
