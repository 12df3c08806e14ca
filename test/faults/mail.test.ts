import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { openMailbox } from '../support/mailbox.ts';
import { story, type World } from '../support/world.ts';

story(
  'an SMTP server that refuses, hangs or is gone slows nobody, and the letter leaves when it is back',
  async (world) => {
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
  },
);

story('a server that has been down takes the letter when it is up again', async (world) => {
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

story('a letter whose code has died does not leave any more', async (world) => {
  world.mailbox.mood = 'refusing';
  await ask(world, 'late@example.org');
  await world.ctx.mail.deliverDue();
  world.mailbox.mood = 'friendly';
  world.pass(600);
  assert.equal((await world.letters()).length, 0);
  assert.equal(await world.count('outbox'), 0);
});

story('of two letters with codes, the one that failed before gives way to the newer', async (world) => {
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

story('a letter says its code in text and HTML, in the language of whoever asked', async (world) => {
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

story('what waits in the outbox is sealed: neither address nor code stand in the database', async (world) => {
  world.mailbox.mood = 'refusing';
  await ask(world, 'sealed@example.org');
  const [row] = await world.ctx.db.selectFrom('outbox').selectAll().execute();
  assert.ok(!JSON.stringify(row).includes('sealed@'));
  assert.equal(JSON.parse(world.ctx.secrets.open(row?.sealed ?? '')).to, 'sealed@example.org');
});

function ask(world: World, email: string) {
  return world.call('POST', '/app/auth/register/parent', { body: { email } });
}

async function assertQuick(act: () => Promise<{ status: number }>): Promise<void> {
  const startedAt = performance.now();
  assert.equal((await act()).status, 200);
  assert.ok(performance.now() - startedAt < 500, 'answered within half a second');
}
