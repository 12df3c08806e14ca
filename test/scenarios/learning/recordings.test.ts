import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { it, test } from 'node:test';
import { localize } from '../../../src/content/index.ts';
import { QUOTAS } from '../../../src/core/quotas.ts';
import { DAY, HOUR } from '../../../src/core/time/instant.ts';
import { eraseDueProfiles, exportAccount, planAccountDeletion } from '../../../src/features/data-rights/index.ts';
import { cleanUpLearning, getPhraseKey, listPhraseGroups } from '../../../src/features/learning/index.ts';
import { createFormBrowser } from '../../support/browser/form-browser.ts';
import { CLIENT_WITHOUT_DEVICE } from '../../support/client.ts';
import { loadAllPacks } from '../../support/content/packs.ts';
import {
  addGuardian,
  leaveAtOnce,
  type PanelFamily,
  registerFamilyWithPanelSession,
} from '../../support/family/guardians.ts';
import { createM4a, createMp3, createPicture, createWebm } from '../../support/files/media.ts';
import { unzip } from '../../support/files/unzip.ts';
import { createFilePart, fetchFile, listStoredFiles, submitPicture } from '../../support/learning/submissions.ts';
import { describeWithApp, type TestApp, testWithApp } from '../../support/test-app.ts';

const PATH = '/panel/recordings/guide';
const PHRASE = 'Tap the big picture, and we’ll play.';
const FIELDS = { language: 'en', phrase: getPhraseKey(PHRASE) };

/** Sends a recording as the form of the panel does. */
function record(
  app: TestApp,
  { caller }: Pick<PanelFamily, 'caller'>,
  { sound = createMp3(), path = PATH, ...fields }: Partial<typeof FIELDS> & { sound?: Buffer; path?: string } = {},
) {
  const part = createFilePart(sound, 'voice.mp3', 'audio/mpeg');
  return createFormBrowser(app, caller.cookie).submitParts(path, { ...FIELDS, ...fields }, [part]);
}

async function listHeard(app: TestApp, { token }: { token: string }): Promise<{ text: string; url: string }[]> {
  const { status, body } = await app.call('GET', '/app/recordings', { token });
  assert.equal(status, 200);
  return body.data;
}

async function fetchStatus(app: TestApp, url: string, headers: Record<string, string>): Promise<number> {
  return (await fetchFile(app, url, headers)).status;
}

const toBearer = ({ token }: { token: string }): Record<string, string> => ({ authorization: `Bearer ${token}` });

