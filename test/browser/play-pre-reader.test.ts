import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Content, Media } from '../../src/content/index.ts';
import { openTab, useBrowser } from '../support/browser/browser.ts';
import { assertAccessible } from '../support/browser/page-checks.ts';
import { enterAnswer, getOptionText } from '../support/browser/play-answers.ts';
import {
  type PlayTab,
  readDeviceStorage,
  runJourney,
  signInOnDevice,
  switchReading,
} from '../support/browser/play-tab.ts';
import { installVoice, takeSpokenTexts, waitUntilSpoken } from '../support/browser/voice.ts';
import { loadAllPacks } from '../support/content/packs.ts';
import { getAttemptTask, getCorrectResponse } from '../support/learning/learning-client.ts';
import { describeWithApp, NEW_CHILD } from '../support/test-app.ts';

const getBrowser = useBrowser();
const TASK_ID = 'words-rhyme-shells';
const COUNTING_TASK_ID = 'duck-first-five';
const RECORDED_WORD = 'hat';
const NO_BREAK_SPACE = '\u00a0';
/** In pixels, for five things in a row. The space between two belongs to them, too. */
const MIN_THING_WIDTH = 44;
/** For so long, the app waits for the voices of a new device. */
const VOICE_LOADING_MS = 2000;
/** From "I’m new" to the first answer. */
const MAX_TAPS = 6;
/** From "I’m new" to the stars of the first task. */
const MAX_SECONDS = 60;

// The child in these tests reads no text: it hears the prompt and the cards, and taps a card by its position.

