import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { it } from 'node:test';
import { addSeconds, DAY, HOUR, MINUTE } from '../../../src/core/instant.ts';
import {
  type Answer,
  assertRefusal,
  cookiesOf,
  type Request,
  sharedWorld,
  type World,
} from '../../support/test-app.ts';

interface Person {
  readonly token: string;
}

async function managerCode(world: World, parent: Person): Promise<string> {
  const answer = await world.call('POST', '/app/auth/manager-code', { token: parent.token });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.data.code;
}

function enter(world: World, code: string, request: Request = {}): Promise<Answer> {
  return world.call('POST', '/api/auth/verify-code', { body: { code }, ...request });
}

function sendCode(world: World, email: string, request: Request = {}): Promise<Answer> {
  return world.call('POST', '/api/auth/send-email-code', { body: { email }, ...request });
}

async function sentCode(world: World, email: string, request: Request = {}): Promise<string> {
  const answer = await sendCode(world, email, request);
  assert.equal(answer.status, 200, answer.text);
  return world.codeFor(email);
}

function verify(world: World, email: string, code: string, request: Request = {}): Promise<Answer> {
  return world.call('POST', '/api/auth/verify-email-code', { body: { email, code }, ...request });
}

/** Whether a cookie header opens the panel; without a session its pages lead to the login. */
async function opens(world: World, cookie: string): Promise<boolean> {
  const answer = await world.call('GET', '/panel', { cookie });
  if (answer.status === 200) return true;
  assert.equal(answer.status, 303);
  assert.equal(answer.headers.get('location'), '/login?next=%2Fpanel');
  return false;
}

const otherThan = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0');

async function lettersTo(world: World, email: string) {
  return (await world.letters()).filter(({ to }) => to?.some(({ address }) => address === email));
}