describeWithApp('A recording of a guardian', (app) => {
  it('is heard by the child, and refused with 404 to everybody else', async () => {
    const [family, otherFamily] = [
      await registerFamilyWithPanelSession(app),
      await registerFamilyWithPanelSession(app),
    ];
    const { caller: otherGuardian } = await addGuardian(app, family);
    assert.equal(
      (await record(app, family)).headers.get('location'),
      `${PATH}?language=en&done=saved#phrase-${FIELDS.phrase}`,
    );
    const [heard, ...others] = await listHeard(app, family.child);
    assert.deepEqual([heard?.text, others], [PHRASE, []]);
    const url = heard?.url ?? '';
    const sound = await fetchFile(app, url, toBearer(family.child));
    assert.deepEqual([sound.status, sound.headers.get('content-type')], [200, 'audio/mpeg']);
    assert.equal(await fetchStatus(app, url, { cookie: family.caller.cookie }), 200);
    assert.deepEqual(await listHeard(app, otherFamily.child), []);
    for (const headers of [
      {},
      toBearer(otherFamily.child),
      { cookie: otherFamily.caller.cookie },
      { cookie: otherGuardian.cookie },
    ])
      assert.equal(await fetchStatus(app, url, headers), 404);
    const removal = await createFormBrowser(app, otherFamily.caller.cookie).submit(`${PATH}/remove`, FIELDS);
    assert.equal(removal.status, 404);
    assert.equal((await listHeard(app, family.child)).length, 1);
  });

  it('replaces the earlier one, even when two are sent at the same time, and its file is removed', async () => {
    const family = await registerFamilyWithPanelSession(app);
    const filesBefore = listStoredFiles(app).length;
    await record(app, family);
    const [first] = await listHeard(app, family.child);
    const sounds = [createMp3(), createM4a(), createWebm(), createMp3()];
    const responses = await Promise.all(sounds.map((sound) => record(app, family, { sound })));
    assert.deepEqual(
      responses.map(({ status }) => status),
      [303, 303, 303, 303],
    );
    const [last, ...others] = await listHeard(app, family.child);
    assert.ok(last && last.url !== first?.url && others.length === 0);
    assert.equal(listStoredFiles(app).length, filesBefore + 1);
    assert.equal(await fetchStatus(app, last.url, toBearer(family.child)), 200);
    const removal = await createFormBrowser(app, family.caller.cookie).submit(`${PATH}/remove`, FIELDS);
    assert.equal(removal.status, 303);
    assert.deepEqual([await listHeard(app, family.child), listStoredFiles(app).length], [[], filesBefore]);
  });

  it('is the newest one if two guardians have recorded the phrase, until that guardian leaves', async () => {
    const family = await registerFamilyWithPanelSession(app);
    const dad = await addGuardian(app, family);
    await record(app, family);
    const [mothers] = await listHeard(app, family.child);
    app.advance(1);
    await record(app, dad);
    const [fathers, ...others] = await listHeard(app, family.child);
    assert.ok(fathers && fathers.url !== mothers?.url && others.length === 0);
    await leaveAtOnce(app, dad.caller, family.child.id);
    const { body } = await app.loginChild(family.child.id); // the end of a link signs the child out
    assert.deepEqual(await listHeard(app, body.data), [mothers]);
    assert.equal(await fetchStatus(app, fathers.url, toBearer(body.data)), 404);
  });

  it('is heard only in its language, and only by a child for whom it is switched on', async () => {
    const family = await registerFamilyWithPanelSession(app);
    await record(app, family);
    const [heard] = await listHeard(app, family.child);
    await app.call('PATCH', '/app/users/me', { token: family.child.token, body: { language: 'pl' } });
    assert.deepEqual(await listHeard(app, family.child), []);
    await app.call('PATCH', '/app/users/me', { token: family.child.token, body: { language: 'en' } });
    assert.equal((await listHeard(app, family.child)).length, 1);
    const browser = createFormBrowser(app, family.caller.cookie);
    await browser.submit(`/panel/children/${family.child.id}/permissions`, { on_planets: 'on' });
    assert.deepEqual(await listHeard(app, family.child), []);
    assert.equal(await fetchStatus(app, heard?.url ?? '', toBearer(family.child)), 404);
    assert.match(
      (await browser.open('/panel/recordings')).text,
      /Beno’s sentences<\/b> <span class="hint"><bdi>1 of 46/,
    );
  });

  it('is refused if it is no sound, too large, or of a phrase that the app does not say', async () => {
    const family = await registerFamilyWithPanelSession(app);
    const filesBefore = listStoredFiles(app);
    const refusals: [Parameters<typeof record>[2], number][] = [
      [{ sound: await createPicture('png') }, 400],
      [{ sound: Buffer.from('no sound') }, 400],
      [{ sound: Buffer.alloc(512 * 1024 + 1) }, 400],
      [{ phrase: getPhraseKey('Send us your address.') }, 404],
      [{ language: 'pl' }, 404],
    ];
    for (const [input, status] of refusals) assert.equal((await record(app, family, input)).status, status);
    const withoutFile = await createFormBrowser(app, family.caller.cookie).submitParts(PATH, FIELDS, []);
    assert.equal(withoutFile.status, 400);
    assert.deepEqual([listStoredFiles(app), await listHeard(app, family.child)], [filesBefore, []]);
  });

  it('counts toward the quotas of the parent', async () => {
    const family = await registerFamilyWithPanelSession(app);
    const insert = (phrase: string, bytes: number) =>
      app.ctx.write(({ db, now }) => {
        const name = `${getPhraseKey(`${family.caller.profileId} ${phrase}`)}.mp3`;
        const recording = {
          profile_id: family.caller.profileId,
          language: 'en',
          phrase,
          name,
          mime: 'audio/mpeg',
          bytes,
        };
        return db
          .insertInto('recordings')
          .values({ ...recording, recorded_at: now() })
          .execute();
      });
    await insert('a phrase that the packs no longer contain', QUOTAS.recordingBytes);
    const filesBefore = listStoredFiles(app);
    const refused = await record(app, family);
    assert.equal(refused.status, 409);
    assert.match(refused.text, /You have too many recordings/);
    assert.deepEqual(listStoredFiles(app), filesBefore);
    const browser = createFormBrowser(app, family.caller.cookie);
    assert.match((await browser.open('/panel/recordings/former')).text, /a phrase that the packs no longer contain/);
    const phrase = getPhraseKey('a phrase that the packs no longer contain');
    assert.equal((await browser.submit('/panel/recordings/former/remove', { language: 'en', phrase })).status, 303);
    for (let i = 0; i < QUOTAS.recordingsPerParent - 1; i += 1) await insert(`phrase ${i}`, 1);
    assert.equal((await record(app, family)).status, 303);
    assert.equal((await record(app, family)).status, 303, 'a recording that replaces another needs no more room');
    const phrases = (await listPhraseGroups(app.ctx.content.current, 'en'))[0]?.phrases;
    const other = phrases?.find(({ key }) => key !== FIELDS.phrase);
    assert.equal((await record(app, family, { phrase: other?.key })).status, 409);
  });
});

