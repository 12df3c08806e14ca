import assert from 'node:assert/strict';
import { addSeconds, DAY } from '../../../src/core/time/instant.ts';
import { type EmailKind, MAX_CONCURRENT_EMAILS } from '../../../src/platform/email/rules.ts';
import { type TestApp, testWithApp } from '../../support/test-app.ts';

testWithApp('security notices are not delayed by other emails to the same recipient', async (app) => {
  const email = 'guardian@example.org';
  /** Sends the emails that are due, and lists the subjects of all emails sent so far. */
  const deliverAndListSubjects = async () => (await app.deliverEmails()).map(({ subject }) => subject);
  // A recipient gets at most 10 other emails and 20 security notices in ten minutes, and at most 20 and 40 in a day.
  await enqueue(app, email, 'other', 25);
  assert.equal((await deliverAndListSubjects()).length, 10);
  await enqueue(app, email, 'security', 25);
  assert.equal((await deliverAndListSubjects()).length, 10 + 20, 'the limits of the two kinds are separate');
  app.advance(601);
  await enqueue(app, email, 'security', 20);
  assert.equal((await deliverAndListSubjects()).length, 20 + 40);
  assert.equal((await deliverAndListSubjects()).filter((subject) => subject === 'security').length, 40);
  const metrics = await app.ctx.metrics.registry.metrics();
  assert.match(metrics, /^emails_total\{kind="security",outcome="sent"\} 40$/m);
  app.advance(DAY);
  assert.equal((await deliverAndListSubjects()).length, 25 + 45);
});

testWithApp('a security notice is sent before other emails that have waited longer', async (app) => {
  for (let i = 0; i < 8; i += 1) await enqueue(app, `week-${i}@example.org`, 'other', 1);
  await enqueue(app, 'guardian@example.org', 'security', 1);
  const recipients = (await app.deliverEmails()).map(({ to }) => to?.[0]?.address ?? '');
  assert.ok(recipients.indexOf('guardian@example.org') < MAX_CONCURRENT_EMAILS.withoutCode, recipients.join());
});

async function enqueue({ ctx }: TestApp, to: string, kind: EmailKind, count: number): Promise<void> {
  const now = ctx.now();
  const email = { to, subject: kind, text: 'A notice.', html: '<p>A notice.</p>' };
  for (let i = 0; i < count; i += 1) {
    const options = { topic: `${kind} ${ctx.random.id()}`, now, expiresAt: addSeconds(now, 3 * DAY), kind };
    await ctx.write((ctx) => ctx.outbox.enqueue(ctx, email, options));
  }
}
