import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { addSeconds, DAY } from '../../../src/core/time/instant.ts';
import { sweepExpiredRows } from '../../../src/platform/database/index.ts';
import { LEASE_SECONDS, MAX_CONCURRENT_EMAILS } from '../../../src/platform/email/rules.ts';
import { createTransport } from '../../../src/platform/email/transport.ts';
import { startMailbox } from '../../support/servers/mailbox.ts';
import { postJson, startService } from '../../support/service/process.ts';
import { waitFor } from '../../support/service/wait-for.ts';
import { type TestApp, testWithApp } from '../../support/test-app.ts';

/** More emails than one process sends at the same time. */
const SLOW_EMAIL_COUNT = 15;
/** Each address has a domain of its own, because few emails are sent to one domain at the same time. */
const SLOW_ADDRESSES = Array.from({ length: SLOW_EMAIL_COUNT }, (_, i) => `slow@example-${i}.org`);
/** More than the longest delay before a code is sent again. */
const RETRY_SECONDS = 31;

testWithApp(
  'an SMTP server that refuses emails or does not respond delays no request, and the email is sent when it has recovered',
  async (app) => {
    for (const mode of ['deferring', 'hanging'] as const) {
      app.mailbox.mode = mode;
      const email = `${mode}@example.org`;
      await assertRespondsQuickly(() => requestCode(app, email));
      const delivery = app.ctx.outbox.deliverDueEmails();
      if (mode === 'deferring') await delivery;
      else while (app.mailbox.countHanging() === 0) await sleep(10);
      assert.equal(app.mailbox.emails.length, 0);
      assert.equal(await app.countRows('outbox'), 1, 'the email stays in the outbox');
      app.mailbox.mode = 'accepting';
      app.advance(LEASE_SECONDS + 1);
      assert.match(await app.fetchEmailedCode(email), /^\d{6}$/);
      assert.equal(await app.countRows('outbox'), 0);
      app.mailbox.emails.length = 0;
      app.mailbox.disconnectHanging();
      await delivery;
    }
  },
);

testWithApp('no email goes without TLS to an SMTP server on another machine, unless the URL allows it', async (app) => {
  const { port } = new URL(app.mailbox.url);
  const send = (url: string) => {
    const transport = createTransport({ ...app.ctx.settings, smtpUrl: url });
    const email = { to: 'parent@example.org', subject: 'Code', text: '123456', html: '', pictures: [] };
    return transport.send('id', email, AbortSignal.timeout(5000)).finally(() => transport.close());
  };
  const otherHost = `[::ffff:127.0.0.1]:${port}`; // reaches this machine, but does not count as a local address
  await assert.rejects(send(`smtp://${otherHost}`), /STARTTLS/);
  assert.equal(app.mailbox.emails.length, 0);
  await send(`smtp://${otherHost}?requireTLS=false`);
  assert.equal(app.mailbox.emails.length, 1);
});

testWithApp('an email is sent after an unreachable SMTP server has been restarted', async (app) => {
  const { port } = new URL(app.mailbox.url);
  await app.mailbox.stop();
  await assertRespondsQuickly(() => requestCode(app, 'down@example.org'));
  await app.ctx.outbox.deliverDueEmails();
  assert.equal(await app.countRows('outbox'), 1);
  assert.ok(
    app.log.some((line) => line.includes('ECONNREFUSED')),
    'the log says why',
  );
  const restartedMailbox = await startMailbox(Number(port));
  app.advance(RETRY_SECONDS);
  await app.ctx.outbox.deliverDueEmails();
  assert.equal(restartedMailbox.emails.length, 1);
  await restartedMailbox.stop();
});

testWithApp('an email whose code has expired is not sent', async (app) => {
  app.mailbox.mode = 'deferring';
  await requestCode(app, 'late@example.org');
  await app.ctx.outbox.deliverDueEmails();
  app.mailbox.mode = 'accepting';
  app.advance(600); // codes expire after ten minutes
  assert.equal((await app.deliverEmails()).length, 0);
  assert.equal(await app.countRows('outbox'), 0);
});

testWithApp('a newer code email replaces an older one that could not be sent', async (app) => {
  app.mailbox.mode = 'deferring';
  await requestCode(app, 'twice@example.org');
  await app.ctx.outbox.deliverDueEmails();
  await requestCode(app, 'twice@example.org');
  app.mailbox.mode = 'accepting';
  app.advance(RETRY_SECONDS);
  assert.equal((await app.deliverEmails()).length, 1);
  const code = await app.fetchEmailedCode('twice@example.org');
  const verified = await app.call('POST', '/app/auth/verify-email', { body: { email: 'twice@example.org', code } });
  assert.equal(verified.status, 200);
});

