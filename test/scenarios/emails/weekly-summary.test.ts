import assert from 'node:assert/strict';
import type { Email } from 'postal-mime';
import { loadEmailPicture } from '../../../src/app/email-pictures.ts';
import { LANGUAGES } from '../../../src/core/text/languages.ts';
import { DAY, HOUR } from '../../../src/core/time/instant.ts';
import { loadFamily } from '../../../src/features/accounts/index.ts';
import {
  describeQuestion,
  findMissedItem,
  getCorrectResponse,
  type QuestionInWords,
} from '../../../src/features/learning/index.ts';
import { recordActivity } from '../../../src/features/progress/index.ts';
import { addReward, turnRewardsOn } from '../../../src/features/todos/index.ts';
import { saveWeeklySummarySetting, sendWeeklySummaries } from '../../../src/features/weekly-summary/index.ts';
import { type ChildSummary, loadChildSummaries } from '../../../src/features/weekly-summary/load-child-summaries.ts';
import { composeWeeklySummaryEmail } from '../../../src/features/weekly-summary/weekly-summary-email.ts';
import { toPanelPath } from '../../../src/panel/parts/paths.ts';
import { registerFamilyWithPanelSession } from '../../support/family/guardians.ts';
import { addYearsOfHistory } from '../../support/family/history.ts';
import { registerTodoFamily } from '../../support/family/todos.ts';
import { createLearningClient } from '../../support/learning/learning-client.ts';
import { rateAnswersWrong } from '../../support/learning/rate-answers.ts';
import { type TestApp, testWithApp } from '../../support/test-app.ts';

// The clock starts on Friday, 20 November 2026, at 08:00 UTC. By Monday at noon UTC, that week has ended in all time zones.
const SECONDS_TO_MONDAY_NOON = 3 * DAY + 4 * HOUR;

/** Records a passed quiz for a child. */
const recordQuiz = (app: TestApp, profileId: string, source: string, seconds = 600) =>
  app.ctx.write((ctx) =>
    recordActivity(ctx, {
      profileId,
      source,
      entries: [{ reason: 'quiz_passed', amount: 20 }],
      timeZone: 'UTC',
      counts: { tasks_completed: 1, seconds },
    }),
  );

/** Completes a quiz, and records that the child has missed its first item again and again. Returns the question. */
async function recordHardQuiz(app: TestApp, child: { id: string; token: string }, taskId: string): Promise<string> {
  await createLearningClient(app, child).startAndComplete(taskId);
  const item = app.ctx.content.current.tasks.get(taskId)?.items.find(({ kind }) => kind !== 'info');
  const missed = { tries: 3, misses: 3, last_response: 'null', last_score: 0, last_missed_response: 'null' };
  await app.ctx.write(({ db }) =>
    db
      .updateTable('item_records')
      .set({ ...missed, last_missed_at: app.ctx.now() })
      .where('profile_id', '=', child.id)
      .where('item_id', '=', item?.id ?? '')
      .execute(),
  );
  await rateAnswersWrong(app, child.id, { taskId, itemId: item?.id ?? '', count: 3 });
  return item?.prompt.en ?? '';
}

const hasUnsubscribe = ({ headers }: Email) => headers.some(({ key }) => key === 'list-unsubscribe');
const fetchSummary = async (app: TestApp, email: string) => (await app.fetchEmailsTo(email)).findLast(hasUnsubscribe);

