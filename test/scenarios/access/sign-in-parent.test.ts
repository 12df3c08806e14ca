import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { addSeconds, DAY, HOUR, MINUTE } from '../../../src/core/instant.ts';
import { type Answer, assertRefusal, type Request, sharedWorld, type World } from '../../support/test-app.ts';

const newAddress = () => `parent-${randomBytes(5).toString('hex')}@example.org`;

/** Another six digits than these. */
const otherThan = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0');

function send(world: World, email: string, request: Request = {}, how = 'register'): Promise<Answer> {
  return world.call('POST', `/app/auth/${how}/parent`, { body: { email }, ...request });
}

function verify(world: World, email: string, code: string, request: Request = {}): Promise<Answer> {
  return world.call('POST', '/app/auth/verify-email', { body: { email, code }, ...request });
}

async function sentCode(world: World, email: string, request: Request = {}): Promise<string> {
  const answer = await send(world, email, request);
  assert.equal(answer.status, 200, answer.text);
  return world.codeFor(email);
}

async function lettersTo(world: World, email: string) {
  return (await world.letters()).filter(({ to }) => to?.some(({ address }) => address === email));
}

async function guessWrong(world: World, email: string, code: string, times: number, request: Request = {}) {
  for (let i = 1; i <= times; i += 1)
    assertRefusal(await verify(world, email, otherThan(code, i), request), 400, 'INVALID_CODE');
}

function assertTooMany(answer: Answer, seconds: number): void {
  assertRefusal(answer, 429, 'RATE_LIMITED');
  assert.equal(answer.headers.get('retry-after'), String(seconds));
}

sharedWorld('Requesting a sign-in code', (world) => {
  it('sends one email with the code and creates no account yet', async () => {
    const email = newAddress();
    const changes = await world().changes(async () => {
      const answer = await send(world(), email);
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get('cache-control'), 'no-store');
      assert.deepEqual(Object.keys(answer.body), ['data']);
      const { message, expires_in_seconds, ...rest } = answer.body.data;
      assert.equal(typeof message, 'string');
      assert.equal(expires_in_seconds, 600);
      assert.deepEqual(rest, {});
    });
    assert.deepEqual(changes, { codes: 1, counters: 3, outbox: 1 });
    const [letter, ...more] = await lettersTo(world(), email);
    assert.deepEqual(more, []);
    assert.equal(letter?.subject, 'Your sign-in code');
    assert.match(letter?.text ?? '', /\n\n\d{6}\n\n/, 'six unbroken digits on a line of their own');
    assert.match(letter?.html ?? '', /\d{6}/);
    assert.equal(await world().count('outbox'), 0);
  });

  it('gives the same response for known and unknown addresses, registering or signing in', async () => {
    const { email: known } = await world().registerParent();
    const shown = ({ status, text, headers }: Answer) => {
      const telling = [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
      return { status, text, telling };
    };
    const answers = [
      await send(world(), known),
      await send(world(), newAddress()),
      await send(world(), known, {}, 'login'),
      await send(world(), newAddress(), {}, 'login'),
    ].map(shown);
    assert.equal(answers[0]?.status, 200);
    for (const answer of answers) assert.deepEqual(answer, answers[0]);
  });

  it('trims and lower-cases the address', async () => {
    const email = newAddress();
    const { status } = await send(world(), `  ${email.toUpperCase()}\n`);
    assert.equal(status, 200);
    const answer = await verify(world(), ` ${email.replace('p', 'P')}`, await world().codeFor(email));
    assert.equal(answer.body.data.is_new_user, true);
    const again = await verify(world(), email, await sentCode(world(), email));
    assert.equal(again.body.data.is_new_user, false);
  });

  it('accepts valid addresses only', async () => {
    const fine = [
      'a@b.co',
      "o'neil+kids@mail.example.org",
      'józef@przykład.pl',
      'a@1.2.3.de',
      `${'a'.repeat(64)}@b.co`,
    ];
    for (const email of fine) assert.equal((await send(world(), email)).status, 200, email);
    const wrong = [
      'nobody',
      '@b.co',
      'a@',
      'a@b',
      'a@@b.co',
      'a b@c.de',
      'a@b..co',
      'a@-b.co',
      'a@b.co,c@d.eu',
      'a@b.co\r\nBcc: c@d.eu',
      'Mum <a@b.co>',
      'a＠b.co',
      `${'a'.repeat(65)}@b.co`,
      `a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(20)}`,
    ];
    const changes = await world().changes(async () => {
      for (const email of wrong) {
        assertRefusal(await send(world(), email), 400, 'VALIDATION_ERROR', ['email']);
        assertRefusal(await send(world(), email, {}, 'login'), 400, 'VALIDATION_ERROR', ['email']);
        assertRefusal(await verify(world(), email, '123456'), 400, 'VALIDATION_ERROR', ['email']);
      }
    });
    assert.deepEqual(changes, {});
  });
});

