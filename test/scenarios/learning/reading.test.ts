import assert from 'node:assert/strict';
import { assertRedirect, createFormBrowser } from '../../support/browser/form-browser.ts';
import { createLearningClient } from '../../support/learning/learning-client.ts';
import { NEW_CHILD, type TestApp, testWithApp } from '../../support/test-app.ts';

/** What a child and its device have not said yet. */
const UNSET = { read_aloud: null, uses_pictures: null, has_voice: null };

testWithApp('a child of five is asked once whether it reads, and a guardian can set it', async (app) => {
  const child = await registerChildBornIn(app, 2021);
  const readReading = async () => (await app.call('GET', '/app/reading', { token: child.token })).body.data;
  const answer = async (reads: unknown) => app.call('POST', '/app/reading', { token: child.token, body: { reads } });
  assert.deepEqual(await readReading(), { reads: false, ask: true, ...UNSET });
  assert.equal((await answer('perhaps')).status, 400);
  const answers = await Promise.all(Array.from({ length: 50 }, () => answer(false)));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  assert.deepEqual(
    (await answer(true)).body.data,
    { reads: false, ask: false, ...UNSET },
    'only the first answer counts',
  );
  for (const read_aloud of [false, true]) {
    await app.call('POST', '/app/reading', { token: child.token, body: { read_aloud } });
    assert.deepEqual(await readReading(), { reads: false, ask: false, ...UNSET, read_aloud });
  }

  const parent = await app.registerParent();
  await app.linkChild(parent.token, child.token);
  const browser = createFormBrowser(app, await app.openPanelSession(parent.token));
  const path = `/panel/children/${child.id}/settings`;
  const submit = (fields: Record<string, string>) =>
    browser.submit(path, { display_name: 'Mia', language: 'en', ...fields });
  const readStored = async () =>
    (await app.ctx.db.selectFrom('profiles').select('reads').where('id', '=', child.id).executeTakeFirst())?.reads;
  const steps = [
    // the field of the form, what is stored, whether the child then reads
    [{ reads: 'no' }, 'not_yet', false],
    [{}, 'not_yet', false],
    [{ reads: 'x' }, 'not_yet', false],
    [{ reads: 'yes' }, 'yes', true],
    [{ reads: 'no' }, 'no', false],
    [{ reads: 'by-age' }, null, false],
  ] as const;
  for (const [fields, stored, reads] of steps) {
    assertRedirect(await submit(fields), `${path}?done=saved`);
    assert.deepEqual([await readStored(), (await readReading()).reads], [stored, reads], JSON.stringify(fields));
  }
  await submit({ reads: 'no' });
  assert.match((await browser.open(path)).text, /<option value="no" selected>/);
});

testWithApp('a tablet is told how a child enters its PIN, and a guardian that a device has no voice', async (app) => {
  const child = await registerChildBornIn(app, 2021);
  const parent = await app.registerParent();
  await app.linkChild(parent.token, child.token);
  const browser = createFormBrowser(app, await app.openPanelSession(parent.token));
  const say = (body: Record<string, boolean>) => app.call('POST', '/app/reading', { token: child.token, body });
  const isPanelTelling = async () =>
    (await browser.open(`/panel/children/${child.id}`)).text.includes('device has no voice for English');
  const newPinPage = async () => (await browser.open(`/panel/children/${child.id}/pin`)).text;
  assert.equal(await isPanelTelling(), false);
  for (const has_voice of [false, true]) {
    assert.equal((await say({ has_voice })).body.data.has_voice, has_voice);
    assert.equal(await isPanelTelling(), !has_voice);
  }
  await say({ has_voice: false, reads: true });
  assert.equal(await isPanelTelling(), false, 'a child who reads needs no voice');
  for (const uses_pictures of [false, true]) {
    assert.equal((await say({ uses_pictures })).body.data.uses_pictures, uses_pictures);
    assert.equal((await newPinPage()).includes('pin-pictures'), uses_pictures);
  }
});

testWithApp('a quiz that needs reading does not lock the next location for a child who does not read', async (app) => {
  const complete = async (birthYear: number) => {
    const child = createLearningClient(app, await registerChildBornIn(app, birthYear));
    const { unlocked, next_task_id } = await child.startAndComplete('bundles-of-ten'); // a lesson, before the quiz `first-sums`
    return [unlocked.location_ids, next_task_id];
  };
  assert.deepEqual(await complete(2019), [[], 'first-sums']);
  assert.deepEqual(await complete(2021), [['little-market'], 'my-pattern']);
});

async function registerChildBornIn(app: TestApp, birth_year: number): Promise<{ id: string; token: string }> {
  const response = await app.call('POST', '/app/auth/register/child', { body: { ...NEW_CHILD, birth_year } });
  assert.equal(response.status, 201, response.text);
  return response.body.data;
}