testWithApp('recordings are exported and erased with the account of the parent', async (app) => {
  const family = await registerFamilyWithPanelSession(app);
  await addGuardian(app, family);
  await record(app, family);
  await submitPicture(app, family.child);
  const [name = ''] = listStoredFiles(app).filter((file) => file.endsWith('.mp3'));
  const files = await unzip(await buffer(await exportAccount(app.ctx, family.caller, CLIENT_WITHOUT_DEVICE)));
  assert.ok(files['account/recordings.csv']?.includes(PHRASE) && files[`account/files/${name}`]);
  await planAccountDeletion(app.ctx, family.caller);
  app.advance(7 * DAY);
  await eraseDueProfiles(app.ctx);
  assert.equal(await app.countRows('recordings'), 0);
  assert.deepEqual(
    listStoredFiles(app).map((file) => file.slice(-4)),
    ['.png'],
    'the picture of the child stays',
  );
});

testWithApp('a file without its recording is quarantined, and one with it stays', async (app) => {
  await record(app, await registerFamilyWithPanelSession(app));
  const other = await registerFamilyWithPanelSession(app);
  await record(app, other);
  await app.ctx.write(({ db }) =>
    db.deleteFrom('recordings').where('profile_id', '=', other.caller.profileId).execute(),
  );
  app.advance(2 * HOUR);
  await cleanUpLearning(app.ctx);
  const rows = await app.ctx.db.selectFrom('recordings').select('name').execute();
  assert.deepEqual(
    listStoredFiles(app),
    rows.map(({ name }) => name),
  );
  assert.equal(rows.length, 1);
});

testWithApp('the phrases of a place can be recorded in each language of its world', async (app) => {
  app.ctx.content.current = loadAllPacks(); // the small packs have no quiz for children who cannot read
  const family = await registerFamilyWithPanelSession(app);
  const browser = createFormBrowser(app, family.caller.cookie);
  const groups = await listPhraseGroups(app.ctx.content.current, 'en');
  const group = groups.find(({ place }) => place);
  const [phrase] = group?.phrases ?? [];
  assert.ok(group && phrase);
  const path = `/panel/recordings/${group.id}`;
  const page = await browser.open(`${path}?language=en`);
  assert.ok(page.text.includes(`id="phrase-${phrase.key}"`));
  await record(app, family, { path, phrase: phrase.key });
  assert.deepEqual(
    (await listHeard(app, family.child)).map(({ text }) => text),
    [phrase.text],
  );
  assert.equal((await browser.open('/panel/recordings/no-such-place')).status, 404);
  for (const language of ['es', 'pl', 'uk'] as const)
    assert.equal(
      (await listPhraseGroups(app.ctx.content.current, language))[0]?.phrases.length,
      groups[0]?.phrases.length,
      language,
    );
});

test('a generated question can be recorded if its words are the same in each attempt', async () => {
  const content = loadAllPacks();
  const groups = await listPhraseGroups(content, 'pl');
  const listedTexts = new Set(groups.flatMap(({ phrases }) => phrases.map(({ text }) => text)));
  const counts = { fixed: 0, changing: 0 };
  for (const [taskId, generators] of content.generators) {
    const task = content.tasks.get(taskId);
    if (!task?.pre_reader || task.kind !== 'quiz') continue;
    for (const { draw, createItem, hasFixedQuestion } of generators.values()) {
      const items = Array.from({ length: 5 }, (_, seed) => createItem(draw(String(seed)), ['pl']).item);
      const texts = [...new Set(items.map(({ speech, prompt }) => localize(speech ?? prompt, 'pl').text))];
      if (texts.length > 1) assert.ok(!hasFixedQuestion && !texts.every((text) => listedTexts.has(text)), texts.join());
      else if (hasFixedQuestion) assert.ok(listedTexts.has(texts.join()), texts.join());
      counts[hasFixedQuestion ? 'fixed' : 'changing'] += 1;
    }
  }
  assert.ok(counts.fixed > 50 && counts.changing > 50, JSON.stringify(counts));
});