sharedWorld('Verifying a sign-in code', (world) => {
  it('creates an account and a session of 7 days', async () => {
    const email = newAddress();
    const code = await sentCode(world(), email);
    let answer: Answer | undefined;
    const changes = await world().changes(async () => {
      answer = await verify(world(), email, code);
    });
    assert.equal(answer?.status, 200);
    const { token, expires_at, is_new_user, ...rest } = answer.body.data;
    assert.deepEqual(rest, {});
    assert.equal(is_new_user, true);
    assert.equal(expires_at, addSeconds(world().ctx.now(), 7 * DAY));
    assert.deepEqual(changes, { profiles: 1, sessions: 1, counters: 2 });
    assert.equal((await lettersTo(world(), email)).length, 1, 'the first sign-in sends no other letter');

    const { avatar, avatar_url, id, ...me } = (await world().call('GET', '/app/users/me', { token })).body.data;
    assert.deepEqual(me, {
      display_name: 'Parent',
      birth_year: null,
      language: 'en',
      role: 'parent',
      linked_parent_email: null,
      created_at: world().ctx.now(),
    });
    assert.ok(id && avatar.skin && avatar_url);
  });

  it('signs in to the same account after registering again or logging in', async () => {
    const { email, token } = await world().registerParent();
    const { id } = (await world().call('GET', '/app/users/me', { token })).body.data;
    for (const door of ['login', 'register']) {
      await send(world(), email, {}, door);
      const code = await world().codeFor(email);
      const changes = await world().changes(async () => {
        const answer = await verify(world(), email, code);
        assert.equal(answer.body.data.is_new_user, false);
        const me = await world().call('GET', '/app/users/me', { token: answer.body.data.token });
        assert.equal(me.body.data.id, id);
      });
      assert.deepEqual(changes, { sessions: 1, outbox: 1 }, 'and a letter: this device has not told its name');
    }
  });

  it('ignores spaces and dashes', async () => {
    for (const [before, between] of [
      ['', ' '],
      [' ', '-'],
      ['\t', ' – '],
    ]) {
      const email = newAddress();
      const code = await sentCode(world(), email);
      const typed = `${before}${code.slice(0, 3)}${between}${code.slice(3)} `;
      assert.equal((await verify(world(), email, typed)).status, 200, typed);
    }
  });

  it('works once', async () => {
    const email = newAddress();
    const code = await sentCode(world(), email);
    assert.equal((await verify(world(), email, code)).status, 200);
    const changes = await world().changes(async () => {
      assertRefusal(await verify(world(), email, code), 400, 'INVALID_CODE');
    });
    assert.deepEqual(changes, {});
  });

  it('works within 600 seconds', async () => {
    const [early, late] = [newAddress(), newAddress()];
    const codes = [await sentCode(world(), early), await sentCode(world(), late)] as const;
    world().pass(599);
    assert.equal((await verify(world(), early, codes[0])).status, 200);
    world().pass(1);
    const changes = await world().changes(async () => {
      assertRefusal(await verify(world(), late, codes[1]), 400, 'INVALID_CODE');
    });
    assert.deepEqual(changes, { counters: 2 }, 'counted, nothing more');
  });

  it('works for the newest code only', async () => {
    const email = newAddress();
    const [first, second] = [await sentCode(world(), email), await sentCode(world(), email)];
    if (first !== second) assertRefusal(await verify(world(), email, first), 400, 'INVALID_CODE');
    assert.equal((await verify(world(), email, second)).status, 200);
    assert.equal((await lettersTo(world(), email)).length, 2);
  });

  it('works for the address that the code was sent to only', async () => {
    const [mine, yours] = [newAddress(), newAddress()];
    const code = await sentCode(world(), mine);
    await send(world(), yours);
    if (code !== (await world().codeFor(yours))) assertRefusal(await verify(world(), yours, code), 400, 'INVALID_CODE');
    assertRefusal(await verify(world(), newAddress(), code), 400, 'INVALID_CODE');
    assert.equal((await verify(world(), mine, code)).status, 200);
  });

  it('creates nothing when the code is wrong', async () => {
    const email = newAddress();
    const code = await sentCode(world(), email);
    const changes = await world().changes(async () => {
      await guessWrong(world(), email, code, 1, { device: 'a-device-that-guesses' });
    });
    assert.deepEqual(changes, { counters: 2 });
    const saved = await world().call('GET', '/app/auth/profiles', { device: 'a-device-that-guesses' });
    assert.deepEqual(saved.body.data, []);
  });

  it('gives a session that lasts 7 days to the second', async () => {
    const { token } = await world().registerParent();
    world().pass(7 * DAY - 1);
    assert.equal((await world().call('GET', '/app/users/me', { token })).status, 200);
    world().pass(1);
    assertRefusal(await world().call('GET', '/app/users/me', { token }), 401, 'UNAUTHORIZED');
  });

  it('gives a session that can be signed out without ending others', async () => {
    const phone = await world().registerParent(undefined, { device: 'the-phone' });
    const code = await sentCode(world(), phone.email, { device: 'the-laptop' });
    const laptop = (await verify(world(), phone.email, code, { device: 'the-laptop' })).body.data.token;
    assert.equal((await world().call('POST', '/app/auth/logout', { token: phone.token })).status, 200);
    assertRefusal(await world().call('GET', '/app/users/me', { token: phone.token }), 401, 'UNAUTHORIZED');
    assert.equal((await world().call('GET', '/app/users/me', { token: laptop })).status, 200);
  });

  it('replaces an earlier session on the same device', async () => {
    const device = 'the-only-phone';
    const { email, token } = await world().registerParent(undefined, { device });
    const code = await sentCode(world(), email, { device });
    const newer = (await verify(world(), email, code, { device })).body.data.token;
    assertRefusal(await world().call('GET', '/app/users/me', { token }), 401, 'UNAUTHORIZED');
    assert.equal((await world().call('GET', '/app/users/me', { token: newer })).status, 200);
  });
});

