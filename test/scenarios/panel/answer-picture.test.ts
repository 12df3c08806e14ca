import assert from 'node:assert/strict';
import { registerFamilyWithPanelSession } from '../../support/family/guardians.ts';
import { createLearningClient, getCorrectAnswers } from '../../support/learning/learning-client.ts';
import { type TestApp, testWithApp } from '../../support/test-app.ts';

const TASK_ID = 'at-the-pond';
const ITEM_ID = 'find-the-frog';

/**
 * Completes the task as a child, with `response` for the hotspot item and correct answers to all other items. Returns the row
 * and the page that show the wrong answer to the parent.
 */
async function answerAndOpenAnswers(app: TestApp, response: unknown) {
  const { child, caller } = await registerFamilyWithPanelSession(app);
  const client = createLearningClient(app, child);
  await client.start(TASK_ID);
  const answers = getCorrectAnswers(app, TASK_ID).filter(({ item_id }) => item_id !== ITEM_ID);
  await client.complete(TASK_ID, { answers: [...answers, { item_id: ITEM_ID, response }] });
  const open = (path: string) => app.call('GET', path, { cookie: caller.cookie });
  const { data } = (await open(`/api/children/${child.id}/answers`)).body;
  assert.deepEqual(
    data.map((row: { item_id: string }) => row.item_id),
    [ITEM_ID],
  );
  return { row: data[0], page: (await open(`/panel/children/${child.id}/answers`)).text };
}

testWithApp('a wrong spot in a picture is shown with the correct one, in the picture and as text', async (app) => {
  const { row, page } = await answerAndOpenAnswers(app, { x: 0.1, y: 0.85 });
  const key = app.ctx.content.current.taskKeys.get(TASK_ID)?.itemKeys.get(ITEM_ID);
  assert.ok(key?.kind === 'hotspot');
  const { url, width, height, alt_text, point, right_areas } = row.picture;
  assert.deepEqual(point, { x: 0.1, y: 0.85 });
  assert.deepEqual(right_areas, key.areas);
  assert.equal(row.answer, 'at the bottom left');
  assert.equal(row.right_answer, 'at the bottom right');

  assert.ok(page.includes(`viewBox="0 0 ${width} ${height}" role="img" aria-label="${alt_text}"`));
  assert.ok(page.includes(`<image href="${new URL(url).pathname}${new URL(url).search}" width="${width}"`));
  assert.equal((await app.call('GET', new URL(url).pathname)).status, 200);
  const [area] = key.areas;
  assert.ok(area);
  assert.ok(page.includes(`class="area" x="${Number((area.x * width).toFixed(2))}"`));
  assert.ok(page.includes(`translate(${Number((0.1 * width).toFixed(2))} ${Number((0.85 * height).toFixed(2))})`));
  assert.match(
    page,
    /<\/svg><span class="visually-hidden">at the bottom left<\/span><\/span><span class="choice-tags"><span class="tag danger">Their answer</,
  );
});

testWithApp('a hotspot item without an answer is shown with only the correct spot', async (app) => {
  const { row, page } = await answerAndOpenAnswers(app, null);
  assert.equal(row.answer, 'no answer');
  assert.equal(row.picture.point, null);
  assert.match(page, /class="area"/);
  assert.doesNotMatch(page, /class="chosen-point"/);
});
