import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { useBrowser } from '../support/browser/browser.ts';
import { openPlayTab } from '../support/browser/play-tab.ts';
import { assertNoInjectedMarkup, PAYLOADS } from '../support/browser/xss-payloads.ts';
import { createLearningClient } from '../support/learning/learning-client.ts';
import { CREATIVE_TASK_ID } from '../support/learning/submissions.ts';
import { type TestApp, testWithApp } from '../support/test-app.ts';

const getBrowser = useBrowser();
/** Tasks of the small packs that together have items of all kinds. */
const TASKS_WITH_ALL_ITEM_KINDS = ['what-is-alive', 'at-the-pond', 'plants-and-animals', 'story-sense', 'first-sums'];
/** The fields of API responses that contain texts of children, parents and authors. */
const TEXT_FIELDS = new Set([
  'alt_text',
  'caption',
  'decision_note',
  'description',
  'display_name',
  'feedback',
  'hints',
  'instructions',
  'label',
  'level_name',
  'linked_parent_email',
  'message',
  'name',
  'prompt',
  'text',
  'title',
  'unlock_condition',
]);

/** Matches most of the payloads. */
const PAYLOAD_PATTERN = /onerror|onload|onfocus|ontoggle|onstart|alert|hx-/;

/** Replaces each text in a response with three payloads: the next three of the list after those of the previous text. */
function replaceTexts(value: unknown, field: string, counter: { payloadCount: number }): unknown {
  if (Array.isArray(value)) return value.map((entry) => replaceTexts(entry, field, counter));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, innerValue]) => [key, replaceTexts(innerValue, key, counter)]),
    );
  if (!TEXT_FIELDS.has(field) || typeof value !== 'string') return value;
  counter.payloadCount += 3;
  return [0, 1, 2].map((i) => PAYLOADS[(counter.payloadCount + i) % PAYLOADS.length]).join(' ');
}

testWithApp(
  "the child's app shows XSS payloads in every text as plain text",
  async (app) => {
    const { page, context, child, errors, open } = await openPlayTab(app, getBrowser());
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    const checklist = [{ text: 'x' }];
    await app.call('POST', '/app/todos', { token: child.token, body: { title: 'x', checklist } });
    const client = createLearningClient(app, child);
    for (const task of TASKS_WITH_ALL_ITEM_KINDS) await client.startAndComplete(task); // earns badges and unlocks tasks
    const counter = { payloadCount: 0 };
    let firstItemIndex = 0;
    let isRefusingRequests = false;
    await page.route('**/app/**', async (route) => {
      if (isRefusingRequests && route.request().method() === 'POST')
        return route.fulfill({
          status: 409,
          json: replaceTexts({ error: { code: 'CONFLICT', message: 'x' } }, '', counter),
        });
      const response = await route.fetch();
      const body = await response.json();
      const { items } = body.data;
      // The task begins with the item at `firstItemIndex`.
      if (Array.isArray(items) && items[0]?.prompt)
        body.data.items = [...items.slice(firstItemIndex), ...items.slice(0, firstItemIndex)];
      // Adds texts that this child does not have: a submission with feedback, and a linked parent.
      if (body.data.kind === 'creative')
        body.data.latest_submission = {
          id: 'x',
          status: 'changes_requested',
          text: 'x',
          media: [],
          feedback: { text: 'x' },
        };
      if (body.data.linked_parent_email === null) body.data.linked_parent_email = 'x';
      await route.fulfill({ response, json: replaceTexts(body, '', counter) });
    });
    for (const path of [
      'home',
      'todos',
      'me',
      'me/levels',
      'me/badges',
      'me/dress',
      'me/settings',
      `task/${CREATIVE_TASK_ID}`,
    ]) {
      await open(path);
      await assertShowsPayload(page, path);
    }
    await open('world/number-garden');
    await page.locator('.map-location-button').first().click();
    await page.getByRole('dialog').getByRole('link').first().waitFor();
    await assertShowsPayload(page, 'the dialog of a location');
    for (const [task, itemIndex] of listItemsOfAllKinds(app)) {
      firstItemIndex = itemIndex;
      await open(`task/${task}`);
      await page.locator('.task-heading').waitFor();
      await assertShowsPayload(page, `${task} ${itemIndex}`);
    }
    firstItemIndex = 0;
    await open('task/first-sums');
    await page.getByRole('button', { name: /Hint/ }).click();
    await page.locator('.hints').waitFor();
    await page.locator('.option').first().click();
    await page.getByRole('button', { name: 'Check' }).click();
    await page.locator('.feedback').waitFor();
    await assertShowsPayload(page, 'the feedback');
    await open('task/bundles-of-ten');
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await page.locator('.stars').waitFor();
    await assertShowsPayload(page, 'the result');
    await open('todos');
    await page.getByRole('textbox', { name: 'Something to do' }).fill(PAYLOADS.join(' '));
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('button', { name: 'Look' }).click();
    const outbox = page.getByRole('dialog');
    await outbox.getByText('Waits to be sent').waitFor();
    await assertShowsPayload(
      page,
      'a title in the list of unsent work',
      outbox.locator('b', { hasText: PAYLOAD_PATTERN }),
    );
    isRefusingRequests = true;
    await context.setOffline(false);
    await assertShowsPayload(
      page,
      'a refusal in the list of unsent work',
      outbox.locator('.warning-text', { hasText: PAYLOAD_PATTERN }),
    );
    assert.ok(counter.payloadCount > PAYLOADS.length);
    assert.deepEqual(dialogs, []);
    assert.deepEqual(
      errors.filter((error) => !error.includes('status of 409')),
      [],
    );
    await context.close();
  },
  { only: 'sqlite' },
);

/** One item of each kind: its task and its index in the task. */
function listItemsOfAllKinds({ ctx }: TestApp): (readonly [string, number])[] {
  const itemPositionByKind = new Map<string, readonly [string, number]>();
  for (const id of TASKS_WITH_ALL_ITEM_KINDS) {
    const { items = [] } = ctx.content.current.tasks.get(id) ?? {};
    for (const [i, { kind }] of items.entries()) itemPositionByKind.set(kind, [id, i]);
  }
  assert.equal(itemPositionByKind.size, 10);
  return [...itemPositionByKind.values()];
}

async function assertShowsPayload(
  page: Page,
  screenName: string,
  payloadLocator = page.getByText(PAYLOAD_PATTERN),
): Promise<void> {
  await payloadLocator
    .first()
    .waitFor({ state: 'attached' })
    .catch(() => assert.fail(`${screenName} does not show a payload`));
  await assertNoInjectedMarkup(page, screenName);
}
