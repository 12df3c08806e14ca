import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import { DAY, HOUR, MINUTE } from '../../../src/core/time/instant.ts';
import { sendDailyEmails } from '../../../src/features/notification-delivery/daily-email.ts';
import { deliverNotifications } from '../../../src/features/notification-delivery/index.ts';
import { assignTodo } from '../../../src/features/todos/index.ts';
import { loadSecrets } from '../../../src/platform/secrets/secrets.ts';
import { assertRedirect, createFormBrowser } from '../../support/browser/form-browser.ts';
import { carryOutAfterUndoTime } from '../../support/family/decisions.ts';
import { addGuardian, signInToPanel } from '../../support/family/guardians.ts';
import { createTodoClient, registerTodoFamily } from '../../support/family/todos.ts';
import { submitPicture } from '../../support/learning/submissions.ts';
import { startPushService } from '../../support/servers/push-service.ts';
import { type TestApp, testWithApp } from '../../support/test-app.ts';

const service = await startPushService();
after(service.stop);
const options = { env: { PUSH_SERVICES: service.url } };
const PATH = '/panel/account/notifications';

/** A family whose parent is signed in to the panel in one browser and is told there, and a child named Mia. */
async function registerToldFamily(app: TestApp) {
  const family = await registerTodoFamily(app);
  await app.call('PATCH', '/app/users/me', { token: family.child.token, body: { display_name: 'Mia' } });
  const caller = await signInToPanel(app, family.parent.token);
  const panel = createFormBrowser(app, caller.cookie, null);
  const browser = service.createBrowser();
  assertRedirect(
    await panel.submit('/panel/account/notifications/browsers', { subscription: browser.subscription }),
    '/panel/account?done=notifications-on',
  );
  return { ...family, caller, panel, browser };
}

/** Lets time pass and tells what is due then, as three processes would. */
async function deliverAfter(app: TestApp, seconds: number): Promise<void> {
  app.advance(seconds);
  await Promise.all([1, 2, 3].map(() => deliverNotifications(app.ctx)));
}

const listTitles = ({ messages }: { messages: readonly { title: string; body: string }[] }) =>
  messages.map(({ title, body }) => [title, ...(body ? [body] : [])].join(' / '));

