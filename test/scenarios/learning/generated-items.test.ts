import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { loadPacks } from '../../../src/content/index.ts';
import { createLearningClient, getCorrectAnswersOfAttempt } from '../../support/learning/learning-client.ts';
import { describeWithApp, WITHOUT_RATE_LIMITS } from '../../support/test-app.ts';

const TASK = 'first-sums';
const PACKS = join(import.meta.dirname, '../../../content/packs');
const folder = mkdtempSync(join(tmpdir(), 'generated-'));
after(() => rmSync(folder, { recursive: true, force: true }));
for (const pack of ['base', 'first-steps']) cpSync(join(PACKS, pack), join(folder, pack), { recursive: true });
const [taskFile, answersFile] = ['tasks', 'answers'].map((subfolder) =>
  join(folder, `first-steps/worlds/number-garden/${subfolder}/${TASK}.yaml`),
) as [string, string];
const [taskYaml, answersYaml] = [readFileSync(taskFile, 'utf8'), readFileSync(answersFile, 'utf8')];

const writeInAllLanguages = (text: string) => `{ en: "${text}", es: "${text}", uk: "${text}", pl: "${text}" }`;
const ENTRY = `
  - id: carry
    kind: generated
    as: single_choice
    draw: { a: { from: 16, to: 68 }, b: { from: 14, to: 29 } }
    where: ["a % 10 + b % 10 >= 10", "a + b < 100"]
    prompt: ${writeInAllLanguages('{a} + {b} = ?')}
    picture: { draw: blocks, tens: "=(a - a % 10) / 10", ones: "=a % 10", alt: ${writeInAllLanguages('Blocks: {a}')} }
`;
const ANSWER = `
  - id: carry
    kind: generated
    answer: a + b
    mistakes:
      - { misconception: forgot-the-ten, answer: a + b - 10, says: ${writeInAllLanguages('The ones make {a % 10 + b % 10}.')} }
    others: [a + b + 10, a + b - 1, a + b + 1]
    hints: [${writeInAllLanguages('First {a} + {b - b % 10}.')}]
    feedback: { right: ${writeInAllLanguages('Yes: {a + b}.')}, wrong: ${writeInAllLanguages('Not {a} and {b}.')} }
`;

/** Loads the packs with a generator in one task. */
function loadWithGenerator(entry = ENTRY, answer = ANSWER) {
  writeFileSync(taskFile, `${taskYaml.trimEnd()}\n${entry}`);
  writeFileSync(answersFile, `${answersYaml.trimEnd()}\n${answer}`);
  return loadPacks(folder);
}

interface ItemResponse {
  readonly id: string;
  readonly prompt: string;
  readonly options: readonly { id: string; text: string }[];
  readonly media: readonly { url: string; alt_text: string }[];
}