sharedWorld('Wrong sign-in codes', (world) => {
  const mine = { from: '203.0.113.7' };

  it('block the requesting client after five tries until the code expires', async () => {
    const email = newAddress();
    const code = await sentCode(world(), email, mine);
    world().pass(61);
    await guessWrong(world(), email, code, 5, mine);
    assertTooMany(await verify(world(), email, code, mine), 600 - 61);
    world().pass(61);
    assertTooMany(await verify(world(), email, code, mine), 600 - 122);
    assert.equal((await verify(world(), email, code)).status, 200, 'others have tries of their own');
  });

  it('block all other clients together after five tries, but not the requester', async () => {
    const email = newAddress();
    const code = await sentCode(world(), email, { device: 'the-asking-phone' });
    await guessWrong(world(), email, code, 5);
    assertTooMany(await verify(world(), email, code), 600);
    assert.equal((await verify(world(), email, code, { device: 'the-asking-phone' })).status, 200);
  });

  it('allow five new tries with a new code, up to ten in an hour', async () => {
    const email = newAddress();
    await guessWrong(world(), email, await sentCode(world(), email), 5);
    await guessWrong(world(), email, await sentCode(world(), email), 5);
    const third = await sentCode(world(), email);
    assertTooMany(await verify(world(), email, third), HOUR);
    world().pass(HOUR - 1);
    assertTooMany(await verify(world(), email, await sentCode(world(), email)), 1);
    world().pass(1);
    assert.equal((await verify(world(), email, await world().codeFor(email))).status, 200);
  });

  it('allow twenty tries in a day', async () => {
    const email = newAddress();
    for (let hour = 0; hour < 2; hour += 1) {
      await guessWrong(world(), email, await sentCode(world(), email), 5);
      await guessWrong(world(), email, await sentCode(world(), email), 5);
      world().pass(HOUR);
    }
    assertTooMany(await verify(world(), email, await sentCode(world(), email)), DAY - 2 * HOUR);
    world().pass(DAY - 2 * HOUR);
    assert.equal((await verify(world(), email, await sentCode(world(), email))).status, 200);
  });

  it('are not forgiven by a correct code, which gives back only its own try', async () => {
    const email = newAddress();
    await guessWrong(world(), email, await sentCode(world(), email), 5);
    for (let i = 0; i < 3; i += 1) {
      assert.equal((await verify(world(), email, await sentCode(world(), email))).status, 200);
    }
    await guessWrong(world(), email, await sentCode(world(), email), 5);
    assertTooMany(await verify(world(), email, await sentCode(world(), email)), HOUR);
  });

  it('from strangers leave a known device its own tries', async () => {
    const device = 'dads-own-phone';
    const { email } = await world().registerParent(undefined, { device });
    const code = await sentCode(world(), email, { device: 'a-stranger' });
    await guessWrong(world(), email, code, 5, { device: 'another-stranger' });
    assertTooMany(await verify(world(), email, code, { device: 'a-third-one' }), 600);
    await guessWrong(world(), email, code, 4, { device });
    assert.equal((await verify(world(), email, code, { device })).status, 200);

    world().pass(61); // a device may ask ten times a minute
    const next = await sentCode(world(), email, { device: 'a-stranger' });
    await guessWrong(world(), email, next, 5, { device });
    assertTooMany(await verify(world(), email, next, { device }), 600);
  });

  it('from strangers never lock out a device that has signed in as this parent', async () => {
    const device = 'mums-own-phone';
    const { email } = await world().registerParent(undefined, { device });
    await guessWrong(world(), email, await sentCode(world(), email), 5);
    await guessWrong(world(), email, await sentCode(world(), email), 5);
    const code = await sentCode(world(), email, { device });
    assertTooMany(await verify(world(), email, code), HOUR);
    await guessWrong(world(), email, code, 4, { device });
    assert.equal((await verify(world(), email, code, { device })).status, 200);

    const { email: another } = await world().registerParent();
    await guessWrong(world(), another, await sentCode(world(), another), 5);
    await guessWrong(world(), another, await sentCode(world(), another), 5);
    const code2 = await sentCode(world(), another, { device });
    assertTooMany(await verify(world(), another, code2, { device }), HOUR);
  });
});