testWithApp('code emails contain the code in text and HTML, in the requester’s language', async (app) => {
  const subjects = { en: /sign-in code/, es: /código de acceso/, uk: /код для входу/, pl: /kod logowania/ };
  for (const [language, subject] of Object.entries(subjects)) {
    const email = `${language}@example.org`;
    const headers = { 'accept-language': language };
    await app.call('POST', '/app/auth/login/parent', { body: { email }, headers });
    const code = await app.fetchEmailedCode(email);
    const sentEmail = app.mailbox.emails.at(-1);
    assert.match(sentEmail?.subject ?? '', subject);
    assert.ok(sentEmail?.html?.includes(code));
    assert.ok(sentEmail?.html?.includes(`lang="${language}"`));
  }
});

testWithApp('emails in the outbox are encrypted', async (app) => {
  app.mailbox.mode = 'deferring';
  await requestCode(app, 'encrypted@example.org');
  const [row] = await app.ctx.db.selectFrom('outbox').selectAll().execute();
  assert.ok(!JSON.stringify(row).includes('encrypted@'));
  assert.equal(JSON.parse(app.ctx.secrets.decrypt(row?.sealed ?? '')).to, 'encrypted@example.org');
});

testWithApp('an email refused for good is dropped and logged, and one refused temporarily is retried', async (app) => {
  const [permanentRefusal, temporaryRefusal] = [550, 452];
  app.mailbox.recipientReplies.set('gone@example.org', permanentRefusal).set('full@example.org', temporaryRefusal);
  await requestCode(app, 'gone@example.org');
  await requestCode(app, 'full@example.org');
  await app.ctx.outbox.deliverDueEmails();
  const waitingEmails = await app.ctx.db.selectFrom('outbox').selectAll().execute();
  assert.deepEqual(
    waitingEmails.map(({ sealed }) => JSON.parse(app.ctx.secrets.decrypt(sealed)).to),
    ['full@example.org'],
  );
  const logLine =
    app.log.find((line) => line.includes('rejected it permanently')) ??
    assert.fail('no log line reports the rejection');
  assert.match(logLine, /"responseCode":550/);
  assert.ok(
    !app.log.join('').includes('gone@example.org'),
    'the server’s reply contains the email address, and the log must not',
  );
  const metrics = await app.ctx.metrics.registry.metrics();
  assert.match(metrics, /^emails_total\{kind="code",outcome="dropped"\} 1$/m);
  assert.match(metrics, /^emails_total\{kind="code",outcome="deferred"\} 1$/m);
  app.mailbox.recipientReplies.clear();
  app.advance(RETRY_SECONDS);
  assert.deepEqual(
    (await app.deliverEmails()).map(({ to }) => to?.[0]?.address),
    ['full@example.org'],
  );
});

testWithApp('a refused sender address does not count against the recipient', async (app) => {
  app.mailbox.mode = 'rejecting';
  for (let i = 0; i < 4; i += 1) {
    await requestCode(app, 'fine@example.org');
    await app.ctx.outbox.deliverDueEmails();
  }
  assert.equal(await app.countRows('outbox'), 0);
  app.mailbox.mode = 'accepting';
  await requestCode(app, 'fine@example.org');
  assert.equal((await app.deliverEmails()).length, 1);
});

testWithApp('three refusals in a row pause an address for a day; a delivered email resets the count', async (app) => {
  const email = 'gone@example.org';
  const rejectEmails = async (count: number) => {
    app.mailbox.recipientReplies.set(email, 550);
    for (let i = 0; i < count; i += 1) {
      await requestCode(app, email);
      await app.ctx.outbox.deliverDueEmails();
    }
    app.mailbox.recipientReplies.clear();
  };
  const sendTwoAndCountDelivered = async () => {
    app.mailbox.emails.length = 0;
    await requestCode(app, email);
    await enqueueWithoutCode(app, email, 1);
    return (await app.deliverEmails()).length;
  };
  await rejectEmails(2);
  assert.equal(await sendTwoAndCountDelivered(), 2, 'two refusals do not pause the address');
  await rejectEmails(3);
  assert.equal(
    await sendTwoAndCountDelivered(),
    0,
    'while the address is paused, the code is dropped and the other email waits',
  );
  assert.equal(await app.countRows('outbox'), 1);
  assert.ok(!JSON.stringify(await app.ctx.db.selectFrom('email_recipients').selectAll().execute()).includes('gone@'));
  app.advance(DAY);
  assert.equal(await sendTwoAndCountDelivered(), 3, 'the waiting email is delivered too');
  app.advance(7 * DAY);
  await sweepExpiredRows(app.ctx);
  assert.equal(await app.countRows('email_recipients'), 0);
});