testWithApp(
  'the weekly summary gives the advice of Today, and its buttons open the panel at the place',
  async (app) => {
    const { child, parent, parentId, assign, todos } = await registerTodoFamily(app);
    const brother = await app.registerChild();
    await app.linkChild(parent.token, brother.token);
    for (const [{ token }, display_name] of [[child, 'Mia'] as const, [brother, 'Leo'] as const])
      await app.call('PATCH', '/app/users/me', { token, body: { display_name } });
    const sister = await app.registerChild();
    app.advance(7);
    await app.linkChild(parent.token, sister.token);
    await app.call('PATCH', '/app/users/me', { token: sister.token, body: { display_name: 'Lily' } });
    const tidied = await app.call('POST', '/app/todos', { token: sister.token, body: { title: 'Tidy up' } });
    const done = { token: sister.token, body: { status: 'done' } };
    assert.equal((await app.call('PATCH', `/app/todos/${tidied.body.data.id}`, done)).status, 200);
    await recordQuiz(app, child.id, 'task a');
    await todos.setStatus(await assign({ title: 'Lay the table', requires_approval: false }), 'done');
    await todos.setStatus(await assign({ title: 'Feed the cat' }), 'done');
    await assign({ title: 'Call grandma', due_date: '2026-11-25' });
    await assign({ title: 'Tidy up', due_date: '2026-11-20' });
    await turnRewardsOn(app.ctx, parentId, [child.id]);
    await addReward(app.ctx, parentId, [child.id], { title: 'Film', stars: 1 });
    await todos.setStatus(await assign({ title: 'Feed the cat', requires_approval: false }), 'done');
    const [film] = (await app.call('GET', '/app/rewards', child)).body.data.rewards;
    assert.equal((await app.call('POST', `/app/rewards/${film.id}/redeem`, child)).status, 200);
    const question = await recordHardQuiz(app, brother, 'first-sums');
    await app.ctx.write(({ db }) =>
      db
        .updateTable('memories')
        .set({
          misconceptions: JSON.stringify({
            'counts-the-start': { answers: ['2026-11-19', '2026-11-19', '2026-11-20'], named_on: '2026-11-20' },
            'smaller-from-larger': { answers: [], gone_on: '2026-11-20' },
            'swaps-digits': { answers: ['2026-11-20'] },
          }),
        })
        .where('profile_id', '=', brother.id)
        .where('subject', '=', '@mathematics')
        .execute(),
    );
    app.advance((Date.parse('2026-11-23T12:00:00Z') - Date.parse(app.ctx.now())) / 1000 - 1);
    await sendWeeklySummaries(app.ctx);
    assert.equal(await fetchSummary(app, parent.email), undefined, 'it is still Sunday in some time zone');
    app.advance(1);
    await Promise.all([sendWeeklySummaries(app.ctx), sendWeeklySummaries(app.ctx), sendWeeklySummaries(app.ctx)]);
    const sentEmail = await fetchSummary(app, parent.email);
    assert.equal((await app.fetchEmailsTo(parent.email)).filter(hasUnsubscribe).length, 1, 'three jobs send one email');
    const { subject = '', text = '', html = '', attachments = [] } = sentEmail ?? {};

    const { token } = await app.registerParent(parent.email); // signs in again, because sessions end within days
    const cookie = await app.openPanelSession(token);
    const today = (await app.call('GET', '/panel', { cookie })).text;
    const [, skill = ''] =
      /<span class="skill-name" lang="en">([^<]+)<\/span><\/h3>\s*<p class="hint">.*?<span>3 of the last 3 answers wrong\s· last\swrong\s\d+\sNov<\/span><\/p><p class="quote">/.exec(
        today,
      ) ?? [];
    assert.equal(subject, `Leo: ${skill} – practise together`, 'the child for whom something is hard');
    assert.ok(
      today.includes(question) &&
        text.includes(`${skill} – practise together\n`) &&
        text.includes(`Hard right now: ${skill}\n`) &&
        text.includes('\n3 of the last 3 answers wrong\n') &&
        text.includes(question),
    );
    assert.match(today, /Idea for home:(?:<[^>]*>|\s)+Play with a board\sgame/);
    for (const page of [today, text]) {
      assert.ok(!page.includes('counts the number it starts from'), 'no two open questions show it');
      assert.match(page, /One fewer mistake in .+: Leo now goes back over the ten when taking away\./);
      assert.ok(!page.includes('swaps the digits'), 'one occurrence is no misconception');
    }
    assert.match(
      text,
      /^Leo: .+\n\nWeek of 16\s–\s22 November 2026 · 2 to review\n\nLeo\n---\n\n(?:.+\n\n)?Active days:\s1\/7\s· Tasks:\s1\s· Minutes:\s\d+\s· XP:\s\d+/,
    );
    assert.match(
      text,
      / \(Right answer\)\n(?:- .+\n)*(?:How the app explains it|What the app says to this answer|What the app says to the right answer): /,
    );
    assert.ok(text.indexOf('Leo now goes back') < text.indexOf('Hard right now'), 'first what is good');
    assert.match(text, /Idea for home\n-+\n\nPlay with a board\sgame/);
    assert.match(text, /\nMia\n---\n\nActive days:\s1\/7\s· Tasks:\s1\s· .+\n\nAsk what was .+\n\nOpen Mia/);
    assert.match(
      text,
      /\nLily\n-+\n\nActive days:\s\d\/7\s· To-dos:\s1\s· XP:\s7\n\nChoose a task together.+\n\nOpen Lily/,
    );
    assert.match(text, /Waits for you\n- Mia: 1 wish for a reward, 1 to-do to review\n/);
    assert.match(text, /To-dos last week: Mia\s3 · Lily\s1\n/);
    assert.match(text, /The week ahead\n- Mia: (?=.*Call grandma \(Wed\)).*Tidy up \(still open since 20 Nov\)/);
    assert.match(html, /<div style="display:none[^>]*>Mia: /, 'the preview tells of the other child');

    const pictures = attachments.map(({ contentId, mimeType, disposition }) => [contentId, mimeType, disposition]);
    assert.deepEqual(
      pictures,
      [1, 2, 3].map((i) => [`<avatar-${i}>`, 'image/png', 'inline']),
    );
    assert.deepEqual(
      [...html.matchAll(/<img src="([^"]+)"/g)].map(([, src]) => src),
      [1, 2, 3].map((i) => `cid:avatar-${i}`),
      'no picture is loaded from elsewhere',
    );
    assertWellFormed(html);
    const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, url = '']) => url.replaceAll('&amp;', '&'));
    assert.deepEqual(
      [...text.matchAll(/:\n(http\S+)/g)].map(([, url]) => url),
      links,
      'the text has the same links',
    );
    const panelPaths = links.filter((url) => url.includes('/panel')).map((url) => url.slice(app.url.length));
    assert.ok(panelPaths.includes('/panel/approvals'));
    const together = panelPaths.find((path) => path.startsWith(`/panel/children/${brother.id}/together?`)) ?? '';
    for (const path of panelPaths) {
      const login = new URL(
        (await app.call('GET', path, { headers: { accept: 'text/html' } })).headers.get('location') ?? '',
        app.url,
      );
      assert.equal(login.pathname, '/login');
      assert.equal(toPanelPath(login.searchParams.get('next') ?? ''), path, 'signing in returns to the place');
      assert.equal((await app.call('GET', path, { cookie })).status, 200);
    }
    const [unsolved = ''] = (await app.call('GET', together, { cookie })).text.split('<details');
    assert.ok(unsolved.includes('class="prompt"') && unsolved.includes(question), 'the question stands unsolved there');
    const answers = (await app.call('GET', `/panel/children/${brother.id}/answers`, { cookie })).text;
    assert.ok(
      /<h3 class="item-title">([^<]+)/.exec(answers)?.[1]?.startsWith(question),
      'the question comes first there',
    );

    const family = await loadFamily(app.ctx, parentId);
    const [leo] = await loadChildSummaries(
      app.ctx,
      family.children.filter(({ id }) => id === brother.id),
      '2026-11-16',
      'en',
    );
    const compose = (changes: Partial<ChildSummary>) =>
      composeWeeklySummaryEmail(
        app.ctx,
        { email: parent.email, language: 'en' },
        { monday: '2026-11-16', children: [{ ...(leo ?? assert.fail()), ...changes }], parentId: 'x' },
      );
    const { advice, week } = leo ?? assert.fail();
    const { focus = assert.fail() } = advice;
    const ada: ChildSummary = {
      ...(leo ?? assert.fail()),
      child: { ...(leo ?? assert.fail()).child, display_name: 'Ada' },
      advice: { ...advice, focus: { ...focus, questions: [] } },
      week: { ...week, activeDays: 7 },
    };
    const ofTwo = composeWeeklySummaryEmail(
      app.ctx,
      { email: parent.email, language: 'en' },
      { monday: '2026-11-16', children: [ada, leo ?? assert.fail()], parentId: 'x' },
    );
    assert.match(ofTwo.subject, /^Leo: /, 'who missed more leads, not who was active on more days');
    assert.match(
      ofTwo.text,
      /\nAda\n---\n\nActive days:\s.+\n\nHard right now: .+\n(?:.+\n)+Idea for home: .+\n\nTry it together:\n/,
    );
    const forgotten = {
      ...focus,
      skill: { ...focus.skill, standing: 'growing' as const, answers: [] },
      question: undefined,
    };
    assert.match(
      compose({ advice: { ...advice, focus: forgotten }, question: undefined }).text,
      /\nWorth another look: .+\n-+\n\nlast practised \d+ Nov\n/,
      'without answers of the last weeks, nothing is counted',
    );
    const focused = { ...advice, strength: undefined };
    const strong = { ...focused, strength: advice.focus?.skill };
    assert.match(compose({ advice: strong, overcome: undefined }).text, /---\n\nGoing well: .+\n\nActive days:\s/);
    const active = { ...week, activeDays: 3 };
    assert.match(
      compose({ advice: focused, overcome: undefined, week: active }).text,
      /Going well: active on 3 days of the week\n\nActive days:\s/,
    );
    assert.match(compose({ advice: focused, week: { ...week, activeDays: 2 } }).text, /XP:\s\d+\n\nHard right now/);

    for (const kind of ['matching', 'sequencing', 'hotspot'] as const) {
      const question = describeMissedQuestion(app, kind);
      const { text, html, pictures } = compose({ question });
      const wrong = question.pairs.filter(({ given, right }) => given !== right);
      assert.equal(wrong.length, kind === 'hotspot' ? 0 : 2);
      for (const { label, given, right } of wrong)
        assert.ok(text.includes(`- ${label} ${given} (Right answer: ${right})\n`), label);
      assert.equal(html.split('<td class="wrong"').length - 1, wrong.length, 'only right pairs are green');
      assertWellFormed(html);
      if (kind !== 'hotspot') continue;
      assert.match(text, /Their answer \(cross\): at the top left\nRight answer \(frame\): (?:at|on|in) the [a-z ]+\n/);
      const picture = pictures?.find(({ marks }) => marks) ?? assert.fail('the answer is marked in the picture');
      const png = await loadEmailPicture(app.ctx.content.current, picture);
      assert.notDeepEqual(png, await loadEmailPicture(app.ctx.content.current, { id: 'x', url: picture.url }));
    }

    const quiet = { week: { ...week, activeDays: 0, tasks: 0, seconds: 0, xp: 0 }, finishedTodoCount: 0 };
    assert.match(compose(quiet).text, /2026\n\nLeo\n---\n\n(?:.+\n\n)?Leo had a quiet week, and that is fine\./);
    const unknown = { advice: { ...focused, focus: undefined }, question: undefined };
    const { subject: firstSubject, text: firstText } = compose(unknown);
    assert.equal(firstSubject, 'Leo: the first week is done');
    assert.match(firstText, /Well begun, Leo!/);

    for (const language of LANGUAGES) {
      const children = await loadChildSummaries(app.ctx, family.children, '2026-11-16', language);
      const summary = { monday: '2026-11-16', children, parentId: 'x' };
      const email = composeWeeklySummaryEmail(app.ctx, { email: parent.email, language }, summary);
      assertWellFormed(email.html);
      assert.match(email.html, new RegExp(`<html lang="${language}">`));
      assert.match(email.subject, /^Leo: /);
    }
    app.advance(6 * DAY);
    assert.deepEqual(await app.diffRowCounts(() => sendWeeklySummaries(app.ctx)), {});
  },
);