sharedWorld('Emails with codes', (world) => {
  const sendEach = async (email: string, times: number, request: Request = {}) => {
    for (let i = 0; i < times; i += 1) {
      const answer = await send(world(), email, request, i % 2 ? 'login' : 'register');
      assert.equal(answer.status, 200, answer.text);
      await world().letters(); // each leaves before the next is asked for
    }
  };

  it('are limited to ten in ten minutes per address over all endpoints', async () => {
    const { email } = await world().registerParent(); // the first
    for (let i = 0; i < 3; i += 1) {
      const { status } = await world().call('POST', '/api/auth/send-email-code', { body: { email } });
      assert.equal(status, 200);
    }
    await sendEach(email, 6);
    const changes = await world().changes(async () => {
      assertTooMany(await send(world(), email), 10 * MINUTE);
      assertTooMany(await send(world(), email, {}, 'login'), 10 * MINUTE);
      assertTooMany(await world().call('POST', '/api/auth/send-email-code', { body: { email } }), 10 * MINUTE);
    });
    assert.deepEqual(changes, {});
    assert.equal((await lettersTo(world(), email)).length, 10);
    assert.equal(
      (await verify(world(), email, await world().codeFor(email))).status,
      200,
      'the last code is still good',
    );
    world().pass(10 * MINUTE);
    await sendEach(email, 1);
    assert.equal((await lettersTo(world(), email)).length, 12, 'one of them about the sign-in above');
  });

  it('are limited to forty a day per address', async () => {
    const email = newAddress();
    for (let i = 0; i < 4; i += 1) {
      await sendEach(email, 10);
      world().pass(10 * MINUTE);
    }
    assertTooMany(await send(world(), email), DAY - 40 * MINUTE);
    assert.equal((await lettersTo(world(), email)).length, 40);
    world().pass(DAY - 40 * MINUTE);
    await sendEach(email, 1);
  });

  it('are counted separately for a device that has signed in as this parent', async () => {
    const device = 'dads-own-phone';
    const { email } = await world().registerParent(undefined, { device }); // then it was a stranger's device
    await sendEach(email, 9);
    assertTooMany(await send(world(), email), 10 * MINUTE);
    await sendEach(email, 10, { device });
    world().pass(61);
    assertTooMany(await send(world(), email, { device }), 10 * MINUTE - 61);
    assert.equal((await lettersTo(world(), email)).length, 20);
  });
});
