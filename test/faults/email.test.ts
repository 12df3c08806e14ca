import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { addSeconds } from '../../src/core/instant.ts';
import { deleteOldEmailRecipients } from '../../src/platform/email/outbox.ts';
import { SENDERS } from '../../src/platform/email/rules.ts';
import { openMailbox } from '../support/mailbox.ts';
import { post, startService } from '../support/process.ts';
import { story, type World } from '../support/test-app.ts';

story('a refusing or hanging SMTP server delays no request, and the email is sent once it recovers', async (world) => {
  for (const trouble of ['refusing', 'hanging'] as const) {
    world.mailbox.mood = trouble;
    const email = `${trouble}@example.org`;
    await assertQuick(() => ask(world, email));
    const trying = world.ctx.mail.deliverDue();
    if (trouble === 'refusing') await trying;
    else while (world.mailbox.waiting() === 0) await sleep(10);
    assert.equal(world.mailbox.letters.length, 0);
    assert.equal(await world.count('outbox'), 1, 'the letter waits');
    world.mailbox.mood = 'friendly';
    world.pass(61); // past the pause after a failure, and past the lease of a try that hangs
    assert.match(await world.codeFor(email), /^\d{6}$/);
    assert.equal(await world.count('outbox'), 0);
    world.mailbox.letters.length = 0;
    world.mailbox.hangUp();
    await trying;
  }
});

story('an email is sent once an unreachable SMTP server is up again', async (world) => {
  const { port } = new URL(world.mailbox.url);
  await world.mailbox.stop();
  await assertQuick(() => ask(world, 'down@example.org'));
  await world.ctx.mail.deliverDue();
  assert.equal(await world.count('outbox'), 1);
  const back = await openMailbox(Number(port));
  world.pass(61);
  await world.ctx.mail.deliverDue();
  assert.equal(back.letters.length, 1);
  await back.stop();
});

story('an email whose code has expired is not sent', async (world) => {
  world.mailbox.mood = 'refusing';
  await ask(world, 'late@example.org');
  await world.ctx.mail.deliverDue();
  world.mailbox.mood = 'friendly';
  world.pass(600);
  assert.equal((await world.letters()).length, 0);
  assert.equal(await world.count('outbox'), 0);
});

story('a newer code email replaces one that could not be sent', async (world) => {
  world.mailbox.mood = 'refusing';
  await ask(world, 'twice@example.org');
  await world.ctx.mail.deliverDue();
  await ask(world, 'twice@example.org');
  world.mailbox.mood = 'friendly';
  world.pass(31);
  assert.equal((await world.letters()).length, 1);
  const code = await world.codeFor('twice@example.org');
  const verified = await world.call('POST', '/app/auth/verify-email', { body: { email: 'twice@example.org', code } });
  assert.equal(verified.status, 200);
});

story('code emails contain the code in text and HTML, in the requester’s language', async (world) => {
  const subjects = { en: /sign-in code/, es: /código de acceso/, uk: /код для входу/, pl: /kod logowania/ };
  for (const [language, subject] of Object.entries(subjects)) {
    const email = `${language}@example.org`;
    const headers = { 'accept-language': language };
    await world.call('POST', '/app/auth/login/parent', { body: { email }, headers });
    const code = await world.codeFor(email);
    const letter = world.mailbox.letters.at(-1);
    assert.match(letter?.subject ?? '', subject);
    assert.ok(letter?.html?.includes(code));
    assert.ok(letter?.html?.includes(`lang="${language}"`));
  }
});

story('emails in the outbox are encrypted', async (world) => {
  world.mailbox.mood = 'refusing';
  await ask(world, 'sealed@example.org');
  const [row] = await world.ctx.db.selectFrom('outbox').selectAll().execute();
  assert.ok(!JSON.stringify(row).includes('sealed@'));
  assert.equal(JSON.parse(world.ctx.secrets.open(row?.sealed ?? '')).to, 'sealed@example.org');
});

story('an email refused permanently is dropped and logged, and one refused temporarily is retried', async (world) => {
  world.mailbox.recipients.set('gone@example.org', 550).set('full@example.org', 452);
  await ask(world, 'gone@example.org');
  await ask(world, 'full@example.org');
  await world.ctx.mail.deliverDue();
  const waiting = await world.ctx.db.selectFrom('outbox').selectAll().execute();
  assert.deepEqual(
    waiting.map(({ sealed }) => JSON.parse(world.ctx.secrets.open(sealed)).to),
    ['full@example.org'],
  );
  const record = world.log.find((line) => line.includes('refused it permanently')) ?? assert.fail('there is a line');
  assert.match(record, /"responseCode":550/);
  assert.ok(!world.log.join('').includes('gone@example.org'), 'the server repeats the address, the log does not');
  const metrics = await world.ctx.metrics.registry.metrics();
  assert.match(metrics, /^emails_total\{kind="code",outcome="dropped"\} 1$/m);
  assert.match(metrics, /^emails_total\{kind="code",outcome="deferred"\} 1$/m);
  world.mailbox.recipients.clear();
  world.pass(31);
  assert.deepEqual(
    (await world.letters()).map(({ to }) => to?.[0]?.address),
    ['full@example.org'],
  );
});

story('a refused sender address does not count against the recipient', async (world) => {
  world.mailbox.mood = 'rejecting';
  for (let i = 0; i < 4; i += 1) {
    await ask(world, 'fine@example.org');
    await world.ctx.mail.deliverDue();
  }
  assert.equal(await world.count('outbox'), 0);
  world.mailbox.mood = 'friendly';
  await ask(world, 'fine@example.org');
  assert.equal((await world.letters()).length, 1);
});

