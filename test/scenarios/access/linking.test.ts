import assert from 'node:assert/strict';
import { it } from 'node:test';
import { addSeconds, HOUR, MINUTE } from '../../../src/core/instant.ts';
import { type Answer, assertRefusal, sharedWorld, type World } from '../../support/test-app.ts';

interface Person {
  readonly token: string;
}

async function newCode(world: World, parent: Person): Promise<string> {
  const answer = await world.call('POST', '/app/auth/link/generate', { token: parent.token });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.data.linking_code;
}

function redeem(world: World, child: Person, code: string): Promise<Answer> {
  return world.call('POST', '/app/auth/link/redeem', { token: child.token, body: { code } });
}

async function guardianOf(world: World, child: Person): Promise<string | null> {
  return (await world.call('GET', '/app/users/me', { token: child.token })).body.data.linked_parent_email;
}

async function lettersTo(world: World, email: string) {
  return (await world.letters()).filter(({ to }) => to?.some(({ address }) => address === email));
}

// The limit of 10 requests a minute is told elsewhere: here it would hide the budget of tries.
const UNHURRIED = { env: { RATE_LIMITS: 'off' } };

sharedWorld(
  'Linking codes',
  (world) => {
    it('have 8 unambiguous characters and expire after 15 minutes', async () => {
      const parent = await world().registerParent();
      const changes = await world().changes(async () => {
        const answer = await world().call('POST', '/app/auth/link/generate', { token: parent.token });
        assert.equal(answer.status, 201);
        const { linking_code, expires_at, ...rest } = answer.body.data;
        assert.match(linking_code, /^[2-9A-HJKMNP-TV-Z]{8}$/);
        assert.equal(expires_at, addSeconds(world().ctx.now(), 15 * MINUTE));
        assert.deepEqual(rest, {});
      });
      assert.deepEqual(changes, { codes: 1 });
      assert.equal((await lettersTo(world(), parent.email)).length, 1, 'only the letter of the sign-in');
    });

    it('link the child that redeems them and record the consent', async () => {
      const [child, parent] = [await world().registerChild(), await world().registerParent()];
      const code = await newCode(world(), parent);
      assert.equal(await guardianOf(world(), child), null);
      const changes = await world().changes(async () => {
        const answer = await redeem(world(), child, code);
        assert.equal(answer.status, 200);
        const me = (await world().call('GET', '/app/users/me', { token: child.token })).body.data;
        assert.deepEqual(answer.body.data, {
          linked_child: { id: child.id, display_name: me.display_name },
          parent_email: parent.email,
        });
      });
      assert.deepEqual(changes, { guardians: 1, consents: 1, counters: 1 });
      assert.equal(await guardianOf(world(), child), parent.email);
      const consent = await world()
        .ctx.db.selectFrom('consents')
        .select(['text_version', 'given_at'])
        .where('child_id', '=', child.id)
        .executeTakeFirstOrThrow();
      assert.match(consent.text_version, /./);
      assert.equal(consent.given_at, world().ctx.now());
      assert.equal((await lettersTo(world(), parent.email)).length, 1);
    });

    it('are accepted in lower case, with spaces and with dashes', async () => {
      const parent = await world().registerParent();
      const typed = [
        (code: string) => code.toLowerCase(),
        (code: string) => `${code.slice(0, 4)}-${code.slice(4)}`,
        (code: string) => ` ${code.slice(0, 2)} ${code.slice(2)}\n`,
      ];
      for (const type of typed) {
        const child = await world().registerChild();
        assert.equal((await redeem(world(), child, type(await newCode(world(), parent)))).status, 200);
      }
    });

    it('can be redeemed by one child only', async () => {
      const parent = await world().registerParent();
      const [mia, leo] = [await world().registerChild(), await world().registerChild()];
      const code = await newCode(world(), parent);
      assert.equal((await redeem(world(), mia, code)).status, 200);
      const changes = await world().changes(async () => {
        assertRefusal(await redeem(world(), leo, code), 400, 'INVALID_CODE');
      });
      assert.deepEqual(changes, { counters: 1 });
      assert.equal(await guardianOf(world(), leo), null);
    });

    it('expire after 900 seconds', async () => {
      const [early, late] = [await world().registerParent(), await world().registerParent()];
      const [mia, leo] = [await world().registerChild(), await world().registerChild()];
      const [first, second] = [await newCode(world(), early), await newCode(world(), late)];
      world().pass(899);
      assert.equal((await redeem(world(), mia, first)).status, 200);
      world().pass(1);
      assertRefusal(await redeem(world(), leo, second), 400, 'INVALID_CODE');
      assert.equal(await guardianOf(world(), leo), null);
    });

    it('are replaced by a newer code', async () => {
      const [child, parent] = [await world().registerChild(), await world().registerParent()];
      const first = await newCode(world(), parent);
      const changes = await world().changes(async () => {
        const second = await newCode(world(), parent);
        assertRefusal(await redeem(world(), child, first), 400, 'INVALID_CODE');
        assert.equal((await redeem(world(), child, second)).status, 200);
      });
      assert.deepEqual(changes, { guardians: 1, consents: 1, counters: 1 });
    });

    it('are generated by parents and redeemed by children', async () => {
      const { child, parent } = await world().family();
      const code = await newCode(world(), parent);
      const changes = await world().changes(async () => {
        const path = '/app/auth/link/generate';
        assertRefusal(await world().call('POST', path, { token: child.token }), 403, 'FORBIDDEN');
        assertRefusal(await world().call('POST', path), 401, 'UNAUTHORIZED');
        assertRefusal(await redeem(world(), parent, code), 403, 'FORBIDDEN');
        const nobody = await world().call('POST', '/app/auth/link/redeem', { body: { code } });
        assertRefusal(nobody, 401, 'UNAUTHORIZED');
      });
      assert.deepEqual(changes, {});
    });

    it('are not accepted as manager codes, nor manager codes as linking codes', async () => {
      const [child, parent] = [await world().registerChild(), await world().registerParent()];
      const linking = await newCode(world(), parent);
      assertRefusal(
        await world().call('POST', '/api/auth/verify-code', { body: { code: linking } }),
        400,
        'INVALID_CODE',
      );
      const manager = await world().call('POST', '/app/auth/manager-code', { token: parent.token });
      assertRefusal(await redeem(world(), child, manager.body.data.code), 400, 'INVALID_CODE');
      assert.equal((await redeem(world(), child, linking)).status, 200, 'and both are still good where they belong');
      const entered = await world().call('POST', '/api/auth/verify-code', { body: { code: manager.body.data.code } });
      assert.equal(entered.status, 200);
    });
  },
  UNHURRIED,
);