testWithApp('a slow recipient delays no other email', async (app) => {
  app.mailbox.recipientReplies.set('slow@example.org', 'hanging');
  app.ctx.outbox.start();
  await requestCode(app, 'slow@example.org');
  await waitFor(() => app.mailbox.countHanging() === 1);
  await requestCode(app, 'quick@example.org');
  await waitFor(() => app.mailbox.emails.length === 1);
  assert.equal(app.mailbox.countHanging(), 1, 'the slow delivery still hangs');
  app.mailbox.disconnectHanging();
});

testWithApp('retried codes leave sender slots free for new codes, which are sent first', async (app) => {
  for (const email of SLOW_ADDRESSES) {
    app.mailbox.recipientReplies.set(email, 450);
    await requestCode(app, email);
  }
  await app.ctx.outbox.deliverDueEmails();
  for (const email of SLOW_ADDRESSES) app.mailbox.recipientReplies.set(email, 'hanging');
  app.advance(RETRY_SECONDS);
  const sending = app.ctx.outbox.deliverDueEmails();
  await waitFor(() => app.mailbox.countHanging() > 0);
  await requestCode(app, 'quick@example.org');
  void app.ctx.outbox.deliverDueEmails();
  await waitFor(() => app.mailbox.emails.length === 1);
  assert.equal(app.mailbox.countHanging(), MAX_CONCURRENT_EMAILS.repeated);
  await acceptHangingEmails(app, sending);
  assert.equal((await app.deliverEmails()).length, SLOW_ADDRESSES.length + 1);
});

testWithApp(
  'codes for one client do not delay other codes, even to the same domain or for a known device at the same IP address',
  async (app) => {
    const from = '203.0.113.9';
    const knownDevice = { from, device: 'kitchen-tablet' };
    const { email } = await app.registerParent(undefined, knownDevice);
    for (const email of SLOW_ADDRESSES) await requestHangingCode(app, email, from);
    const sending = app.ctx.outbox.deliverDueEmails();
    await waitFor(() => app.mailbox.countHanging() === MAX_CONCURRENT_EMAILS.requester);
    app.mailbox.emails.length = 0;
    await requestCode(app, 'quick@example-0.org');
    await requestCode(app, email, knownDevice);
    assert.equal((await app.deliverEmails()).length, 2);
    assert.equal(app.mailbox.countHanging(), MAX_CONCURRENT_EMAILS.requester);
    await acceptHangingEmails(app, sending);
    assert.equal((await app.deliverEmails()).length, SLOW_EMAIL_COUNT + 2);
  },
);

testWithApp('codes for one client do not delay retries of a code for another client', async (app) => {
  for (const email of [...SLOW_ADDRESSES, 'other@example.org']) {
    app.mailbox.recipientReplies.set(email, 450);
    await requestCode(app, email, email.startsWith('slow') ? { from: '203.0.113.9' } : {});
  }
  await app.ctx.outbox.deliverDueEmails();
  for (const email of SLOW_ADDRESSES) app.mailbox.recipientReplies.set(email, 'hanging');
  app.mailbox.recipientReplies.delete('other@example.org');
  app.advance(RETRY_SECONDS);
  const sending = app.ctx.outbox.deliverDueEmails();
  await waitFor(
    () => app.mailbox.emails.length === 1 && app.mailbox.countHanging() === MAX_CONCURRENT_EMAILS.requester,
  );
  await acceptHangingEmails(app, sending);
});

testWithApp('codes to a slow domain do not delay codes to other domains, even for the same client', async (app) => {
  for (let i = 0; i < SLOW_EMAIL_COUNT; i += 1) await requestHangingCode(app, `slow-${i}@slow.example`);
  const sending = app.ctx.outbox.deliverDueEmails();
  await waitFor(() => app.mailbox.countHanging() === MAX_CONCURRENT_EMAILS.domain);
  await requestCode(app, 'quick@example.org');
  assert.match(await app.fetchEmailedCode('quick@example.org'), /^\d{6}$/);
  assert.equal(app.mailbox.countHanging(), MAX_CONCURRENT_EMAILS.domain);
  await acceptHangingEmails(app, sending);
  assert.equal((await app.deliverEmails()).length, SLOW_EMAIL_COUNT + 1);
});