/** Describes a question that a child has missed: two pairs or places are swapped, or the point is in the upper left corner. */
function describeMissedQuestion({ ctx }: TestApp, kind: 'matching' | 'sequencing' | 'hotspot'): QuestionInWords {
  for (const task of ctx.content.current.tasks.values()) {
    for (const { id, kind: itemKind } of task.items) {
      if (itemKind !== kind) continue;
      const asked = {
        task_id: task.id,
        item_id: id,
        tries: 2,
        misses: 2,
        last_missed_draw: null,
        last_missed_at: null,
      };
      const found = findMissedItem(ctx.content.current, asked, 'en');
      const right = Object(found && getCorrectResponse(found.item, found.key, 'en'));
      const [first = '', second = ''] = Object.keys(right);
      const swapped = { [first]: right[second], [second]: right[first] };
      const response =
        kind === 'hotspot' ? { x: 0, y: 0 } : Object.assign(Array.isArray(right) ? [...right] : { ...right }, swapped);
      const question = describeQuestion(ctx, { ...asked, last_missed_response: JSON.stringify(response) }, 'en');
      if (question) return question;
    }
  }
  return assert.fail(`no task has an item of the kind ${kind}`);
}

/** Asserts that every tag is closed, that every attribute is quoted, and that no text is read as a tag. */
function assertWellFormed(html: string): void {
  const openTags: string[] = [];
  const texts = html
    .replace('<!doctype html>', '')
    .replaceAll(/<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+="[^"<>]*")*)>/g, (_, slash, tag) => {
      if (slash) assert.equal(openTags.pop(), tag);
      else if (!['meta', 'img', 'br'].includes(tag)) openTags.push(tag);
      return '';
    });
  assert.deepEqual(openTags, []);
  assert.doesNotMatch(texts, /[<>]/);
}