describeWithApp(
  "the child's app for children who cannot read yet",
  (app) => {
    before(() => {
      app.ctx.content.current = addRecording(loadAllPacks());
    });

    const testJourney = (name: string, run: (tab: PlayTab) => Promise<void>) =>
      it(name, () => {
        const runWithVoice = async (tab: PlayTab) => {
          await tab.context.addInitScript(installVoice);
          await run(tab);
        };
        return runJourney(app, getBrowser(), runWithVoice, { width: 360, height: 740 });
      });

    it('leads a child of four from "I’m new" to a first answer with six taps, and says what to do on each screen', async () => {
      const { page, context, errors } = await openTab(getBrowser(), app.url, {
        width: 390,
        height: 844,
        hasTouch: true,
        hasServiceWorker: false,
      });
      await context.addInitScript(installVoice);
      await page.goto('/play');
      await waitUntilSpoken(page, 'Who is playing?');
      await page.getByRole('link', { name: 'I’m new' }).click();
      const startedAt = performance.now();
      let taps = 0;
      const tap = async (name: string) => {
        taps += 1;
        await page.getByRole('button', { name, exact: true }).click();
      };
      await waitUntilSpoken(page, 'How old are you?');
      await tap('4');
      await waitUntilSpoken(page, 'Which one do you like?');
      await tap('Rabbit');
      await waitUntilSpoken(page, 'Choose three pictures. Keep them secret.');
      for (const picture of ['Star', 'Balloon', 'Frog']) await tap(picture);
      await page.locator('.task-content').waitFor();
      const prompt = await page.getByRole('heading', { level: 1 }).innerText();
      await waitUntilSpoken(page, prompt.replaceAll(NO_BREAK_SPACE, ' '));
      await takeSpokenTexts(page);
      taps += 1;
      await page.locator('.option').first().click();
      await page.locator('.feedback').waitFor();
      assert.ok(taps <= MAX_TAPS, `${taps} taps`);
      const feedback = await page.locator('.feedback p').first().innerText();
      await waitUntilSpoken(page, feedback.replaceAll(NO_BREAK_SPACE, ' '));
      await assertAccessible(page);
      const taskId = page.url().split('/').at(-1) ?? '';
      const { session = '{}' } = (await readDeviceStorage(page)).values ?? {};
      const attempt = getAttemptTask(app, { profileId: JSON.parse(session).profileId, taskId, number: 1 });
      const next = page.getByRole('button', { name: 'Next', exact: true });
      for (const [i, item] of attempt.task.items.entries()) {
        const key = attempt.itemKeys.get(item.id);
        const isAnswered = i === 0 && (await next.isVisible());
        if (key && !isAnswered) await enterAnswer(page, item, getCorrectResponse(item, key), 'touch');
        const check = page.getByRole('button', { name: 'Check', exact: true });
        if (await check.isVisible()) await check.click(); // where more than one tap is the answer
        await next.click();
      }
      await page.locator('.stars').waitFor();
      const seconds = (performance.now() - startedAt) / 1000;
      console.log(`a child of four: ${taps} taps to the first answer, ${seconds.toFixed(1)} s to the first stars`);
      assert.ok(seconds < MAX_SECONDS, `${seconds} s`);

      // Things are counted aloud at a tap, and with the keyboard.
      await page.goto(`/play/task/${COUNTING_TASK_ID}`);
      const things = page.locator('.thing');
      await things.first().waitFor();
      await takeSpokenTexts(page);
      await things.last().tap();
      await waitUntilSpoken(page, '1');
      const thingCount = await things.count();
      for (let number = 2; number <= thingCount; number += 1) {
        await things.nth(number - 2).press('Enter');
        await waitUntilSpoken(page, String(number));
      }
      assert.equal(await page.locator('.thing[data-number]').count(), thingCount);
      const { width = 0 } = (await things.last().boundingBox()) ?? {};
      assert.ok(width >= MIN_THING_WIDTH, `${width} px`);
      await assertAccessible(page);

      // On the map, tasks are pictures that say their title.
      await page.goto('/play/world/duck-pond');
      await page.getByRole('button', { name: /Reed Bank/ }).click();
      const tile = page.locator('.task-tile').first();
      await tile.locator('img').waitFor();
      await tile.getByRole('button').click();
      await waitUntilSpoken(page, (await tile.locator('b').innerText()).replaceAll(NO_BREAK_SPACE, ' '));
      await assertAccessible(page);

      // The sheet of a place marks the task that home recommends.
      await page.goto('/play/home');
      const recommendedPath = (await page.locator('a.next-step').getAttribute('href')) ?? '';
      const recommended = app.ctx.content.current.tasks.get(recommendedPath.split('/').at(-1) ?? '');
      assert.ok(recommended);
      await page.goto(`/play/world/${recommended.world_id}`);
      const place = app.ctx.content.current.locations.get(recommended.location_id);
      await page
        .locator('.map-location.current', { hasText: place?.title.en ?? '-' })
        .getByRole('button')
        .click();
      const nextTask = page.locator('.next-task');
      assert.match(await nextTask.innerText(), /go on here/i);
      assert.equal(await nextTask.count(), 1);
      assert.equal(await nextTask.getByRole('link').getAttribute('href'), recommendedPath);

      // A to-do is added with a tap on a picture, and says its title.
      await page.goto('/play/todos');
      await tap('Brush my teeth');
      await waitUntilSpoken(page, 'Brush my teeth');
      const row = page.locator('.todo').filter({ hasText: 'Brush my teeth' });
      await row.locator('.todo-picture').waitFor();
      assert.equal(await page.getByRole('button', { name: 'Brush my teeth', exact: true }).count(), 0);
      await takeSpokenTexts(page);
      await row.locator('.speak-button').click();
      await waitUntilSpoken(page, 'Brush my teeth');
      assert.equal(await page.getByRole('textbox').count(), 0);
      await assertAccessible(page);

      // After too many mistakes, pictures say what the child can do.
      await page.goto(`/play/task/${TASK_ID}`);
      const { tasks, taskKeys } = app.ctx.content.current;
      for (const item of tasks.get(TASK_ID)?.items ?? []) {
        assert.ok(item.kind === 'single_choice' || item.kind === 'true_false');
        const key = taskKeys.get(TASK_ID)?.itemKeys.get(item.id);
        const [wrong, otherWrong = wrong] = item.options.filter(
          ({ id }) => key?.kind !== item.kind || id !== key.answer,
        );
        await enterAnswer(page, item, wrong?.id, 'touch');
        await page.locator('.feedback').waitFor();
        if (await next.isHidden()) await enterAnswer(page, item, otherWrong?.id, 'touch');
        await next.click();
      }
      await waitUntilSpoken(page, 'Home');
      assert.equal(await page.locator('.action-bar').count(), 0);
      await assertAccessible(page);
      await page.getByRole('button', { name: 'Try again', exact: true }).click();
      await page.locator('.task-content').waitFor();
      assert.deepEqual(errors, []);
      await context.close();
    });

    it('moves nothing on a device without a voice, and begins with what needs no words, on home and on the map', () =>
      runJourney(app, getBrowser(), async ({ page, open, device }) => {
        const body = { ...NEW_CHILD, birth_year: NEW_CHILD.birth_year + 4 };
        const { data } = (await app.call('POST', '/app/auth/register/child', { body })).body;
        await signInOnDevice(page, device, { ...data, birthYear: body.birth_year });
        await open('home');
        const links = page.locator('.next-steps:not(.to-come) a');
        const listPaths = () => links.evaluateAll((shown) => shown.map((link) => link.getAttribute('href') ?? ''));
        await links.nth(3).waitFor();
        const first = await listPaths();
        assert.equal(first.length, 4);
        await page.waitForTimeout(VOICE_LOADING_MS);
        assert.deepEqual(await listPaths(), first);
        assert.equal(await page.getByText('Can you read yet?').count(), 0, 'nothing reads the question aloud');
        // The device remembers that it has no voice.
        await page.reload();
        await links.first().waitFor({ timeout: VOICE_LOADING_MS - 500 });
        assert.deepEqual(await listPaths(), first);
        const task = app.ctx.content.current.tasks.get(first[0]?.split('/').at(-1) ?? '');
        assert.ok(task);
        await open(`world/${task.world_id}`);
        await page.locator('.map-location.current').getByRole('button').click();
        const next = page.locator('.next-task a');
        assert.equal(await next.getAttribute('href'), first[0]);
        assert.equal(await page.locator('.later-tasks .next-task').count(), 0);
      }));

    testJourney('reads aloud the prompt, every card and the feedback of a task', async ({ page, open }) => {
      const recordingRequest = page.waitForRequest(/media\/hat-en\.wav/);
      // The test opens the task with taps, because a browser plays a recording only after a tap in the app.
      await open('world/lighthouse-of-words');
      await page.locator('.map-location-button').first().click();
      await page.locator(`a[href$="/task/${TASK_ID}"]`).click();
      const { tasks, taskKeys } = app.ctx.content.current;
      for (const [i, item] of (tasks.get(TASK_ID)?.items ?? []).entries()) {
        const answerKey = taskKeys.get(TASK_ID)?.itemKeys.get(item.id);
        assert.ok(item.kind === 'single_choice' || item.kind === 'true_false');
        assert.ok(answerKey?.kind === item.kind);
        const cards = page.locator('.option');
        const correctText = getOptionText(item.options, answerKey.answer);
        await waitUntilSpoken(page, item.prompt.en ?? '');
        for (const { text } of item.options) {
          if (text.en === RECORDED_WORD) await recordingRequest;
          else await waitUntilSpoken(page, text.en ?? '');
        }
        if (i === 0) await assertAccessible(page);
        assert.ok(
          !(await takeSpokenTexts(page)).includes(RECORDED_WORD),
          'the recording is played instead of the voice',
        );
        const cardIndex = (await cards.allInnerTexts()).indexOf(correctText);
        if (correctText !== RECORDED_WORD) {
          await page.locator('.card-speak-button').nth(cardIndex).click();
          await waitUntilSpoken(page, correctText);
          assert.equal(
            await cards.nth(cardIndex).getByRole('radio').isChecked(),
            false,
            'listening to a card does not select it',
          );
        }
        await cards.nth(cardIndex).click();
        await takeSpokenTexts(page);
        await page.locator('.action-bar .big-button').click();
        await waitUntilSpoken(page, answerKey.feedback.right.en ?? '');
        await page.locator('.action-bar .big-button').click();
      }
      await page.locator('.result-card').waitFor();
      await waitUntilSpoken(page, await page.getByRole('heading', { level: 1 }).innerText());
    });

    testJourney('keeps a picked card within the screen of a phone', async ({ page, open }) => {
      await open('task/life-parts-of-day');
      await page.locator('.sequencing-option').first().click();
      await page.getByRole('button', { name: 'Move down' }).waitFor();
      await assertAccessible(page);
      await page.getByRole('button', { name: 'Move down' }).click();
      await page.locator('li:nth-child(2) .picked').waitFor();
    });

    testJourney(
      'reads aloud the story of a location, which stays open until a task of the location is completed',
      async ({ page, open }) => {
        await switchReading({ page, open }, true);
        await open('world/numberwood');
        await page.getByRole('button', { name: /Counting Clearing/ }).click();
        const { story = [] } = app.ctx.content.current.locations.get('counting-clearing') ?? {};
        assert.equal(story.length, 2);
        for (const { text } of story) {
          await page
            .locator('.story li', { hasText: text.en ?? '' })
            .locator('img')
            .waitFor();
          await waitUntilSpoken(page, text.en ?? '');
        }
        await assertAccessible(page);
      },
    );

    testJourney(
      'reads nothing aloud after reading was switched off, except a card whose speaker button is tapped',
      async ({ page, open }) => {
        await switchReading({ page, open }, true);
        await switchReading({ page, open }, false);
        await takeSpokenTexts(page);
        await open(`task/${TASK_ID}`);
        await page.locator('.speakable-card', { hasText: 'cup' }).getByRole('button').click();
        await waitUntilSpoken(page, 'cup');
        assert.deepEqual(await takeSpokenTexts(page), ['cup']);
      },
    );
  },
  { only: 'sqlite' },
);