testWithApp('code emails are sent first and have sender slots of their own', async (app) => {
  for (const email of SLOW_ADDRESSES) {
    app.mailbox.recipientReplies.set(email, 'hanging');
    await enqueueWithoutCode(app, email, 1);
  }
  const sending = app.ctx.outbox.deliverDueEmails();
  await waitFor(() => app.mailbox.countHanging() === MAX_CONCURRENT_EMAILS.withoutCode);
  await requestCode(app, 'code@example.org');
  assert.match(await app.fetchEmailedCode('code@example.org'), /^\d{6}$/);
  assert.equal(
    app.mailbox.countHanging(),
    MAX_CONCURRENT_EMAILS.withoutCode,
    'emails without codes use no more connections',
  );
  app.mailbox.recipientReplies.clear();
  const otherEmailCount = 30;
  for (let i = 0; i < otherEmailCount; i += 1) await enqueueWithoutCode(app, `week-${i}@example.org`, 1);
  await requestCode(app, 'second@example.org');
  app.mailbox.acceptHanging();
  await sending;
  const recipients = (await app.deliverEmails()).map(({ to }) => to?.[0]?.address ?? '');
  // Only the first code, the emails that hung and as many other emails were sent before the second code.
  assert.ok(recipients.indexOf('second@example.org') <= 1 + 2 * MAX_CONCURRENT_EMAILS.withoutCode, recipients.join());
  assert.equal(recipients.length, SLOW_EMAIL_COUNT + otherEmailCount + 2);
});

testWithApp('an address gets at most ten emails in ten minutes and twenty in a day, besides codes', async (app) => {
  const email = 'busy@example.org';
  const countDeliveredSoFar = async () => (await app.deliverEmails()).length;
  await enqueueWithoutCode(app, email, 25);
  assert.equal(await countDeliveredSoFar(), 10);
  await requestCode(app, email);
  assert.equal(await countDeliveredSoFar(), 11, 'a code does not wait for the other emails');
  app.advance(599);
  assert.equal(await countDeliveredSoFar(), 11);
  app.advance(1);
  assert.equal(await countDeliveredSoFar(), 21);
  app.advance(DAY - 601);
  assert.equal(await countDeliveredSoFar(), 21);
  app.advance(1);
  assert.equal(await countDeliveredSoFar(), 26, 'the other emails are sent on the next day');
});

it('the service stops with code 0 while an SMTP server hangs, and sends the email after a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'family-hanging-'));
  const mailbox = await startMailbox();
  mailbox.mode = 'hanging';
  const start = () => startService({ DATA_DIR: folder, SMTP_URL: mailbox.url });
  let service = await start();
  try {
    await postJson(`${service.url}/app/auth/register/parent`, { email: 'hanging@example.org' });
    await waitFor(() => mailbox.countHanging() === 1);
    service.process.kill('SIGTERM');
    assert.equal(await service.exited, 0, service.getOutput());
    assert.match(
      service.getOutput(),
      /"name":"AbortError"\}.*will be retried/,
      'the delivery was aborted before the process ended',
    );
    mailbox.mode = 'accepting';
    service = await start();
    await waitFor(() => mailbox.emails.length === 1);
  } finally {
    service.process.kill('SIGKILL');
    await service.exited;
    mailbox.disconnectHanging();
    await mailbox.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Enqueues emails that contain no code. */
async function enqueueWithoutCode({ ctx }: TestApp, to: string, count: number): Promise<void> {
  const now = ctx.now();
  const email = { to, subject: 'Your week', text: 'A week.', html: '<p>A week.</p>' };
  for (let i = 0; i < count; i += 1) {
    const options = { topic: `week ${ctx.random.id()}`, now, expiresAt: addSeconds(now, 3 * DAY) };
    await ctx.write((ctx) => ctx.outbox.enqueue(ctx, email, options));
  }
}

/** Requests a code for an email address whose mail server does not reply. */
async function requestHangingCode(app: TestApp, email: string, from?: string): Promise<void> {
  app.mailbox.recipientReplies.set(email, 'hanging');
  await requestCode(app, email, from === undefined ? {} : { from });
}

/** Lets the mail servers that hang accept their emails, and waits until all emails are sent. */
async function acceptHangingEmails({ mailbox }: TestApp, sending: Promise<unknown>): Promise<void> {
  mailbox.recipientReplies.clear();
  mailbox.acceptHanging();
  await sending;
}

function requestCode(app: TestApp, email: string, client: { from?: string; device?: string } = {}) {
  return app.call('POST', '/app/auth/register/parent', { body: { email }, ...client });
}

async function assertRespondsQuickly(action: () => Promise<{ status: number }>): Promise<void> {
  const startedAt = performance.now();
  assert.equal((await action()).status, 200);
  assert.ok(performance.now() - startedAt < 2000, 'the response does not wait for the SMTP server');
}