story('three refusals in a row pause an address for a day, and a delivered email resets them', async (world) => {
  const email = 'gone@example.org';
  const refuse = async (times: number) => {
    world.mailbox.recipients.set(email, 550);
    for (let i = 0; i < times; i += 1) {
      await ask(world, email);
      await world.ctx.mail.deliverDue();
    }
    world.mailbox.recipients.clear();
  };
  const arrives = async () => {
    world.mailbox.letters.length = 0;
    await ask(world, email);
    await tellOf(world, email, 1);
    return (await world.letters()).length;
  };
  await refuse(2);
  assert.equal(await arrives(), 2, 'two are not enough');
  await refuse(3);
  assert.equal(await arrives(), 0, 'paused: the code is dropped, the other email waits');
  assert.equal(await world.count('outbox'), 1);
  assert.ok(!JSON.stringify(await world.ctx.db.selectFrom('email_recipients').selectAll().execute()).includes('gone@'));
  world.pass(DAY);
  assert.equal(await arrives(), 3, 'and the one that has waited');
  world.pass(7 * DAY);
  await deleteOldEmailRecipients(world.ctx);
  assert.equal(await world.count('email_recipients'), 0);
});

story('a slow recipient delays no other email', async (world) => {
  world.mailbox.recipients.set('slow@example.org', 'hanging');
  world.ctx.mail.start();
  await ask(world, 'slow@example.org');
  await until(() => world.mailbox.waiting() === 1);
  await ask(world, 'quick@example.org');
  await until(() => world.mailbox.letters.length === 1);
  assert.equal(world.mailbox.waiting(), 1, 'the other one still hangs');
  world.mailbox.hangUp();
});

story('code emails go first and have their own sender slots', async (world) => {
  const slow = Array.from({ length: 20 }, (_, i) => `slow-${i}@example.org`);
  for (const email of slow) {
    world.mailbox.recipients.set(email, 'hanging');
    await tellOf(world, email, 1);
  }
  const sending = world.ctx.mail.deliverDue();
  await until(() => world.mailbox.waiting() === SENDERS.other);
  await ask(world, 'code@example.org');
  assert.match(await world.codeFor('code@example.org'), /^\d{6}$/);
  assert.equal(world.mailbox.waiting(), SENDERS.other, 'no more than these places are for what is no code');
  world.mailbox.recipients.clear();
  for (let i = 0; i < 30; i += 1) await tellOf(world, `week-${i}@example.org`, 1);
  await ask(world, 'second@example.org');
  world.mailbox.goOn();
  await sending;
  const order = (await world.letters()).map(({ to }) => to?.[0]?.address ?? '');
  assert.ok(order.indexOf('second@example.org') <= 1 + 2 * SENDERS.other, order.join());
  assert.equal(order.length, 52);
});

story('an address gets a limited number of emails, and codes in addition', async (world) => {
  const email = 'much@example.org';
  const count = async () => (await world.letters()).length;
  await tellOf(world, email, 25);
  assert.equal(await count(), 10);
  await ask(world, email);
  assert.equal(await count(), 11, 'a code does not wait for them');
  world.pass(599);
  assert.equal(await count(), 11);
  world.pass(1);
  assert.equal(await count(), 21);
  world.pass(DAY - 601);
  assert.equal(await count(), 21);
  world.pass(1);
  assert.equal(await count(), 26, 'the rest on the next day');
});

it('the service stops cleanly while an SMTP server hangs, and sends the email after a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'family-hanging-'));
  const mailbox = await openMailbox();
  mailbox.mood = 'hanging';
  const start = () => startService({ DATA_DIR: folder, SMTP_URL: mailbox.url });
  let service = await start();
  try {
    await post(`${service.url}/app/auth/register/parent`, { email: 'hanging@example.org' });
    await until(() => mailbox.waiting() === 1);
    service.child.kill('SIGTERM');
    assert.equal(await service.gone, 0, service.output());
    assert.match(service.output(), /"name":"AbortError"\}.*will be retried/, 'the email was given up in order');
    mailbox.mood = 'friendly';
    service = await start();
    await until(() => mailbox.letters.length === 1);
  } finally {
    service.child.kill('SIGKILL');
    await service.gone;
    mailbox.hangUp();
    await mailbox.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

const DAY = 24 * 60 * 60;

/** Emails that are no codes. */
async function tellOf({ ctx }: World, to: string, times: number): Promise<void> {
  const now = ctx.now();
  const letter = { to, subject: 'Your week', text: 'A week.', html: '<p>A week.</p>' };
  for (let i = 0; i < times; i += 1) {
    const about = { topic: `week ${ctx.random.id()}`, now, expiresAt: addSeconds(now, 3 * DAY) };
    await ctx.write(({ tx }) => ctx.mail.enqueue(tx, letter, about));
  }
}

async function until(look: () => boolean): Promise<void> {
  for (let tries = 0; tries < 500; tries += 1) {
    if (look()) return;
    await sleep(20);
  }
  assert.fail('it did not come to pass within ten seconds');
}

function ask(world: World, email: string) {
  return world.call('POST', '/app/auth/register/parent', { body: { email } });
}

async function assertQuick(act: () => Promise<{ status: number }>): Promise<void> {
  const startedAt = performance.now();
  assert.equal((await act()).status, 200);
  assert.ok(performance.now() - startedAt < 2000, 'answered long before the email server does');
}