/** Adds a recording of one word to the packs. */
function addRecording(content: Content): Content {
  const task = content.tasks.get(TASK_ID);
  assert.ok(task);
  const items = task.items.map((item) =>
    item.kind === 'single_choice'
      ? {
          ...item,
          options: item.options.map((option) =>
            option.text.en === RECORDED_WORD ? { ...option, recording: { en: 'hat-en' } } : option,
          ),
        }
      : item,
  );
  const recording: Media = {
    id: 'hat-en',
    file: 'hat-en.wav',
    mime: 'audio/wav',
    bytes: createSilence(),
    version: '1',
    alt: { en: 'The word hat.' },
    caption: null,
    license: 'CC0-1.0',
    source: 'This test',
    size: null,
  };
  return {
    ...content,
    tasks: new Map(content.tasks).set(TASK_ID, { ...task, items }),
    media: new Map(content.media).set(recording.id, recording),
  };
}

/** A WAV file with a tenth of a second of silence. */
function createSilence(): Buffer {
  const sampleCount = 800;
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + sampleCount, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16); // bytes of the format
  header.writeUInt16LE(1, 20); // PCM
  header.writeUInt16LE(1, 22); // one channel
  header.writeUInt32LE(8000, 24); // samples a second
  header.writeUInt32LE(8000, 28); // bytes a second
  header.writeUInt16LE(1, 32); // bytes per sample
  header.writeUInt16LE(8, 34); // bits per sample
  header.write('data', 36);
  header.writeUInt32LE(sampleCount, 40);
  return Buffer.concat([header, Buffer.alloc(sampleCount, 128)]); // 128 is the middle of eight bits
}