testWithApp('the summary of eight children with three years of history executes at most 14 statements', async (app) => {
  const { parent } = await app.registerFamily();
  for (let i = 1; i < 8; i += 1) {
    app.advance(7);
    await app.linkChild(parent.token, (await app.registerChild()).token);
  }
  app.advance(SECONDS_TO_MONDAY_NOON);
  await addYearsOfHistory(app);
  const countBefore = app.ctx.database.getQueryCount();
  await sendWeeklySummaries(app.ctx);
  const count = app.ctx.database.getQueryCount() - countBefore;
  assert.ok(count <= 14, `${count} statements`);
  const { text = '', html = '' } = (await fetchSummary(app, parent.email)) ?? {};
  assert.equal([...text.matchAll(/Active days:\s7\/7/g)].length, 8);
  assert.ok(html.length < 60_000, `${html.length}`); // some email programs cut off emails of more than 100 KB
});

testWithApp('no weekly summary is sent for a week without activity or to a parent without children', async (app) => {
  const family = await registerFamilyWithPanelSession(app);
  await app.registerParent();
  app.advance(SECONDS_TO_MONDAY_NOON);
  await sendWeeklySummaries(app.ctx);
  assert.ok(!(await app.deliverEmails()).some(hasUnsubscribe));
  await recordQuiz(app, family.child.id, 'task a');
  app.advance(10 * DAY);
  await sendWeeklySummaries(app.ctx);
  assert.equal(await fetchSummary(app, family.parent.email), undefined, 'on Thursday noon, the week is long over');
  app.advance(-1);
  await sendWeeklySummaries(app.ctx);
  assert.ok(await fetchSummary(app, family.parent.email));
});