describeWithApp(
  'A generated item',
  (app) => {
    const createLearner = async () => createLearningClient(app(), await app().registerChild());
    const findItem = async (child: Awaited<ReturnType<typeof createLearner>>): Promise<ItemResponse> => {
      const { items }: { items: ItemResponse[] } = await child.getTask(TASK);
      return items.find(({ id }) => id === 'carry') as ItemResponse;
    };
    const readNumbers = ({ prompt }: ItemResponse) => [...prompt.matchAll(/\d+/g)].map(Number) as [number, number];
    const findOption = ({ options }: ItemResponse, text: number) =>
      options.find((option) => option.text === String(text))?.id ?? '';

    it('keeps its numbers when the task is started and when the packs are reloaded, and each attempt has new numbers', async () => {
      app().ctx.content.current = loadWithGenerator();
      const child = await createLearner();
      const itemBeforeStart = await findItem(child);
      await child.start(TASK);
      const item = await findItem(child);
      assert.deepEqual([item.prompt, item.media], [itemBeforeStart.prompt, itemBeforeStart.media]);
      app().ctx.content.current = loadWithGenerator();
      assert.deepEqual(await findItem(child), item);
      const prompts = new Set([item.prompt]);
      for (let number = 1; number <= 4; number += 1) {
        const correctAnswers = getCorrectAnswersOfAttempt(app(), { profileId: child.id, taskId: TASK, number });
        assert.equal((await child.complete(TASK, { answers: correctAnswers })).score, 1);
        prompts.add((await findItem(child)).prompt);
        await child.start(TASK);
      }
      assert.ok(prompts.size >= 4, [...prompts].join()); // of five attempts, two may have the same numbers by chance
    });

    it('is graded with its own numbers, and its hints and feedback contain them', async () => {
      app().ctx.content.current = loadWithGenerator();
      const child = await createLearner();
      await child.start(TASK);
      const item = await findItem(child);
      const [a, b] = readNumbers(item);
      assert.ok((a % 10) + (b % 10) >= 10);
      assert.deepEqual(item.options.map(({ id }) => id).sort(), ['o1', 'o2', 'o3', 'o4']);
      const { hints } = await child.takeHint(TASK, 'carry');
      assert.deepEqual(hints, [`First ${a} + ${b - (b % 10)}.`]);
      const wrongGrade = await child.answer(TASK, 'carry', findOption(item, a + b - 10));
      assert.deepEqual([wrongGrade.correct, wrongGrade.feedback], [false, `The ones make ${(a % 10) + (b % 10)}.`]);
      const correctGrade = await child.answer(TASK, 'carry', findOption(item, a + b));
      assert.deepEqual(
        [correctGrade.correct, correctGrade.score, correctGrade.feedback],
        [true, 0.5, `Yes: ${a + b}.`], // a correct second try counts half
      );
      const result = await child.complete(TASK);
      const itemResult = result.items.find(({ item_id }: { item_id: string }) => item_id === 'carry');
      assert.deepEqual([itemResult.score, itemResult.feedback], [0.5, `Yes: ${a + b}.`]);
      const record = await app()
        .ctx.db.selectFrom('item_records')
        .select('last_missed_draw')
        .where('profile_id', '=', child.id)
        .where('item_id', '=', 'carry')
        .executeTakeFirstOrThrow();
      assert.deepEqual(JSON.parse(record.last_missed_draw ?? ''), { a, b });
    });

    it('has a picture of its numbers, and requests for pictures with invalid numbers get 404', async () => {
      app().ctx.content.current = loadWithGenerator();
      const child = await createLearner();
      const item = await findItem(child);
      const [a] = readNumbers(item);
      const [medium] = item.media;
      assert.equal(medium?.alt_text, `Blocks: ${a}`);
      const { pathname, search } = new URL(medium?.url ?? '');
      const picture = await fetch(`${app().url}${pathname}${search}`);
      assert.equal(picture.headers.get('content-type'), 'image/svg+xml');
      assert.match(picture.headers.get('cache-control') ?? '', /immutable/);
      assert.match(await picture.text(), /^<svg /);
      for (const draw of ['{"a":9999999,"b":20}', '{"a":20}', '[]', '"', '{"a":16,"b":14,"c":1}']) {
        const path = `/drawn/${TASK}/carry/${Buffer.from(draw).toString('base64url')}.svg`;
        assert.equal((await fetch(`${app().url}${path}`)).status, 404, draw);
      }
      // A property that every object inherits is not an item. `e30` is {} in base64url.
      assert.equal((await fetch(`${app().url}/drawn/${TASK}/toString/e30.svg`)).status, 404);
    });

    it('keeps its numbers when the pack changes and still allows them; otherwise it has new numbers and loses its saved answer', async () => {
      app().ctx.content.current = loadWithGenerator();
      const child = await createLearner();
      await child.start(TASK);
      const item = await findItem(child);
      await child.saveAnswers(TASK, [
        { item_id: 'carry', response: 'o1' },
        { item_id: 'nine-and-six', response: 15 },
      ]);
      app().ctx.content.current = loadWithGenerator(ENTRY.replace('{a} + {b} = ?', 'How much is {a} + {b}?'));
      assert.equal((await findItem(child)).prompt, `How much is ${item.prompt.replace(' = ', '')}`);
      app().ctx.content.current = loadWithGenerator(
        ENTRY.replace('from: 16, to: 68', 'from: 169, to: 269').replace('"a + b < 100"', '"a < 300"'),
      );
      const redrawnItem = await findItem(child);
      assert.ok(readNumbers(redrawnItem)[0] >= 169);
      assert.deepEqual((await child.getTask(TASK)).attempt.answers_saved, [{ item_id: 'nine-and-six', response: 15 }]);
      const [a, b] = readNumbers(redrawnItem);
      const correctGrade = await child.answer(TASK, 'carry', findOption(redrawnItem, a + b));
      assert.deepEqual([correctGrade.correct, correctGrade.score], [true, 1]);
    });
  },
  WITHOUT_RATE_LIMITS,
);
