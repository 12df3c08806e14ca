import assert from 'node:assert/strict';
import { addDays } from '../../../src/core/time/days.ts';
import { addSeconds, DAY } from '../../../src/core/time/instant.ts';
import { assertRedirect, createFormBrowser } from '../../support/browser/form-browser.ts';
import { loadAllPacks } from '../../support/content/packs.ts';
import { createLearningClient } from '../../support/learning/learning-client.ts';
import { rateAnswersWrong } from '../../support/learning/rate-answers.ts';
import { testWithApp } from '../../support/test-app.ts';

const toText = (html: string) =>
  html
    .replaceAll(/<svg.*?<\/svg>|<[^>]*>/gs, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

testWithApp('what was hard shows questions with choices until they are overcome, and sheets to print', async (app) => {
  const { child, parent } = await app.registerFamily();
  const cookie = await app.openPanelSession(parent.token);
  const path = `/panel/children/${child.id}`;
  const learner = createLearningClient(app, child);
  await learner.startAndComplete('first-sums');
  const { tasks, taskKeys } = app.ctx.content.current;
  const item = tasks.get('first-sums')?.items.find(({ kind }) => kind === 'single_choice');
  assert.ok(item?.kind === 'single_choice');
  const key = taskKeys.get('first-sums')?.itemKeys.get(item.id);
  assert.ok(key?.kind === 'single_choice');
  const wrong = item.options.find(({ id }) => id !== key.answer);
  const question = { task_id: 'first-sums', item_id: item.id };
  const openPage = async (page: string) => (await app.call('GET', path + page, { cookie })).text;
  assert.match(await openPage('/answers'), /Nothing is hard right now/);

  const setLastScore = (last_score: number) =>
    app.ctx.write(({ db }) =>
      db
        .updateTable('item_records')
        .set({ tries: 3, misses: 3, last_score, last_missed_response: JSON.stringify(wrong?.id) })
        .set({ last_missed_at: app.ctx.now() })
        .where('profile_id', '=', child.id)
        .where('item_id', '=', item.id)
        .execute(),
    );
  await setLastScore(0);
  const calm = toText(await openPage('/answers'));
  assert.match(calm, /Nothing is hard right now .* 1 other missed question /, 'no answer of four weeks was wrong');
  assert.ok(
    calm.includes(`1 other missed question Mathematics ${item.prompt.en} Their answer: ${wrong?.text.en} `),
    'a line says what was asked and answered',
  );
  await rateAnswersWrong(app, child.id, { taskId: 'first-sums', itemId: item.id, count: 3 });
  const today = app.ctx.now().slice(0, 10);
  await app.ctx.write(({ db }) =>
    db
      .insertInto('memories')
      .values({
        ...{
          profile_id: child.id,
          subject: `first-sums/${item.id}`,
          stability: 1,
          difficulty: 5,
          ability: 0,
          asked: 0,
        },
        ...{ reviewed_on: addDays(today, -1), due_on: addDays(today, 3), proven_days: 0, in_row: 0 },
      })
      .execute(),
  );
  const card = /<section class="hard-skill".*?<\/section>/s.exec(await openPage('/answers'))?.[0] ?? '';
  assert.ok(card.includes(`id="q-first-sums-${item.id}"`));
  for (const option of item.options) assert.ok(card.includes(option.text.en ?? '?'), 'all choices');
  const right = item.options.find(({ id }) => id === key.answer);
  assert.ok(toText(card).includes(`${wrong?.text.en} Their answer`));
  assert.ok(toText(card).includes(`${right?.text.en} Right answer`));
  assert.match(
    toText(card),
    /^addition ✗ ✗ ✗ ← newest 3 of the last 3 answers wrong · last wrong .*How the app explains it \S+.*Try it together Print a sheet Comes up in the practice from 23 Nov\. Practise again$/i,
  );

  const browser = createFormBrowser(app, cookie);
  const practise = () => browser.submit(`/panel/children/${child.id}/practise-again`, question);
  const stillHard = `${path}/answers?done=practise&undo=${encodeURIComponent(`question ${child.id} first-sums ${item.id}`)}`;
  const dueBefore = addDays(today, 3);
  assertRedirect(await practise(), `${stillHard}%20${dueBefore}`);
  const marked = toText((await browser.open(`${stillHard}%20${dueBefore}`)).text);
  assert.match(
    marked,
    /addition · [^:]+: The next practice asks it again\. Undo .* Tried today, still hard: .* Idea for home:/i,
  );
  await browser.submit('/panel/undo', {
    items: `question ${child.id} first-sums ${item.id} ${dueBefore}`,
    back: '/panel',
  });
  assert.match(toText(await openPage('/answers')), /Comes up in the practice from 23 Nov\./);
  assertRedirect(await practise(), `${stillHard}%20${dueBefore}`);
  assertRedirect(await practise(), stillHard); // it is due already
  const fromToday = await browser.submit(`${path}/practise-again`, { ...question, back: '/panel' });
  assertRedirect(fromToday, stillHard.replace(`${path}/answers`, '/panel'));
  assert.match(toText(await openPage('/answers')), /Print a sheet Comes up in the next practice\./);
  await browser.submit(`/panel/children/${child.id}/practise-again`, { task_id: 'none', item_id: 'none' });
  const dueDays = await app.ctx.db.selectFrom('memories').select('due_on').where('subject', 'like', '%/%').execute();
  assert.deepEqual(dueDays, [{ due_on: today }]);

  const openSheet = async (query: string) =>
    (await app.call('GET', `/panel/children/${child.id}/sheet?${query}`, { cookie })).text;
  const sheet = await openSheet('skill=addition');
  assert.equal(sheet, await openSheet('skill=addition'), 'the same sheet can be printed again');
  assert.doesNotMatch(sheet, /loading="lazy"/, 'a browser does not print pictures that it has not loaded');
  const [exercises = '', answers = ''] = sheet.split('class="sheet-answers"');
  const exerciseCount = exercises.split('class="exercise"').length - 1;
  assert.equal(exerciseCount, 2, 'the only open quiz asks twice for addition');
  assert.equal(answers.split('<li>').length - 1, exerciseCount, 'an answer for each exercise');
  assert.ok(toText(exercises).includes(`Date: ${item.prompt.en}`), 'what was missed comes first');
  assert.ok(toText(answers).includes(right?.text.en ?? '?'));
  assert.notEqual(await openSheet('skill=addition&n=2'), sheet);
  assert.equal((await app.call('GET', `${path}/sheet?skill=none`, { cookie })).status, 404);

  const openTogether = async (query: string) => {
    const { text } = await app.call('GET', `${path}/together?${query}`, { cookie });
    const [unsolved, , , answer] = text
      .replaceAll(/name="form_token" value="[^"]*"/g, '')
      .split(/<details|<\/details>/); // a tip is folded between them
    return [unsolved, answer];
  };
  const link = `/together?task=first-sums&amp;item=${item.id}`;
  for (const [page, back] of [
    ['', `&amp;back=${encodeURIComponent(path)}`],
    ['/answers', ''],
  ] as const)
    assert.ok((await openPage(page)).includes(`href="${path}${link}${back}"`), page);
  const [unsolved = '', answer = ''] = await openTogether(`task=first-sums&item=${item.id}`);
  for (const option of item.options) assert.ok(unsolved.includes(option.text.en ?? '?'), 'all choices');
  assert.match(toText(unsolved), /Try it together: .*First your child answers/);
  assert.doesNotMatch(unsolved, /Right answer|✓/);
  const explanation = [
    'How the app explains it',
    ...(key.solution ?? assert.fail('The question has a worked solution.')).map(({ text }) => text.en),
  ].join(' ');
  assert.ok(toText(answer).includes(`Show the answer Right answer: ${right?.text.en} ${explanation}`), toText(answer));
  assert.ok(toText(card).includes(explanation), toText(card));
  for (const query of ['task=none&item=none', 'task=first-sums&item=none', 'task=first-sums'])
    assert.ok([400, 404].includes((await app.call('GET', `${path}/together?${query}`, { cookie })).status), query);

  const tried = () => browser.submit(`${path}/together`, question);
  const undoKey = `question ${child.id} first-sums ${item.id}`;
  const undo = `&undo=${encodeURIComponent(undoKey)}`;
  for (let i = 0; i < 2; i += 1) assertRedirect(await tried(), `${path}/answers?done=together${undo}`);
  assert.match(toText(await openPage('/answers')), /1 question was tried together; the app asks again on 23 Nov\./);
  assert.doesNotMatch(await openPage(''), /Try it together/);
  app.advance(60);
  await setLastScore(0);
  assert.match(await openPage('/answers'), /class="hard-skill"/, 'a new miss ends the rest');
  await tried();
  assertRedirect(await practise(), stillHard);
  assert.match(await openPage('/answers'), /class="hard-skill"/, 'what is still hard does not rest');
  await browser.submit(`${path}/together`, { task_id: 'none', item_id: '\u0000' });
  for (const [seconds, page] of [
    [2 * DAY, /was tried together/],
    [3 * DAY, /class="hard-skill".*Try it together/s],
  ] as const) {
    const tried_together_at = addSeconds(app.ctx.now(), -seconds);
    const last_missed_at = addSeconds(tried_together_at, -60);
    await app.ctx.write(({ db }) =>
      db
        .updateTable('item_records')
        .set({ tried_together_at, last_missed_at })
        .where('item_id', '=', item.id)
        .execute(),
    );
    assert.match(await openPage('/answers'), page);
  }

  await setLastScore(1);
  const solved = await openPage('/answers');
  assert.match(toText(solved), /Needs practice [Aa]ddition/, 'the answers say so, without an open question');
  assert.doesNotMatch(solved, /<article class="question"/);

  // What makes a skill hard stays hard until the child answers, however well it went together.
  await setLastScore(0);
  const openAll = () => Promise.all(['/panel', path, `${path}/answers`].map((page) => browser.open(page)));
  for (const page of await openAll()) assert.match(page.text, /Try it together/);
  assertRedirect(
    await browser.submit(`${path}/together`, { ...question, back: '/panel' }),
    `/panel?done=together${undo}`,
  );
  const [onToday, overview, hardPage] = (await openAll()).map(({ text }) => toText(text));
  assert.match(onToday ?? '', /✓ addition : tried together; the app asks again on 23 Nov (?!Going well)/i);
  assert.match(toText((await browser.open(`/panel?done=together${undo}`)).text), /addition · [^:]+: Well done!/i);
  const other = tasks.get('first-sums')?.items.findLast(({ kind, id }) => kind !== 'info' && id !== item.id);
  const setOtherScore = (last_score: number) =>
    app.ctx.write(({ db }) =>
      db
        .updateTable('item_records')
        .set({ last_score, misses: 3, tries: 3, last_missed_at: app.ctx.now(), last_missed_response: 'null' })
        .where('item_id', '=', other?.id ?? '')
        .execute(),
    );
  await setOtherScore(0);
  const { text: withNext } = await browser.open('/panel');
  assert.ok(toText(withNext).includes(`again on 23 Nov One more: ${other?.prompt.en}`), toText(withNext));
  assert.doesNotMatch(withNext, /class="advice hard"/, 'one question was the minute of this day');
  await setOtherScore(1);
  assert.match(
    overview ?? '',
    /addition ✗ ✗ ✗ ← newest 3 of the last 3 answers wrong .* · tried together; .* on 23 Nov Hard right now/i,
  );
  assert.match(
    hardPage ?? '',
    /addition .*3 of the last 3 answers wrong .*1 question was tried together; .*Print a sheet/i,
  );
  for (const page of [onToday, overview, hardPage]) assert.doesNotMatch(page ?? '', /Try it together/);
  const undone = () => browser.submit('/panel/undo', { items: undoKey, back: '/panel' });
  for (let i = 0; i < 2; i += 1) assertRedirect(await undone(), `/panel?done=undone${undo}`);
  for (const page of await openAll()) assert.match(page.text, /Try it together/);
  await tried();
  await setLastScore(1);
  for (const page of await openAll()) assert.doesNotMatch(page.text, /Hard right now|Try it together/);
  const { child: stranger } = await app.registerFamily();
  const strangersKey = undoKey.replace(child.id, stranger.id);
  assert.equal((await browser.submit('/panel/undo', { items: strangersKey, back: '/panel' })).status, 404);

  app.ctx.content.current = loadAllPacks();
  const [generatedTask = '', generators] = [...app.ctx.content.current.generators][0] ?? [];
  const generated = `task=${generatedTask}&item=${[...(generators?.keys() ?? [])][0]}`;
  const draws = await Promise.all(['', '&n=1', '&n=2', '&n=x'].map((n) => openTogether(generated + n)));
  assert.deepEqual(draws[0], draws[1]);
  assert.notEqual(draws[2]?.[0], draws[0]?.[0], 'another draw');
  assert.match(draws[0]?.[0] ?? '', /class="prompt"/);
  const written = 'task=what-comes-next&item=find-the-core';
  const twins = await Promise.all(['', '&n=2'].map((n) => openTogether(written + n)));
  assert.notEqual(twins[0]?.[0], twins[1]?.[0], 'another question of the same skill');
  assert.match(toText(twins[1]?.[0] ?? ''), /Try it together: patterns/);
  const [, sorted = ''] = await openTogether('task=obs-plates&item=plates-do');
  assert.match(
    toText(sorted),
    /part: A crack in the sea floor fills with new lava; An ocean gets wider each year What/,
    'sentences are set apart',
  );
  const openWritten = async () => toText((await app.call('GET', `${path}/together?${written}`, { cookie })).text);
  const prompt = app.ctx.content.current.tasks
    .get('what-comes-next')
    ?.items.find(({ id }) => id === 'find-the-core')?.prompt;
  assert.ok(!(await openWritten()).includes('The question in your language'));
  await app.ctx.write(({ db }) =>
    db.updateTable('profiles').set({ language: 'uk' }).where('id', '=', child.id).execute(),
  );
  const bilingual = await openWritten();
  for (const text of [prompt?.uk, prompt?.en, 'The question in your language'])
    assert.ok(bilingual.includes(text ?? '?'), bilingual);
});

testWithApp('a guardian sees and corrects a child’s year of birth', async (app) => {
  const { child, parent } = await app.registerFamily();
  const browser = createFormBrowser(app, await app.openPanelSession(parent.token));
  const path = `/panel/children/${child.id}/settings`;
  const submit = (birth_year: string) => browser.submit(path, { display_name: 'Mia', language: 'en', birth_year });
  const readYear = async () =>
    (await app.ctx.db.selectFrom('profiles').select('birth_year').where('id', '=', child.id).executeTakeFirst())
      ?.birth_year;
  const before = await readYear();
  for (const year of ['1899', '1985', '2030', 'x', '']) {
    const refused = await submit(year);
    assert.equal(refused.status, 400, year);
    assert.match(refused.text, /id="birth_year-error"/);
  }
  assert.equal(await readYear(), before);
  assertRedirect(await submit('2015'), `${path}?done=saved`);
  assert.equal(await readYear(), 2015);
  assert.match((await browser.open(path)).text, /name="birth_year"[^>]* value="2015"/);
});
