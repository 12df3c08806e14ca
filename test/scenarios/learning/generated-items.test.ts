import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { loadPacks } from '../../../src/content/index.ts';
import { DAY } from '../../../src/core/time/instant.ts';
import { createLearningClient, getCorrectAnswersOfAttempt } from '../../support/learning/learning-client.ts';
import { describeWithApp } from '../../support/test-app.ts';

const TASK_ID = 'first-sums';
const PACKS_FOLDER = join(import.meta.dirname, '../../../content/packs');
const testPacksFolder = mkdtempSync(join(tmpdir(), 'generated-'));
after(() => rmSync(testPacksFolder, { recursive: true, force: true }));
for (const pack of ['base', 'first-steps'])
  cpSync(join(PACKS_FOLDER, pack), join(testPacksFolder, pack), { recursive: true });
const [taskPath, answersPath] = ['tasks', 'answers'].map((subfolder) =>
  join(testPacksFolder, `first-steps/worlds/number-garden/${subfolder}/${TASK_ID}.yaml`),
) as [string, string];
const [taskYaml, answersYaml] = [readFileSync(taskPath, 'utf8'), readFileSync(answersPath, 'utf8')];

const repeatInAllLanguages = (text: string) => `{ en: "${text}", es: "${text}", uk: "${text}", pl: "${text}" }`;
/** An entry of a task file: a generator of additions that need a carry. */
const GENERATOR = `
  - id: carry
    kind: generated
    skill: addition
    as: single_choice
    draw: { a: { from: 16, to: 68 }, b: { from: 14, to: 29 } }
    where: ["a % 10 + b % 10 >= 10", "a + b < 100"]
    prompt: ${repeatInAllLanguages('{a} + {b} = ?')}
    picture: { draw: blocks, tens: "=(a - a % 10) / 10", ones: "=a % 10", alt: ${repeatInAllLanguages('Blocks: {a}')} }
`;
/** The same generator with larger numbers for children who are able to do more. */
const GENERATOR_WITH_LEVEL = GENERATOR.replace(
  '    prompt:',
  '    levels: { 4: { draw: { a: { from: 169, to: 269 } }, where: ["a % 10 + b % 10 >= 10"] } }\n    prompt:',
);
/** The entry of the answer file for this generator. */
const GENERATOR_KEY = `
  - id: carry
    kind: generated
    answer: a + b
    mistakes:
      - { misconception: forgets-the-ten, answer: a + b - 10, says: ${repeatInAllLanguages('The ones make {a % 10 + b % 10}.')} }
    others: [a + b + 10, a + b - 1, a + b + 1]
    hints: [${repeatInAllLanguages('First {a} + {b - b % 10}.')}, ${repeatInAllLanguages('Then {b % 10} more.')}]
    feedback: { right: ${repeatInAllLanguages('Yes: {a + b}.')}, wrong: ${repeatInAllLanguages('Not {a} and {b}.')} }
    solution:
      - { text: ${repeatInAllLanguages('{a} has tens.')}, picture: { ones: 0 } }
      - { text: ${repeatInAllLanguages('Never.')}, when: a > 100 }
      - { text: ${repeatInAllLanguages('{a} has ones.')}, speech: ${repeatInAllLanguages('Ones.')}, picture: {} }
      - { text: ${repeatInAllLanguages('{a} + {b} = {a + b}')} }
`;

/** Adds a generator to one task and loads the packs. */
function loadPacksWithGenerator(generator = GENERATOR) {
  writeFileSync(taskPath, `${taskYaml.trimEnd()}\n${generator}`);
  writeFileSync(answersPath, `${answersYaml.trimEnd()}\n${GENERATOR_KEY}`);
  return loadPacks(testPacksFolder, join(testPacksFolder, 'cache.json'));
}

interface ItemResponse {
  readonly id: string;
  readonly prompt: string;
  readonly options: readonly { id: string; text: string }[];
  readonly media: readonly { url: string; alt_text: string }[];
}