testWithApp(
  'a parent is told once what waits within a minute, with the name alone, and not again for ten minutes',
  async (app) => {
    const { todos, assign, browser, panel } = await registerToldFamily(app);
    assert.match((await panel.open('/panel/account')).text, /data-push="B[\w-]{86}" data-subscribed>/);
    const worker = await app.call('GET', '/panel/push-worker.js');
    assert.match(
      `${worker.headers.get('content-type')} ${worker.text}`,
      /^text\/javascript.*addEventListener\('push'/s,
    );
    for (let i = 0; i < 3; i++)
      await todos.setStatus(await assign({ title: `Secret ${i}`, due_date: '2026-12-24' }), 'done');
    await deliverAfter(app, MINUTE - 1);
    assert.equal(browser.requests.length, 0);
    await deliverAfter(app, 1);
    const { lang, navigate, ...message } = browser.messages[0] ?? assert.fail();
    assert.deepEqual([lang, navigate], ['en', `${app.url}/panel/approvals`]);
    assert.deepEqual(listTitles({ messages: [message] }), ['Waiting for you: Mia / Done for today: Mia']);
    assert.doesNotMatch(JSON.stringify(browser.messages), /Secret/);
    assert.deepEqual([browser.requests[0]?.ttl, browser.requests[0]?.topic], [String(DAY), 'family']);
    await todos.setStatus(await assign({ due_date: '2026-12-24' }), 'done');
    await deliverAfter(app, 9 * MINUTE);
    assert.equal(browser.requests.length, 1);
    await deliverAfter(app, MINUTE);
    assert.equal(browser.messages.length, 2);
    assert.doesNotMatch(app.log.join(), new RegExp(browser.endpoint.slice(-12)), 'the log names no browser');
  },
  options,
);

testWithApp(
  'the page of work offers to tell what waits until the parent answers',
  async (app) => {
    const { panel, browser } = await registerToldFamily(app);
    const hasOffer = async () => (await panel.open('/panel/approvals')).text.includes('Tell me when something waits');
    assert.match(
      (await panel.open('/panel/approvals')).text,
      /data-push="B[\w-]{86}">.*name="back" value="\/panel\/approvals"/s,
    );
    const back = '/panel/approvals';
    await app.assertRowChanges({ notification_settings: 1 }, async () =>
      assertRedirect(
        await panel.submit(`${PATH}/browsers`, { subscription: browser.subscription, back }),
        '/panel/approvals?done=notifications-on',
      ),
    );
    assert.equal(await hasOffer(), false);
    await panel.submit(`${PATH}/remove`, {
      browser: (await app.ctx.db.selectFrom('push_subscriptions').select('id').executeTakeFirstOrThrow()).id,
    });
    assert.equal(await hasOffer(), false, 'no second time');
    const saved = await panel.submit(PATH, { waiting: 'on', done: 'on', daily: 'on', back });
    assertRedirect(saved, '/panel/approvals?done=notifications-daily');
    assert.match(
      (await panel.open('/panel/approvals?done=notifications-daily')).text,
      /class="flash">You get one email a day/,
    );
    assertRedirect(await panel.submit(PATH, { back: '/elsewhere' }), '/panel/account?done=notifications-saved');
  },
  options,
);

testWithApp(
  'nothing is told if nothing waits anymore, and nothing that the parent does not want',
  async (app) => {
    const { todos, assign, browser, panel } = await registerToldFamily(app);
    const save = (fields: object) =>
      panel.submit(PATH, { waiting: 'on', quiet_from: '20', quiet_until: '7', ...fields });
    assertRedirect(await save({}), '/panel/account?done=notifications-saved');
    const id = await assign();
    await todos.setStatus(id, 'done');
    await panel.submit(`/panel/todos/${id}/review`, { decision: 'approved', back: '/panel' });
    await carryOutAfterUndoTime(app);
    await deliverAfter(app, MINUTE);
    assert.deepEqual(browser.requests, [], 'approved within a minute');
    await panel.submit(PATH, { done: 'on', quiet_from: '20', quiet_until: '7' });
    await todos.setStatus(await assign({ due_date: '2026-11-20' }), 'done');
    await todos.setStatus(await assign({ due_date: '2026-11-20' }), 'done');
    const dueId = await assign({ due_date: '2026-11-20' });
    await deliverAfter(app, MINUTE);
    assert.deepEqual(browser.requests, [], 'a to-do is still due');
    await todos.setStatus(dueId, 'done');
    await deliverAfter(app, MINUTE);
    await todos.setStatus(await assign(), 'done');
    await deliverAfter(app, HOUR);
    assert.deepEqual(listTitles(browser), ['Done for today: Mia'], 'once a day');
    for (const quiet_from of ['24', '-1', 'x', ''])
      assert.equal((await panel.submit(PATH, { quiet_from, quiet_until: '7' })).status, 400, quiet_from);
  },
  options,
);

testWithApp(
  'in the quiet hours of the family messages are held, and one at their end says everything',
  async (app) => {
    const { todos, assign, browser, child } = await registerToldFamily(app);
    app.advance(10.5 * HOUR); // 18:30 in UTC, 20:30 in Kyiv
    const headers = { 'x-timezone': 'Europe/Kyiv' };
    for (const title of ['One', 'Two']) {
      const id = await assign({ title, due_date: '2026-11-20' });
      await app.call('PATCH', `/app/todos/${id}`, { token: child.token, headers, body: { status: 'done' } });
      await deliverAfter(app, 20 * MINUTE);
    }
    await deliverAfter(app, 9 * HOUR + 49 * MINUTE); // 04:59 in UTC
    assert.deepEqual(browser.requests, []);
    await deliverAfter(app, MINUTE);
    assert.deepEqual(listTitles(browser), ['Waiting for you: Mia / Done yesterday: Mia']);
    await todos.list();
    await deliverAfter(app, DAY);
    assert.equal(browser.requests.length, 1);
  },
  options,
);

testWithApp(
  'a message is tried again when the push service says, and a browser that is gone is removed',
  async (app) => {
    const { todos, assign, browser, panel } = await registerToldFamily(app);
    await panel.submit('/panel/account/notifications/test');
    browser.answer = { status: 429, headers: { 'retry-after': '600' } };
    await deliverAfter(app, 0);
    await deliverAfter(app, 599);
    assert.equal(browser.requests.length, 1);
    browser.answer = { status: 503 };
    await deliverAfter(app, 1);
    browser.answer = { status: 302, headers: { location: `${service.url}/elsewhere` } };
    await deliverAfter(app, MINUTE);
    await deliverAfter(app, HOUR);
    assert.equal(browser.requests.length, 3, 'another answer is final, and no redirect is followed');
    browser.answer = { status: 201 };
    await panel.submit('/panel/account/notifications/test');
    await deliverAfter(app, 0);
    assert.deepEqual(listTitles(browser), ['It works: we’ll tell you here.']);
    browser.answer = { status: 410 };
    await todos.setStatus(await assign(), 'done');
    await app.assertRowChanges({ push_subscriptions: -1 }, () => deliverAfter(app, MINUTE));
    const outcomes = (await app.ctx.metrics.collect()).match(/push_messages_total\{.*/g)?.sort();
    assert.deepEqual(outcomes, [
      'push_messages_total{outcome="deferred"} 2',
      'push_messages_total{outcome="dropped"} 1',
      'push_messages_total{outcome="gone"} 1',
      'push_messages_total{outcome="sent"} 1',
    ]);
  },
  options,
);

testWithApp(
  'while the signing key changes, browsers are told as before, and those that knew only the removed key are removed',
  async (app) => {
    const { browser, panel } = await registerToldFamily(app);
    const { settings } = app.ctx;
    const oldKey = readFileSync(join(settings.dataDir, 'secret-key'), 'utf8').trim();
    const newKey = 'n3w-k3y-f0r-b0th-t0kens-and-push-messages';
    const deliverWith = async (secretKeys: string[]) => {
      await panel.submit('/panel/account/notifications/test');
      await deliverNotifications({ ...app.ctx, secrets: loadSecrets({ ...settings, secretKeys }) });
    };
    await deliverWith([newKey, oldKey]);
    assert.equal(browser.messages.length, 1);
    await app.assertRowChanges({ push_subscriptions: -1 }, () => deliverWith([newKey]));
    assert.equal(browser.requests.length, 1);
  },
  options,
);

testWithApp(
  'the service connects only to known push services, with keys of a browser, and to ten browsers of a parent',
  async (app) => {
    const { panel, browser, parentId } = await registerToldFamily(app);
    const valid = JSON.parse(browser.subscription);
    const subscribe = (subscription: unknown) =>
      panel.submit('/panel/account/notifications/browsers', {
        subscription: typeof subscription === 'string' ? subscription : JSON.stringify(subscription),
      });
    const { port } = new URL(service.url);
    await app.assertRowChanges({}, async () => {
      for (const subscription of [
        '',
        'x',
        'null',
        '{}',
        { ...valid, endpoint: 'https://evil.example/push' },
        { ...valid, endpoint: `http://127.0.0.1:${Number(port) + 1}/push` },
        { ...valid, endpoint: `http://localhost:${port}/push` },
        { ...valid, endpoint: `http://user@127.0.0.1:${port}/push` },
        { ...valid, endpoint: `${service.url}/${'x'.repeat(2000)}` },
        { ...valid, endpoint: 7 },
        { ...valid, keys: { ...valid.keys, p256dh: valid.keys.p256dh.slice(0, -4) } },
        { ...valid, keys: { ...valid.keys, p256dh: Buffer.alloc(65, 4).toString('base64url') } },
        { ...valid, keys: { ...valid.keys, auth: 'AAAA' } },
      ])
        assert.match(
          (await subscribe(subscription)).text,
          />We can’t tell you in this browser, because/,
          JSON.stringify(subscription),
        );
    });
    await app.assertRowChanges({ push_subscriptions: 9 }, async () => {
      const more = Array.from({ length: 9 }, () => service.createBrowser().subscription);
      for (const subscription of [...more, browser.subscription])
        assert.equal((await subscribe(subscription)).status, 303);
      assert.equal((await subscribe(service.createBrowser().subscription)).status, 409);
    });
    const other = await registerToldFamily(app);
    const ids = await app.ctx.db
      .selectFrom('push_subscriptions')
      .select('id')
      .where('profile_id', '=', parentId)
      .execute();
    await app.assertRowChanges({}, async () => {
      for (const { id } of ids) await other.panel.submit('/panel/account/notifications/remove', { browser: id });
    });
    await app.assertRowChanges({ push_subscriptions: -1 }, async () => {
      for (const id of [ids[0]?.id ?? '', ids[0]?.id ?? '', 'x\0'])
        assertRedirect(
          await panel.submit('/panel/account/notifications/remove', { browser: id }),
          '/panel/account?done=notifications-removed',
        );
    });
  },
  options,
);

testWithApp(
  'a browser is told nothing after signing out in it or everywhere, by another parent, or about a child that is not the parent’s',
  async (app) => {
    const { caller, browser, parent, child, todos, assign } = await registerToldFamily(app);
    const openBrowser = async (session: { cookie: string }) => {
      const panel = createFormBrowser(app, session.cookie, null);
      const pushBrowser = service.createBrowser();
      await panel.submit('/panel/account/notifications/browsers', { subscription: pushBrowser.subscription });
      return { panel, pushBrowser };
    };
    const former = await openBrowser((await addGuardian(app, { child, caller })).caller);
    const second = await openBrowser(await signInToPanel(app, parent.token));
    const third = await openBrowser(await signInToPanel(app, parent.token));
    await app.assertRowChanges({ push_subscriptions: -1 }, () => second.panel.submit('/logout'));
    const signIn = async (token: string, cookie: string) => {
      const code = await app.generateManagerCode(token);
      assert.equal((await app.call('POST', '/api/auth/verify-code', { body: { code }, cookie })).status, 200);
    };
    await signIn(parent.token, caller.cookie); // again, which ends the session of this browser, but not its subscription
    await app.ctx.write(({ db }) => db.deleteFrom('guardians').where('rank', '=', 2).execute());
    await todos.setStatus(await assign(), 'done');
    await deliverAfter(app, MINUTE);
    const counts = [browser, former.pushBrowser, second.pushBrowser, third.pushBrowser].map(
      ({ requests }) => requests.length,
    );
    assert.deepEqual(counts, [1, 0, 0, 1]);
    const [device = ''] = /__Host-device=[^;]*/.exec(caller.cookie) ?? [];
    await signIn((await app.registerParent()).token, device); // another parent, without the cookie of the session
    assert.equal(await app.countRows('push_subscriptions'), 2);
    const lost = await signInToPanel(app, parent.token);
    await openBrowser(lost); // a browser whose session has ended by time long ago
    await app.ctx.write(({ db }) => db.deleteFrom('panel_sessions').where('id', '=', lost.sessionId).execute());
    assert.equal(await app.countRows('push_subscriptions'), 3);
    await third.panel.submit('/panel/account/sign-out-everywhere');
    assert.equal(await app.countRows('push_subscriptions'), 1, 'that of the former guardian');
  },
  options,
);

testWithApp(
  'siblings whose guardians came in different orders do not wait for each other in a circle',
  async (app) => {
    const { child, parent, parentId, caller } = await registerToldFamily(app);
    const dad = await addGuardian(app, { child, caller });
    const children = [child];
    for (let i = 0; i < 7; i++) {
      const [first, second] = i % 2 === 0 ? [dad, { parent, caller }] : [{ parent, caller }, dad];
      const sibling = await app.registerChild();
      await app.linkChild(first.parent.token, sibling.token);
      await addGuardian(app, { child: sibling, caller: first.caller }, second.parent);
      children.push(sibling);
    }
    for (let i = 0; i < 16; i++) {
      app.advance(2 * MINUTE);
      const session = await signInToPanel(app, (i % 2 === 0 ? dad.parent : parent).token);
      const panel = createFormBrowser(app, session.cookie, null);
      await panel.submit('/panel/account/notifications/browsers', {
        subscription: service.createBrowser().subscription,
      });
    }
    const taps: (() => Promise<unknown>)[] = [];
    for (const { id, token } of children) {
      for (let i = 0; i < 5; i++) {
        const [todo] = await assignTodo(app.ctx, parentId, [id], { title: 'Tidy up', requires_approval: i % 2 === 0 });
        taps.push(() => createTodoClient(app, token).setStatus(todo?.id ?? '', 'done'));
      }
    }
    await Promise.all(taps.map((tap) => tap()));
  },
  { ...options, only: 'postgres' },
);

testWithApp(
  'the email of the day lists what waits, in the evening of the family, and only if something is new',
  async (app) => {
    const { parent, panel, todos, assign, child } = await registerToldFamily(app);
    const listEmails = async () =>
      (await app.fetchEmailsTo(parent.email)).filter(({ subject = '' }) => /^Mia.* waiting for you$/.test(subject));
    await panel.submit(PATH, { daily: 'on', quiet_from: '20', quiet_until: '7' });
    await deliverAfter(app, 10 * HOUR); // 18:00
    assert.deepEqual(await listEmails(), [], 'nothing waits');
    const headers = { 'x-timezone': 'Europe/Warsaw' };
    for (const title of ['One', 'One', 'Two'])
      await app.call('PATCH', `/app/todos/${await assign({ title })}`, {
        token: child.token,
        headers,
        body: { status: 'done' },
      });
    await deliverAfter(app, 0); // 19:00 in Warsaw
    const [email] = await listEmails();
    assert.equal(email?.subject, 'Mia: 3 to‑dos waiting for you');
    assert.match(email?.text ?? '', /^Mia: .+\n\nThis waits for you:\n- One\s×\s2 \(20 Nov\)\n- Two \(20 Nov\)\n\n/);
    assert.match(email?.text ?? '', /\/panel\/approvals/);
    await todos.setStatus(await assign(), 'done');
    await deliverAfter(app, HOUR);
    await deliverAfter(app, 21 * HOUR);
    assert.equal((await listEmails()).length, 1, 'before the next evening');
    await deliverAfter(app, 2 * HOUR);
    await deliverAfter(app, DAY);
    assert.equal((await listEmails()).length, 2, 'nothing new waits on the third day');
  },
  options,
);

testWithApp(
  'the email of the day names five things of eight children and counts the others, with at most 14 statements',
  async (app) => {
    const { parent, panel, todos, assign, child } = await registerToldFamily(app);
    await panel.submit(PATH, { daily: 'on', weekly: 'on', quiet_from: '20', quiet_until: '7' });
    await submitPicture(app, { token: child.token });
    app.advance(1);
    await todos.setStatus(await assign({ title: 'www.evil.example' }), 'done');
    for (let i = 1; i < 8; i++) {
      const sibling = await app.registerChild();
      app.advance(7);
      await app.linkChild(parent.token, sibling.token);
      await app.call('PATCH', '/app/users/me', { token: sibling.token, body: { display_name: `Child ${i}` } });
      const { id } = await createTodoClient(app, sibling.token).add({ title: `Chore ${i}` });
      await app.ctx.write(({ db }) =>
        db
          .updateTable('todos')
          .set({ status: 'awaiting_approval', completed_at: app.ctx.now() })
          .where('id', '=', id)
          .execute(),
      );
    }
    app.advance(10 * HOUR);
    const countBefore = app.ctx.database.getQueryCount();
    await sendDailyEmails(app.ctx);
    const count = app.ctx.database.getQueryCount() - countBefore;
    assert.ok(count <= 14, `${count} statements`);
    const email = (await app.fetchEmailsTo(parent.email)).find(({ subject = '' }) => subject.startsWith('Mia'));
    assert.equal(email?.subject, 'Mia, Child 1, Child 2, +5: 8 to‑dos and a drawing waiting for you');
    assert.match(
      email?.text ?? '',
      /^Mia, .+\n\nMia\n- [A-Z].+ \(20 Nov\)\n- a to-do \(20 Nov\)\n\nChild 1\n- Chore 1 \(20 Nov\)\n\nChild 2\n- .+\n\nChild 3\n- .+\n\nand 4 more\n/,
    );
    const url = email?.headers.find(({ key }) => key === 'list-unsubscribe')?.value.slice(1, -1) ?? assert.fail();
    assert.ok(email?.text?.includes(url), 'the link is in the email, too');
    const isOn = async () => /name="daily" value="on" checked/.test((await panel.open('/panel/account')).text);
    assert.equal(await isOn(), true);
    assert.match((await app.call('GET', new URL(url).pathname)).text, /Unsubscribe from the daily email\?/);
    assert.equal(await isOn(), true, 'opening the link changes nothing');
    await app.call('POST', new URL(url).pathname);
    assert.equal(await isOn(), false);
    assert.match((await panel.open('/panel/account')).text, /name="weekly" value="on" checked/);
    const settings = /\/panel\/account\?open=notifications/.exec(email?.text ?? '')?.[0] ?? assert.fail();
    assert.match((await panel.open(settings)).text, /<details id="notifications" open>/);
  },
  options,
);