sharedWorld(
  'Linking a child that already has a guardian',
  (world) => {
    it('gives 409 ALREADY_LINKED for the same parent and leaves the code valid for a sibling', async () => {
      const { child, parent } = await world().family();
      const sibling = await world().registerChild();
      const code = await newCode(world(), parent);
      const changes = await world().changes(async () => {
        for (let i = 0; i < 12; i += 1) assertRefusal(await redeem(world(), child, code), 409, 'ALREADY_LINKED');
      });
      assert.deepEqual(changes, {}, 'nothing, and no tries used up');
      assert.equal((await redeem(world(), sibling, code)).status, 200);
      assert.equal(await guardianOf(world(), sibling), parent.email);
      assert.equal((await lettersTo(world(), parent.email)).length, 1);
    });

    it('gives 409 CONFLICT for another parent and emails the guardian at most once an hour', async () => {
      const { child, parent } = await world().family();
      await world().call('PATCH', '/app/users/me', { token: parent.token, body: { language: 'pl' } });
      await world().call('PATCH', '/app/users/me', { token: child.token, body: { display_name: 'Mia <3' } });
      const other = await world().registerParent();
      const code = await newCode(world(), other);
      const changes = await world().changes(async () => {
        assertRefusal(await redeem(world(), child, code), 409, 'CONFLICT');
        assertRefusal(await redeem(world(), child, code), 409, 'CONFLICT');
      });
      assert.deepEqual(changes, { outbox: 1, counters: 1 });
      assert.equal(await guardianOf(world(), child), parent.email);

      const letters = await lettersTo(world(), parent.email);
      assert.equal(letters.length, 2);
      assert.equal(letters[1]?.subject, 'Ktoś próbował połączyć się z profilem Twojego dziecka');
      assert.match(letters[1]?.text ?? '', /„Mia <3”/);
      assert.match(letters[1]?.html ?? '', /„Mia &lt;3”/);
      assert.ok(!letters[1]?.text?.includes(other.email) && !letters[1]?.text?.includes(code));
      assert.equal((await lettersTo(world(), other.email)).length, 1, 'the other parent hears nothing');

      const unlinked = await world().registerChild();
      assert.equal((await redeem(world(), unlinked, code)).status, 200, 'the code was not spent');
      world().pass(HOUR);
      assertRefusal(await redeem(world(), child, await newCode(world(), other)), 409, 'CONFLICT');
      assert.equal((await lettersTo(world(), parent.email)).length, 3);
    });
  },
  UNHURRIED,
);

sharedWorld(
  'Wrong linking codes',
  (world) => {
    const WRONG = 'ZZZZ2222';

    it('give 429 after ten in 15 minutes, also for the correct code', async () => {
      const [child, parent] = [await world().registerChild(), await world().registerParent()];
      for (let i = 0; i < 10; i += 1) assertRefusal(await redeem(world(), child, WRONG), 400, 'INVALID_CODE');
      world().pass(60);
      const changes = await world().changes(async () => {
        const answer = await redeem(world(), child, await newCode(world(), parent));
        assertRefusal(answer, 429, 'RATE_LIMITED');
        assert.equal(answer.headers.get('retry-after'), String(14 * MINUTE));
      });
      assert.deepEqual(changes, { codes: 1 });
      const sibling = await world().registerChild();
      assert.equal((await redeem(world(), sibling, await newCode(world(), parent))).status, 200, 'a budget a child');
      world().pass(14 * MINUTE);
      assert.equal((await redeem(world(), child, await newCode(world(), parent))).status, 200);
    });

    it('are not counted when malformed', async () => {
      const [child, parent] = [await world().registerChild(), await world().registerParent()];
      const changes = await world().changes(async () => {
        for (const code of ['', 'ABC', 'ABCDEFG0', 'ABCDEFGO', 'ABCDEFGI', 'ABCDEFGHJ', '１２３４５６７８', 'ABCD_FGH'])
          for (let i = 0; i < 2; i += 1) assertRefusal(await redeem(world(), child, code), 400, 'INVALID_CODE');
      });
      assert.deepEqual(changes, {});
      assert.equal((await redeem(world(), child, await newCode(world(), parent))).status, 200);
    });
  },
  UNHURRIED,
);