testWithApp('the unsubscribe link stops the summary only for its recipient; email clients use it too', async (app) => {
  const [family, otherFamily] = [await registerFamilyWithPanelSession(app), await registerFamilyWithPanelSession(app)];
  for (const { child } of [family, otherFamily]) await recordQuiz(app, child.id, 'task a');
  app.advance(SECONDS_TO_MONDAY_NOON);
  await sendWeeklySummaries(app.ctx);
  const sentEmail = await fetchSummary(app, family.parent.email);
  const token = /\/unsubscribe\/([\w-]+)/.exec(sentEmail?.text ?? '')?.[1] ?? '';
  const unsubscribe = (sentToken: string) => app.call('POST', `/unsubscribe/${sentToken}`);
  const getHeader = (name: string) => sentEmail?.headers.find(({ key }) => key === name)?.value;
  assert.equal(getHeader('list-unsubscribe'), `<${app.url}/unsubscribe/${token}>`);
  assert.equal(getHeader('list-unsubscribe-post'), 'List-Unsubscribe=One-Click');
  for (const invalidToken of [
    'x',
    token.slice(1),
    `${token.slice(0, -4)}AAAA`,
    app.ctx.secrets.encrypt(family.caller.profileId),
  ]) {
    assert.equal((await unsubscribe(invalidToken)).status, 404);
  }
  await unsubscribe(token);
  await unsubscribe(token); // a repetition is allowed
  for (const { child } of [family, otherFamily]) await recordQuiz(app, child.id, 'task b');
  app.advance(7 * DAY);
  const emailCountBefore = (await app.deliverEmails()).length;
  await sendWeeklySummaries(app.ctx);
  assert.deepEqual(
    (await app.deliverEmails()).slice(emailCountBefore).map(({ to }) => to?.[0]?.address),
    [otherFamily.parent.email],
  );
  await saveWeeklySummarySetting(app.ctx, family.caller.profileId, true);
  await sendWeeklySummaries(app.ctx);
  assert.equal(
    (await app.deliverEmails()).length,
    emailCountBefore + 2,
    'the summary of this week is sent after the parent has switched it on again',
  );
});
