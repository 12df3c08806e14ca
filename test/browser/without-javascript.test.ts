import assert from 'node:assert/strict';
import { useBrowser } from '../support/browser/browser.ts';
import { clickButton, openParentTab, requestEmailCode, submitEmailCode } from '../support/browser/panel-pages.ts';
import { carryOutAfterUndoTime } from '../support/family/decisions.ts';
import { createTodoClient } from '../support/family/todos.ts';
import { testWithApp } from '../support/test-app.ts';

const getBrowser = useBrowser();

testWithApp(
  'without JavaScript, a parent signs up, adds a child, gives it a to-do, changes and approves it, and changes settings',
  async (app) => {
    const { page, context, errors } = await openParentTab(app, getBrowser(), { width: 390, hasJavaScript: false });
    const email = 'mum@example.org';
    await page.goto('/');
    await page.getByRole('link', { name: /I’m a parent/ }).click();
    await requestEmailCode(page, email);
    await submitEmailCode(page, await app.fetchEmailedCode(email));
    await page.getByLabel('Your name for the children').fill('Mum');
    await clickButton(page, 'Continue');
    await page.getByRole('checkbox').check();
    await clickButton(page, 'Continue');
    await page.getByLabel('Name').fill('Lily');
    await page.getByLabel('Birth year').fill('2021');
    assert.equal(await page.getByRole('button', { name: 'Star 7' }).isDisabled(), true, 'only says what stands for 7');
    assert.equal(await page.getByText('Tap four pictures').isVisible(), false);
    await page.getByLabel('PIN: four digits').fill('7305');
    await clickButton(page, 'Add child');
    const address = (await page.locator('.address').innerText()).split('/t/')[1] ?? '';
    const device = 'the-tablet-in-the-kitchen';
    const { body } = await app.call('POST', '/app/auth/tablet', { body: { code: address }, device });
    const [lily] = body.data.children;
    await page.getByRole('link', { name: 'Check now' }).click();
    await page.getByText('Lily is connected').waitFor();
    await page.getByRole('link', { name: 'Go to Today' }).click();

    const { token } = (await app.loginChild(lily.id, '7305', { device })).body.data;
    await page.getByRole('link', { name: 'Plan', exact: true }).click();
    await page.getByRole('link', { name: 'Lily', exact: true }).click();
    await page.getByText('Add a to-do').click();
    await page.getByLabel('What needs doing?').fill('Set the table');
    await clickButton(page, 'Add');
    await page.getByRole('link', { name: 'Edit “Set the table”' }).click();
    await page.getByLabel('What needs doing?').fill('Set the table for five');
    await clickButton(page, 'Save');
    await page.getByText('To-do saved.').waitFor();
    await carryOutAfterUndoTime(app);
    const todos = createTodoClient(app, token);
    const [todo] = await todos.list();
    assert.equal(todo?.title, 'Set the table for five');
    await todos.setStatus(todo?.id ?? '', 'done');
    await page.getByRole('link', { name: 'Work' }).click();
    await clickButton(page, 'Approve: Set the table for five · Lily');
    await carryOutAfterUndoTime(app);
    assert.equal((await todos.list())[0]?.status, 'approved');

    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Lily', exact: true }).click();
    await page.getByText('Permissions').click();
    const permissions = page.locator('form[action$="/permissions"]');
    const permission = permissions.getByRole('checkbox').first();
    const wasChecked = await permission.isChecked();
    await permission.setChecked(!wasChecked);
    await permissions.getByRole('button').click();
    await page.locator('.flash').waitFor();
    await page.getByText('Permissions').click();
    assert.equal(await permission.isChecked(), !wasChecked);
    await page.getByRole('link', { name: 'Learning', exact: true }).click();
    await page.getByRole('link', { name: 'Activity' }).click();
    await page.getByText('Set the table for five', { exact: true }).waitFor();
    assert.deepEqual(errors, []);
    await context.close();
  },
  { only: 'sqlite' },
);