describeWithApp('A generated item', (app) => {
  const createChild = async () => createLearningClient(app, await app.registerChild());
  const getGeneratedItem = async (child: Awaited<ReturnType<typeof createChild>>): Promise<ItemResponse> => {
    const { items }: { items: ItemResponse[] } = await child.getTask(TASK_ID);
    return items.find(({ id }) => id === 'carry') as ItemResponse;
  };
  const readNumbers = ({ prompt }: ItemResponse) => [...prompt.matchAll(/\d+/g)].map(Number) as [number, number];
  const getOptionId = ({ options }: ItemResponse, number: number) =>
    options.find((option) => option.text === String(number))?.id ?? '';

  it('keeps its numbers when the task is started and when the packs are reloaded, and each attempt has new numbers', async () => {
    app.ctx.content.current = loadPacksWithGenerator();
    const child = await createChild();
    const itemBeforeStart = await getGeneratedItem(child);
    await child.start(TASK_ID);
    const item = await getGeneratedItem(child);
    assert.deepEqual([item.prompt, item.media], [itemBeforeStart.prompt, itemBeforeStart.media]);
    app.ctx.content.current = loadPacksWithGenerator();
    assert.deepEqual(await getGeneratedItem(child), item);
    const prompts = new Set([item.prompt]);
    for (let number = 1; number <= 4; number += 1) {
      const correctAnswers = getCorrectAnswersOfAttempt(app, { profileId: child.id, taskId: TASK_ID, number });
      assert.equal((await child.complete(TASK_ID, { answers: correctAnswers })).score, 1);
      prompts.add((await getGeneratedItem(child)).prompt);
      await child.start(TASK_ID);
    }
    assert.ok(prompts.size >= 4, [...prompts].join()); // of five attempts, two may have the same numbers by chance
  });

  it('is graded with its own numbers, and its hints and feedback contain them', async () => {
    app.ctx.content.current = loadPacksWithGenerator();
    const child = await createChild();
    await child.start(TASK_ID);
    const item = await getGeneratedItem(child);
    const [a, b] = readNumbers(item);
    assert.ok((a % 10) + (b % 10) >= 10);
    assert.deepEqual(item.options.map(({ id }) => id).sort(), ['o1', 'o2', 'o3', 'o4']);
    const { hints } = await child.takeHint(TASK_ID, 'carry');
    assert.deepEqual(hints, [`First ${a} + ${b - (b % 10)}.`]);
    const wrongGrade = await child.answer(TASK_ID, 'carry', getOptionId(item, a + b - 10));
    assert.deepEqual([wrongGrade.correct, wrongGrade.feedback], [false, `The ones make ${(a % 10) + (b % 10)}.`]);
    const correctGrade = await child.answer(TASK_ID, 'carry', getOptionId(item, a + b));
    assert.deepEqual(
      [correctGrade.correct, correctGrade.score, correctGrade.feedback],
      [true, 0.5, `Yes: ${a + b}.`], // a correct second try counts half
    );
    const result = await child.complete(TASK_ID);
    const itemResult = result.items.find(({ item_id }: { item_id: string }) => item_id === 'carry');
    assert.deepEqual([itemResult.score, itemResult.feedback], [0.5, `Yes: ${a + b}.`]);
    const record = await app.ctx.db
      .selectFrom('item_records')
      .select('last_missed_draw')
      .where('profile_id', '=', child.id)
      .where('item_id', '=', 'carry')
      .executeTakeFirstOrThrow();
    assert.deepEqual(JSON.parse(record.last_missed_draw ?? ''), { a, b });
  });

  it('is explained after the last miss, step by step with pictures, and followed by a twin that changes nothing', async () => {
    app.ctx.content.current = loadPacksWithGenerator();
    const child = await createChild();
    await child.start(TASK_ID);
    const item = await getGeneratedItem(child);
    const [a, b] = readNumbers(item);
    const firstGrade = await child.answer(TASK_ID, 'carry', getOptionId(item, a + b - 10));
    assert.deepEqual([firstGrade.solution, firstGrade.twin, firstGrade.correct_response], [[], null, null]);
    const tooEarly = await child.call('POST', `/app/tasks/${TASK_ID}/twin`, { item_id: 'carry', response: 'o1' });
    assert.equal(tooEarly.status, 409);
    const { solution, twin, correct_response } = await child.answer(TASK_ID, 'carry', getOptionId(item, a + b + 1));
    assert.equal(correct_response, getOptionId(item, a + b));
    assert.deepEqual(
      solution.map(({ text, speech }: { text: string; speech: string | null }) => [text, speech]),
      [
        [`${a} has tens.`, null],
        [`${a} has ones.`, 'Ones.'],
        [`${a} + ${b} = ${a + b}`, null],
      ],
    );
    const pictures = await Promise.all(
      solution.slice(0, 2).map(async ({ picture_url }: { picture_url: string }) => {
        const { pathname, search } = new URL(picture_url);
        return (await fetch(`${app.url}${pathname}${search}`)).text();
      }),
    );
    const countNewParts = (svg: string) => svg.match(/class="new"/g)?.length ?? 0;
    assert.deepEqual(pictures.map(countNewParts), [0, a % 10], 'the ones appear one after the other');
    const [c, d] = readNumbers(twin);
    assert.notDeepEqual([c, d], [a, b]);
    await app.assertRowChanges({}, async () => {
      const right = await child.answerTwin(TASK_ID, 'carry', getOptionId(twin, c + d));
      assert.deepEqual([right.correct, right.feedback, right.solution], [true, `Yes: ${c + d}.`, []]);
      const wrong = await child.answerTwin(TASK_ID, 'carry', getOptionId(twin, c + d - 10));
      assert.deepEqual([wrong.correct, wrong.correct_response], [false, getOptionId(twin, c + d)]);
      assert.equal(wrong.solution.at(-1).text, `${c} + ${d} = ${c + d}`);
    });
    for (const body of [
      { item_id: 'carry', response: 7 },
      { item_id: 'no-such-item', response: 'o1' },
    ])
      assert.equal((await child.call('POST', `/app/tasks/${TASK_ID}/twin`, body)).status, 400);
  });

  it('has a picture of its numbers, and requests for pictures with invalid numbers get 404', async () => {
    app.ctx.content.current = loadPacksWithGenerator();
    const child = await createChild();
    const item = await getGeneratedItem(child);
    const [a] = readNumbers(item);
    const [picture] = item.media;
    assert.equal(picture?.alt_text, `Blocks: ${a}`);
    const { pathname, search } = new URL(picture?.url ?? '');
    const response = await fetch(`${app.url}${pathname}${search}`);
    assert.equal(response.headers.get('content-type'), 'image/svg+xml');
    assert.match(response.headers.get('cache-control') ?? '', /immutable/);
    assert.match(await response.text(), /^<svg /);
    for (const draw of ['{"a":9999999,"b":20}', '{"a":20}', '[]', '"', '{"a":16,"b":14,"c":1}']) {
      const path = `/drawn/${TASK_ID}/carry/${Buffer.from(draw).toString('base64url')}.svg`;
      assert.equal((await fetch(`${app.url}${path}`)).status, 404, draw);
    }
    // A property that every object inherits is not an item. `e30` is {} in base64url.
    assert.equal((await fetch(`${app.url}/drawn/${TASK_ID}/toString/e30.svg`)).status, 404);
  });

  it('has the difficulty that fits the child in the daily practice, wherever it is shown and graded', async () => {
    for (const ability of [-4, 4]) {
      app.ctx.content.current = loadPacksWithGenerator(GENERATOR_WITH_LEVEL);
      const child = await createChild();
      await child.start(TASK_ID);
      const quizItem = await getGeneratedItem(child);
      const [x, y] = readNumbers(quizItem);
      assert.ok(x < 69, 'a quiz draws the numbers of its own difficulty');
      const answers = getCorrectAnswersOfAttempt(app, { profileId: child.id, taskId: TASK_ID, number: 1 });
      // A mistake that shows no misconception, about which practice would ask with easy items.
      const carryAnswer = { item_id: 'carry', response: getOptionId(quizItem, x + y + 1) };
      await child.complete(TASK_ID, {
        answers: [...answers.filter(({ item_id }) => item_id !== 'carry'), carryAnswer],
      });
      await app.ctx.write(({ db }) =>
        db
          .updateTable('memories')
          .set({ ability })
          .where('profile_id', '=', child.id)
          .where('subject', 'like', '@%')
          .execute(),
      );
      app.advance(4 * DAY);

      const { task_id } = (await child.call('GET', '/app/practice/today')).body.data;
      await child.start(task_id);
      const attempts = app.ctx.db.selectFrom('attempts').where('profile_id', '=', child.id);
      const { plan } = await attempts.select('plan').where('task_id', '=', task_id).executeTakeFirstOrThrow();
      const planned = JSON.parse(plan).find(({ item_id }: { item_id: string }) => item_id === 'carry');
      assert.equal(planned.level, ability > 0 ? 4 : undefined);
      const { items }: { items: ItemResponse[] } = await child.getTask(task_id);
      const item = items.find(({ id }) => id === planned.id) as ItemResponse;
      const [a, b] = readNumbers(item);
      assert.equal(a >= 169, ability > 0, item.prompt);
      const pictureUrl = new URL(item.media[0]?.url ?? '');
      assert.equal((await fetch(`${app.url}${pictureUrl.pathname}${pictureUrl.search}`)).status, 200);
      const { hints } = await child.takeHint(task_id, planned.id);
      assert.deepEqual(hints, [`First ${a} + ${b - (b % 10)}.`]);
      const wrongGrade = await child.answer(task_id, planned.id, getOptionId(item, a + b - 10));
      assert.deepEqual([wrongGrade.correct, wrongGrade.feedback], [false, `The ones make ${(a % 10) + (b % 10)}.`]);

      if (ability > 0) {
        app.ctx.content.current = loadPacksWithGenerator();
        const withoutLevel: { items: ItemResponse[] } = await child.getTask(task_id);
        const redrawn = withoutLevel.items.find(({ id }) => id === planned.id) as ItemResponse;
        assert.ok(readNumbers(redrawn)[0] < 69, 'a pack without the level draws again');
        app.ctx.content.current = loadPacksWithGenerator(GENERATOR_WITH_LEVEL);
      }
      await child.complete(task_id, {});
      const records = app.ctx.db.selectFrom('item_records').where('profile_id', '=', child.id);
      const { last_missed_draw } = await records
        .select('last_missed_draw')
        .where('item_id', '=', 'carry')
        .executeTakeFirstOrThrow();
      const level = ability > 0 ? { '@level': 4 } : {};
      assert.deepEqual(JSON.parse(last_missed_draw ?? ''), { a, b, ...level });
    }
  });

  it('keeps its numbers when the pack changes and still allows them; otherwise it has new numbers and loses its saved answer', async () => {
    app.ctx.content.current = loadPacksWithGenerator();
    const child = await createChild();
    await child.start(TASK_ID);
    const item = await getGeneratedItem(child);
    await child.saveAnswers(TASK_ID, [
      { item_id: 'carry', response: 'o1' },
      { item_id: 'nine-and-six', response: 15 },
    ]);
    app.ctx.content.current = loadPacksWithGenerator(GENERATOR.replace('{a} + {b} = ?', 'How much is {a} + {b}?'));
    assert.equal((await getGeneratedItem(child)).prompt, `How much is ${item.prompt.replace(' = ', '')}`);
    app.ctx.content.current = loadPacksWithGenerator(
      GENERATOR.replace('from: 16, to: 68', 'from: 169, to: 269').replace('"a + b < 100"', '"a < 300"'),
    );
    const redrawnItem = await getGeneratedItem(child);
    assert.ok(readNumbers(redrawnItem)[0] >= 169);
    assert.deepEqual((await child.getTask(TASK_ID)).attempt.answers_saved, [{ item_id: 'nine-and-six', response: 15 }]);
    const [a, b] = readNumbers(redrawnItem);
    const correctGrade = await child.answer(TASK_ID, 'carry', getOptionId(redrawnItem, a + b));
    assert.deepEqual([correctGrade.correct, correctGrade.score], [true, 1]);
  });
});