sharedWorld('A manager code', (world) => {
  it('is made for a parent, to be read as XXXX-XXXX within 5 minutes', async () => {
    const parent = await world().registerParent();
    const changes = await world().changes(async () => {
      const answer = await world().call('POST', '/app/auth/manager-code', { token: parent.token });
      assert.equal(answer.status, 201);
      const { code, expires_at, ...rest } = answer.body.data;
      assert.match(code, /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
      assert.equal(expires_at, addSeconds(world().ctx.now(), 5 * MINUTE));
      assert.deepEqual(rest, {});
    });
    assert.deepEqual(changes, { codes: 1 });
  });

  it('is for parents only', async () => {
    const child = await world().registerChild();
    const changes = await world().changes(async () => {
      const path = '/app/auth/manager-code';
      assertRefusal(await world().call('POST', path, { token: child.token }), 403, 'FORBIDDEN');
      assertRefusal(await world().call('POST', path), 401, 'UNAUTHORIZED');
    });
    assert.deepEqual(changes, {});
  });

  it('opens the panel', async () => {
    const { child, parent } = await world().family();
    const me = async (token: string) => (await world().call('GET', '/app/users/me', { token })).body.data;
    const [childMe, parentMe] = [await me(child.token), await me(parent.token)];
    const code = await managerCode(world(), parent);
    let answer: Answer | undefined;
    const changes = await world().changes(async () => {
      answer = await enter(world(), code);
    });
    assert.deepEqual(changes, { panel_sessions: 1, saved_profiles: 1, outbox: 1 }, 'and a letter about the new device');
    assert.equal(answer?.status, 200);
    const { session_id, ...data } = answer.body.data;
    assert.deepEqual(data, {
      user: {
        id: parentMe.id,
        email: parent.email,
        role: 'parent',
        children: [{ profile_id: child.id, display_name: childMe.display_name, avatar_url: childMe.avatar_url }],
      },
      redirect_url: '/panel',
    });
    assert.match(session_id, /^[\w-]+$/);
    const [, letter, ...more] = await lettersTo(world(), parent.email);
    assert.match(letter?.subject ?? '', /New sign-in/);
    assert.deepEqual(more, []);
  });

  it('is read as people type it', async () => {
    const parent = await world().registerParent();
    const typed = [
      (code: string) => code.toLowerCase(),
      (code: string) => code.replace('-', ''),
      (code: string) => ` ${code.replace('-', ' ')} `,
      (code: string) => code.replaceAll('0', 'o').replaceAll('1', 'l'),
      (code: string) => code.replaceAll('0', 'O').replaceAll('1', 'I'),
    ];
    for (const type of typed)
      assert.equal((await enter(world(), type(await managerCode(world(), parent)))).status, 200);
  });

  it('opens it once', async () => {
    const code = await managerCode(world(), await world().registerParent());
    assert.equal((await enter(world(), code)).status, 200);
    const changes = await world().changes(async () => {
      const answer = await enter(world(), code);
      assertRefusal(answer, 400, 'INVALID_CODE');
      assert.deepEqual(answer.headers.getSetCookie(), []);
    });
    assert.deepEqual(changes, {});
  });

  it('is good until 300 seconds have passed', async () => {
    const [mum, dad] = [await world().registerParent(), await world().registerParent()];
    const [first, second] = [await managerCode(world(), mum), await managerCode(world(), dad)];
    world().pass(299);
    assert.equal((await enter(world(), first)).status, 200);
    world().pass(1);
    assertRefusal(await enter(world(), second), 400, 'INVALID_CODE');
  });

  it('is replaced by a newer one', async () => {
    const parent = await world().registerParent();
    const [first, second] = [await managerCode(world(), parent), await managerCode(world(), parent)];
    assertRefusal(await enter(world(), first), 400, 'INVALID_CODE');
    assert.equal((await enter(world(), second)).status, 200);
  });

  it('may be tried five times a minute, right or wrong, well-formed or not', async () => {
    const code = await managerCode(world(), await world().registerParent());
    const from = '198.51.100.9';
    for (const wrong of ['ZZZZ-ZZZZ', '', 'nonsense', 'ZZZZ-ZZZY'])
      assertRefusal(await enter(world(), wrong, { from }), 400, 'INVALID_CODE');
    assertRefusal(await world().call('POST', '/api/auth/verify-code', { body: {}, from }), 400, 'VALIDATION_ERROR');
    const changes = await world().changes(async () => {
      const answer = await enter(world(), code, { from });
      assertRefusal(answer, 429, 'RATE_LIMITED');
      assert.equal(answer.headers.get('retry-after'), '60');
    });
    assert.deepEqual(changes, {});
    assert.equal((await enter(world(), code)).status, 200, 'elsewhere it is still good');
    world().pass(60);
    assertRefusal(await enter(world(), code, { from }), 400, 'INVALID_CODE');
  });
});

sharedWorld('A panel code by e-mail', (world) => {
  it('goes to a registered address', async () => {
    const { email } = await world().registerParent();
    const changes = await world().changes(async () => {
      const answer = await sendCode(world(), ` ${email.toUpperCase()} `);
      assert.equal(answer.status, 200);
      const { message, expires_in_seconds, ...rest } = answer.body.data;
      assert.equal(typeof message, 'string');
      assert.equal(expires_in_seconds, 600);
      assert.deepEqual(rest, {});
    });
    assert.deepEqual(changes, { codes: 1, counters: 2, outbox: 1 }, 'the letters are counted already, the sends not');
    assert.equal((await lettersTo(world(), email)).length, 2);
  });

  it('goes to no other address, and says why', async () => {
    const pending = 'not-yet-verified@example.org';
    await world().call('POST', '/app/auth/register/parent', { body: { email: pending } });
    const changes = await world().changes(async () => {
      assertRefusal(await sendCode(world(), 'nobody@example.org'), 404, 'NOT_FOUND');
      assertRefusal(await sendCode(world(), pending), 404, 'NOT_FOUND');
      for (const email of ['', 'nobody', 'a@b', 'a b@c.de'])
        assertRefusal(await sendCode(world(), email), 400, 'INVALID_EMAIL', ['email']);
      const missing = await world().call('POST', '/api/auth/send-email-code', { body: {} });
      assertRefusal(missing, 400, 'VALIDATION_ERROR', ['email']);
    });
    assert.deepEqual(changes, {});
    assert.deepEqual(await lettersTo(world(), 'nobody@example.org'), []);
  });

  it('is sent three times in ten minutes, whoever asks', async () => {
    const { email } = await world().registerParent();
    for (let i = 0; i < 3; i += 1) assert.equal((await sendCode(world(), email)).status, 200);
    world().pass(30);
    const changes = await world().changes(async () => {
      const answer = await sendCode(world(), email);
      assertRefusal(answer, 429, 'RATE_LIMITED');
      assert.equal(answer.headers.get('retry-after'), String(10 * MINUTE - 30));
    });
    assert.deepEqual(changes, {});
    assert.equal((await lettersTo(world(), email)).length, 4, 'one for the app, three for the panel');
    const byApp = await world().call('POST', '/app/auth/login/parent', { body: { email } });
    assert.equal(byApp.status, 200, 'this limit is the endpoint’s own');
    world().pass(10 * MINUTE - 30);
    assert.equal((await sendCode(world(), email)).status, 200);
  });

  it('opens the panel just as a manager code does, once', async () => {
    const { child, parent } = await world().family();
    const code = await sentCode(world(), parent.email);
    const changes = await world().changes(async () => {
      const answer = await verify(world(), parent.email, `${code.slice(0, 3)} ${code.slice(3)}`);
      assert.equal(answer.status, 200);
      assert.deepEqual(Object.keys(answer.body.data), ['session_id', 'user', 'redirect_url']);
      assert.equal(answer.body.data.user.children[0].profile_id, child.id);
      assert.ok(await opens(world(), cookiesOf(answer)));
      const again = await verify(world(), parent.email, code);
      assertRefusal(again, 400, 'INVALID_CODE');
      assert.deepEqual(again.headers.getSetCookie(), []);
    });
    assert.deepEqual(changes, { panel_sessions: 1, saved_profiles: 1, outbox: 1 }, 'and a letter about the new device');
  });

  it('is good until 600 seconds have passed', async () => {
    const [mum, dad] = [await world().registerParent(), await world().registerParent()];
    const [first, second] = [await sentCode(world(), mum.email), await sentCode(world(), dad.email)];
    world().pass(599);
    assert.equal((await verify(world(), mum.email, first)).status, 200);
    world().pass(1);
    assertRefusal(await verify(world(), dad.email, second), 400, 'INVALID_CODE');
  });

  it('is not the code of the app, nor the other way round', async () => {
    const { email } = await world().registerParent();
    const panels = await sentCode(world(), email);
    await world().call('POST', '/app/auth/login/parent', { body: { email } });
    const apps = await world().codeFor(email);
    const verifyApp = (code: string) => world().call('POST', '/app/auth/verify-email', { body: { email, code } });
    if (panels !== apps) {
      const changes = await world().changes(async () => {
        assertRefusal(await verify(world(), email, apps), 400, 'INVALID_CODE');
        assertRefusal(await verifyApp(panels), 400, 'INVALID_CODE');
      });
      assert.deepEqual(changes, {});
    }
    assert.equal((await verify(world(), email, panels)).status, 200);
    assert.equal((await verifyApp(apps)).status, 200);
  });

  it('may be tried five times, and a browser that has signed in as this parent has tries of its own', async () => {
    const { email } = await world().registerParent();
    const browser = cookiesOf(await verify(world(), email, await sentCode(world(), email)));
    const device = browser.split('; ').find((cookie) => cookie.startsWith('__Host-device='));
    assert.ok(device);
    for (let round = 0; round < 2; round += 1) {
      const code = await sentCode(world(), email);
      for (let i = 1; i <= 5; i += 1)
        assertRefusal(await verify(world(), email, otherThan(code, i)), 400, 'INVALID_CODE');
    }
    const refused = await verify(world(), email, await world().codeFor(email));
    assertRefusal(refused, 429, 'RATE_LIMITED');
    assert.equal(refused.headers.get('retry-after'), '600', 'this code has had its tries');
    assertRefusal(await sendCode(world(), email), 429, 'RATE_LIMITED');
    const code = await sentCode(world(), email, { cookie: device });
    const stranger = await verify(world(), email, code);
    assertRefusal(stranger, 429, 'RATE_LIMITED');
    assert.equal(stranger.headers.get('retry-after'), String(HOUR), 'and the address has had its tries of the hour');
    assert.equal((await verify(world(), email, code, { cookie: device })).status, 200);
  });
});

sharedWorld('A panel session', (world) => {
  it('is a cookie that only this site’s requests carry, new at every login', async () => {
    const parent = await world().registerParent();
    const answer = await enter(world(), await managerCode(world(), parent));
    const [session = '', device = '', ...others] = answer.headers.getSetCookie();
    assert.deepEqual(others, []);
    assert.match(session, /^session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
    assert.match(device, /^__Host-device=[\w-]{32}; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
    assert.equal(answer.headers.get('cache-control'), 'no-store');

    const again = await enter(world(), await managerCode(world(), parent), { cookie: cookiesOf(answer) });
    assert.notEqual(again.headers.getSetCookie()[0], session);
    assert.equal(again.headers.getSetCookie()[1], device, 'the browser stays the same one');
    assert.equal(await opens(world(), cookiesOf(answer)), false, 'the one before it has ended');
    assert.ok(await opens(world(), cookiesOf(again)));
  });

  it('is not opened by its id, nor by what the database knows of it', async () => {
    const answer = await enter(world(), await managerCode(world(), await world().registerParent()));
    const value = cookiesOf(answer).split('; ')[0]?.slice('session='.length) ?? '';
    const id = answer.body.data.session_id;
    const { token_hash } = await world()
      .ctx.db.selectFrom('panel_sessions')
      .select('token_hash')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    assert.equal(token_hash, createHash('sha256').update(value).digest('base64url'));
    for (const wrong of [id, token_hash, '', `${value}x`, value.slice(1), value.toLowerCase()])
      assert.equal(await opens(world(), `session=${wrong}`), false);
    assert.ok(await opens(world(), `session=${value}`));
  });

  it('opens nothing of the app, and the app’s token nothing of the panel', async () => {
    const parent = await world().registerParent();
    const cookie = await world().panelCookie(parent.token);
    assertRefusal(await world().call('GET', '/app/users/me', { cookie }), 401, 'UNAUTHORIZED');
    const page = await world().call('GET', '/panel', { token: parent.token });
    assert.equal(page.status, 303);
    assertRefusal(await world().call('POST', '/api/auth/logout', { token: parent.token }), 401, 'UNAUTHORIZED');
    assert.equal(await opens(world(), `session=${parent.token}`), false);
  });

  it('ends after 24 hours without a request, to the second', async () => {
    const cookie = await world().panelCookie((await world().registerParent()).token);
    world().pass(DAY - 1);
    assert.ok(await opens(world(), cookie), 'and this request starts the 24 hours anew');
    world().pass(DAY - 1);
    assert.ok(await opens(world(), cookie));
    world().pass(DAY);
    assert.equal(await opens(world(), cookie), false);
    assertRefusal(await world().call('POST', '/api/auth/logout', { cookie }), 401, 'UNAUTHORIZED');
  });

  it('ends after 30 days, however busy', async () => {
    const cookie = await world().panelCookie((await world().registerParent()).token);
    for (let day = 0; day < 30; day += 1) {
      world().pass(DAY - 1);
      assert.ok(await opens(world(), cookie), `on day ${day + 1}`);
    }
    world().pass(29);
    assert.ok(await opens(world(), cookie));
    world().pass(1);
    assert.equal(await opens(world(), cookie), false);
  });

  it('ends by logging out, and only that one', async () => {
    const parent = await world().registerParent();
    const [here, elsewhere] = [await world().panelCookie(parent.token), await world().panelCookie(parent.token)];
    let answer: Answer | undefined;
    const changes = await world().changes(async () => {
      answer = await world().call('POST', '/api/auth/logout', { cookie: here });
    });
    assert.deepEqual(changes, {});
    assert.equal(answer?.status, 200);
    assert.deepEqual(Object.keys(answer.body.data), ['message']);
    assert.deepEqual(answer.headers.getSetCookie(), ['session=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Strict']);
    assert.equal(answer.headers.get('clear-site-data'), '"cache", "storage"');
    assert.equal(await opens(world(), here), false);
    assertRefusal(await world().call('POST', '/api/auth/logout', { cookie: here }), 401, 'UNAUTHORIZED');
    assert.ok(await opens(world(), elsewhere));
    assert.equal((await world().call('GET', '/app/users/me', { token: parent.token })).status, 200);
  });

  it('is not begun or ended by another site', async () => {
    const parent = await world().registerParent();
    const [cookie, code] = [await world().panelCookie(parent.token), await managerCode(world(), parent)];
    const changes = await world().changes(async () => {
      for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
        assertRefusal(await world().call('POST', '/api/auth/logout', { cookie, headers }), 403, 'FORBIDDEN');
        assertRefusal(await enter(world(), code, { headers }), 403, 'FORBIDDEN');
      }
    });
    assert.deepEqual(changes, {});
    assert.ok(await opens(world(), cookie));
    assert.equal((await enter(world(), code, { headers: { origin: world().url } })).status, 200);
  });
});
