import assert from 'node:assert/strict';
import { type Answer, type Request, story, type World } from '../../support/test-app.ts';

// What holds for one request after another must hold for fifty at once. The groups of limits.test.ts would answer most
// of a crowd before it gets anywhere near a race, so here they are off: budgets of codes, letters and PINs never are.
const crowded = { env: { RATE_LIMITS: 'off' } };
const CROWD = 50;
const ROUNDS = 3;

story(
  'redeeming an email code fifty times at once creates one token, one account and one session',
  async (world) => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const email = `mum-${round}@example.org`;
      const code = await askForAppCode(world, email, { device: 'phone' });
      const answers = await atOnce(CROWD, () => verify(world, email, code, { device: 'phone' }));
      const [winner, ...more] = ok(answers);
      assert.ok(winner, `round ${round}: ${tally(answers)}`);
      assert.equal(winner.body.data.is_new_user, true);
      assert.deepEqual(more, []);
      assertOnly(answers, ['200', 'INVALID_CODE', 'RATE_LIMITED']);
      assert.equal(await world.count('profiles'), round);
      assert.equal(await world.count('sessions'), round);
    }
  },
  crowded,
);

story(
  'two clients redeeming the same email code at once: one succeeds, the other gets INVALID_CODE',
  async (world) => {
    for (let round = 1; round <= 5 * ROUNDS; round += 1) {
      const email = `dad-${round}@example.org`;
      const code = await askForAppCode(world, email, { device: 'phone' });
      const answers = await atOnce(2, (i) => verify(world, email, code, { device: i === 0 ? 'phone' : 'tablet' }));
      assert.equal(tally(answers), '1 × 200, 1 × INVALID_CODE');
      assert.equal(await world.count('profiles'), round);
      assert.equal(await world.count('sessions'), round);
      assert.equal(await world.count('saved_profiles'), round, 'on the device of the one who came in, on no other');
    }
  },
  crowded,
);

story('verifying twice at the first sign-in creates one parent', async (world) => {
  const email = 'both-thumbs@example.org';
  const first = await askForAppCode(world, email, { device: 'phone' });
  const twice = await atOnce(2, () => verify(world, email, first, { device: 'phone' }));
  assert.equal(tally(twice), '1 × 200, 1 × INVALID_CODE');
  assert.equal(ok(twice)[0]?.body.data.is_new_user, true);

  const second = await askForAppCode(world, email, { device: 'phone' });
  const again = await atOnce(2, () => verify(world, email, second, { device: 'phone' }));
  assert.equal(tally(again), '1 × 200, 1 × INVALID_CODE');
  assert.equal(ok(again)[0]?.body.data.is_new_user, false);
  assert.equal(await world.count('profiles'), 1);
});

story(
  'redeeming a manager code fifty times at once creates one panel session',
  async (world) => {
    const parent = await world.registerParent();
    for (let round = 1; round <= ROUNDS; round += 1) {
      const made = await world.call('POST', '/app/auth/manager-code', { token: parent.token });
      const { code } = made.body.data;
      const answers = await atOnce(CROWD, () => world.call('POST', '/api/auth/verify-code', { body: { code } }));
      assert.equal(tally(answers), `1 × 200, ${CROWD - 1} × INVALID_CODE`);
      assert.equal(await world.count('panel_sessions'), round);
    }
  },
  crowded,
);

story(
  'redeeming an emailed panel code fifty times at once creates one panel session',
  async (world) => {
    const { email } = await world.registerParent();
    for (let round = 1; round <= ROUNDS; round += 1) {
      const client = { from: '10.200.0.1' };
      await world.call('POST', '/api/auth/send-email-code', { body: { email }, ...client });
      const body = { email, code: await world.codeFor(email) };
      const answers = await atOnce(CROWD, () => world.call('POST', '/api/auth/verify-email-code', { body, ...client }));
      assert.equal(ok(answers).length, 1, tally(answers));
      assertOnly(answers, ['200', 'INVALID_CODE', 'RATE_LIMITED']);
      assert.equal(await world.count('panel_sessions'), round);
      world.pass(24 * 3600); // the honest crowd has used up tries of the day
    }
  },
  crowded,
);

story(
  'many children redeeming one linking code at once: one is linked, the others get INVALID_CODE',
  async (world) => {
    const parent = await world.registerParent();
    for (const [round, crowd] of [2, 2, 10, CROWD].entries()) {
      const children = await Promise.all(Array.from({ length: crowd }, () => world.registerChild()));
      const code = await linkingCode(world, parent.token);
      const answers = await atOnce(crowd, (i) => redeem(world, children[i]?.token, code));
      assert.equal(tally(answers), `1 × 200, ${crowd - 1} × INVALID_CODE`);
      assert.equal(await world.count('guardians'), round + 1);
      assert.equal(await world.count('consents'), round + 1);
    }
  },
  crowded,
);

story('ten parents linking one child at once: the first becomes guardian, the others get CONFLICT', async (world) => {
  const parents = await registerParents(world, 10);
  for (let round = 1; round <= ROUNDS; round += 1) {
    world.pass(60); // the child's and the parents' minutes of limits.test.ts
    const child = await world.registerChild();
    const codes = await Promise.all(parents.map(({ token }) => linkingCode(world, token)));
    const answers = await atOnce(10, (i) => redeem(world, child.token, codes[i]));
    assert.equal(tally(answers), '1 × 200, 9 × CONFLICT');
    const me = await world.call('GET', '/app/users/me', { token: child.token });
    assert.equal(me.body.data.linked_parent_email, ok(answers)[0]?.body.data.parent_email);
    assert.equal(await world.count('guardians'), round);
    assert.equal(await world.count('consents'), round);
    assert.equal((await lettersOfConflict(world)).length, round, 'the guardian hears of it once');
  }
});

story(
  'fifty parents linking one child at once: one guardian and at most one notice',
  async (world) => {
    const parents = await registerParents(world, CROWD);
    const child = await world.registerChild();
    const codes = await Promise.all(parents.map(({ token }) => linkingCode(world, token)));
    const answers = await atOnce(CROWD, (i) => redeem(world, child.token, codes[i]));
    assert.equal(ok(answers).length, 1, tally(answers));
    // Ten wrong codes are a child's budget, and until it is looked at every code may be a wrong one.
    assertOnly(answers, ['200', 'CONFLICT', 'RATE_LIMITED']);
    assert.equal(await world.count('guardians'), 1);
    assert.equal(await world.count('consents'), 1);
    const letters = await lettersOfConflict(world);
    assert.ok(letters.length <= 1);
    for (const { to } of letters) assert.equal(to?.[0]?.address, ok(answers)[0]?.body.data.parent_email);
  },
  crowded,
);

story(
  'of fifty wrong PINs at once ten are compared, then even the correct PIN gets 429',
  async (world) => {
    const waits = [60, 120, 300];
    const child = await world.registerChild({ pin: '4821', device: 'own-tablet' });
    const wrong = await atOnce(CROWD, () => login(world, child.id, '0000'));
    assert.equal(tally(wrong), `10 × INVALID_PIN, ${CROWD - 10} × RATE_LIMITED`);
    for (const wait of waits) {
      const tooSoon = await login(world, child.id, '4821');
      assert.equal(tally([tooSoon]), '1 × RATE_LIMITED');
      assert.equal(tooSoon.headers.get('retry-after'), String(wait));
      world.pass(wait - 1);
      assert.equal(tally([await login(world, child.id, '4821')]), '1 × RATE_LIMITED');
      world.pass(1);
      const oneMore = await atOnce(CROWD, () => login(world, child.id, '0000'));
      assert.equal(tally(oneMore), `1 × INVALID_PIN, ${CROWD - 1} × RATE_LIMITED`);
    }
    const onItsOwnTablet = await login(world, child.id, '4821', { device: 'own-tablet' });
    assert.equal(onItsOwnTablet.status, 200, 'strangers have not shut the child out');
    world.pass(15 * 60);
    assert.equal((await login(world, child.id, '4821')).status, 200);
    assert.equal((await login(world, child.id, '0000')).status, 401, 'and all wrong tries are forgotten');
  },
  crowded,
);

story(
  'of fifty wrong PINs at once on a known device ten are compared',
  async (world) => {
    const child = await world.registerChild({ pin: '4821', device: 'own-tablet' });
    const answers = await atOnce(CROWD, () => login(world, child.id, '0000', { device: 'own-tablet' }));
    assert.equal(tally(answers), `10 × INVALID_PIN, ${CROWD - 10} × RATE_LIMITED`);
    assert.equal((await login(world, child.id, '4821')).status, 200, 'elsewhere nothing was tried');
    assert.equal((await login(world, child.id, '4821', { device: 'own-tablet' })).status, 429);
  },
  crowded,
);

story(
  'ten correct sign-ins at once all succeed',
  async (world) => {
    const child = await world.registerChild({ pin: '4821' });
    for (let round = 1; round <= 2 * ROUNDS; round += 1) {
      const answers = await atOnce(10, () => login(world, child.id, '4821'));
      assert.equal(tally(answers), '10 × 200');
    }
  },
  crowded,
);

story(
  'repeated correct sign-ins from ten tablets at once are never rate limited',
  async (world) => {
    const child = await world.registerChild({ pin: '4821' });
    const answers = await atOnce(10, async () => login(world, child.id, '4821'), 6);
    assert.equal(tally(answers), '60 × 200');
  },
  crowded,
);

story(
  'concurrent sign-ins on one device leave one session',
  async (world) => {
    const child = await world.registerChild({ pin: '4821', device: 'own-tablet' });
    for (let round = 1; round <= ROUNDS; round += 1) {
      const answers = await atOnce(10, () => login(world, child.id, '4821', { device: 'own-tablet' }));
      assert.equal(tally(answers), '10 × 200');
      const tokens = answers.map(({ body }) => body.data.token);
      const seen = await Promise.all(tokens.map((token) => world.call('GET', '/app/users/me', { token })));
      assert.equal(tally(seen), '1 × 200, 9 × UNAUTHORIZED');
    }
  },
  crowded,
);

story(
  'of fifty wrong email codes at once five are compared for the requester and five for all others',
  async (world) => {
    const asker = { device: 'phone' };
    for (let round = 1; round <= ROUNDS; round += 1) {
      const email = `guessed-at-${round}@example.org`;
      const code = await askForAppCode(world, email, asker);
      const own = await atOnce(CROWD, () => verify(world, email, otherThan(code), asker));
      assert.equal(tally(own), `5 × INVALID_CODE, ${CROWD - 5} × RATE_LIMITED`);
      assert.equal(tally([await verify(world, email, code, asker)]), '1 × RATE_LIMITED', 'the right code as well');

      const another = `guessed-at-too-${round}@example.org`;
      const good = await askForAppCode(world, another, asker);
      const strangers = await atOnce(CROWD, () => verify(world, another, otherThan(good)));
      assert.equal(tally(strangers), `5 × INVALID_CODE, ${CROWD - 5} × RATE_LIMITED`);
      assert.equal(tally([await verify(world, another, good)]), '1 × RATE_LIMITED');
    }
    assert.equal(await world.count('profiles'), 0);
  },
  crowded,
);

story(
  'concurrent guesses by requester and strangers get at most ten tries an hour across codes',
  async (world) => {
    const email = 'much-wanted@example.org';
    const asker = { device: 'phone' };
    let lookedAt = 0;
    for (let round = 1; round <= ROUNDS; round += 1) {
      const code = await askForAppCode(world, email, asker);
      const answers = await atOnce(CROWD, (i) => verify(world, email, otherThan(code), i % 2 === 0 ? asker : {}));
      assertOnly(answers, ['INVALID_CODE', 'RATE_LIMITED']);
      lookedAt += answers.filter((answer) => codeOf(answer) === 'INVALID_CODE').length;
      assert.ok(lookedAt <= 10, `${lookedAt} tries were looked at`);
    }
    assert.equal(await world.count('profiles'), 0);
  },
  crowded,
);

story(
  'fifty requests for a code at once send no more emails than allowed and leave one valid code',
  async (world) => {
    const client = { device: 'phone' };
    for (let round = 1; round <= ROUNDS; round += 1) {
      const email = `impatient-${round}@example.org`;
      const before = (await world.letters()).length;
      const answers = await atOnce(CROWD, (i) => {
        const path = i % 2 === 0 ? '/app/auth/register/parent' : '/app/auth/login/parent';
        return world.call('POST', path, { body: { email }, ...client });
      });
      assert.equal(tally(answers), `10 × 200, ${CROWD - 10} × RATE_LIMITED`);
      assert.equal((await world.letters()).length - before, 10);
      assert.equal(await world.count('outbox'), 0);
      assert.equal(await world.count('codes'), round, 'one live code');
    }
  },
  crowded,
);

story('fifty requests for a panel code at once send three emails', async (world) => {
  const { email } = await world.registerParent();
  const before = (await world.letters()).length;
  const answers = await atOnce(CROWD, () => world.call('POST', '/api/auth/send-email-code', { body: { email } }));
  assert.equal(tally(answers), `3 × 200, ${CROWD - 3} × RATE_LIMITED`);
  assert.equal((await world.letters()).length - before, 3);

  const app = await atOnce(CROWD, () => world.call('POST', '/app/auth/login/parent', { body: { email } }));
  assert.equal(tally(app), `6 × 200, ${CROWD - 6} × RATE_LIMITED`, 'ten letters from all endpoints together');
  assert.equal((await world.letters()).length - before, 9);
});

story(
  'of fifty manager codes generated at once one is valid',
  async (world) => {
    const parent = await world.registerParent();
    for (let round = 1; round <= ROUNDS; round += 1) {
      const made = await atOnce(CROWD, () => world.call('POST', '/app/auth/manager-code', { token: parent.token }));
      assert.equal(tally(made), `${CROWD} × 201`);
      const entered = await atOnce(CROWD, (i) =>
        world.call('POST', '/api/auth/verify-code', { body: { code: made[i]?.body.data.code } }),
      );
      assert.equal(tally(entered), `1 × 200, ${CROWD - 1} × INVALID_CODE`);
    }
  },
  crowded,
);

story(
  'of fifty linking codes generated at once one is valid',
  async (world) => {
    const parent = await world.registerParent();
    const children = await Promise.all(Array.from({ length: 8 }, () => world.registerChild()));
    const made = await atOnce(CROWD, () => world.call('POST', '/app/auth/link/generate', { token: parent.token }));
    assert.equal(tally(made), `${CROWD} × 201`);
    // Eight children, so that none of them comes to the end of its ten tries.
    const entered = await atOnce(CROWD, (i) =>
      redeem(world, children[i % children.length]?.token, made[i]?.body.data.linking_code),
    );
    assert.equal(tally(entered), `1 × 200, ${CROWD - 1} × INVALID_CODE`);
    assert.equal(await world.count('guardians'), 1);
  },
  crowded,
);

story(
  'fifty children registering at once on one tablet create fifty profiles',
  async (world) => {
    for (let round = 1; round <= 2; round += 1) {
      const body = { birth_year: 2018, language: 'uk', avatar_id: 'fox', pin: '1111' };
      const answers = await atOnce(CROWD, () =>
        world.call('POST', '/app/auth/register/child', { body, device: 'class-tablet' }),
      );
      assert.equal(tally(answers), `${CROWD} × 201`);
      assert.equal(new Set(answers.map((answer) => answer.body.data.id)).size, CROWD);
      assert.equal(await world.count('profiles'), CROWD * round);
      assert.equal(await world.count('pins'), CROWD * round);
      const saved = await world.call('GET', '/app/auth/profiles', { device: 'class-tablet' });
      assert.equal(saved.body.data.length, CROWD * round);
    }
  },
  crowded,
);

story('fifty profile updates at once are each applied completely', async (world) => {
  const child = await world.registerChild();
  for (let round = 1; round <= 2; round += 1) {
    const answers = await atOnce(CROWD, (i) => {
      const body = i % 2 === 0 ? { display_name: `Name ${i}` } : { language: i % 3 === 0 ? 'uk' : 'es' };
      return world.call('PATCH', '/app/users/me', { token: child.token, body });
    });
    assert.equal(tally(answers), `${CROWD} × 200`);
    const me = await world.call('GET', '/app/users/me', { token: child.token });
    assert.match(me.body.data.display_name, /^Name \d*[02468]$/);
    assert.match(me.body.data.language, /^(uk|es)$/, 'a change of the name has not brought back the language');
    assert.equal(me.body.data.id, child.id);
    world.pass(60);
  }
});

story('concurrent avatar changes to different slots are all kept', async (world) => {
  const child = await world.registerChild();
  const items = await world.call('GET', '/app/avatar/items', { token: child.token });
  const wardrobe = (slot: string): string[] =>
    items.body.data
      .filter((item: { category: string; unlocked: boolean }) => item.category === slot && item.unlocked)
      .map(({ id }: { id: string }) => id);
  const slots = ['skin', 'hair', 'hat', 'shirt', 'accessory'];
  for (let round = 0; round < 2 * ROUNDS; round += 1) {
    const worn = slots.map((slot) => {
      const choice = wardrobe(slot);
      return choice[round % choice.length];
    });
    const answers = await atOnce(slots.length, (i) =>
      world.call('PATCH', '/app/avatar', { token: child.token, body: { [slots[i] ?? '']: worn[i] } }),
    );
    assert.equal(tally(answers), '5 × 200');
    const me = await world.call('GET', '/app/users/me', { token: child.token });
    assert.deepEqual(
      slots.map((slot) => me.body.data.avatar[slot]),
      worn,
    );
  }
});

story(
  'signing out fifty times at once revokes the token and gives only 200 or 401',
  async (world) => {
    const { parent, child } = await world.family();
    const cookie = await world.panelCookie(parent.token);
    for (const token of [child.token, parent.token]) {
      const answers = await atOnce(CROWD, () => world.call('POST', '/app/auth/logout', { token }));
      assert.ok(ok(answers).length >= 1);
      assertOnly(answers, ['200', 'UNAUTHORIZED']);
      assert.equal((await world.call('GET', '/app/users/me', { token })).status, 401);
    }
    const left = await atOnce(CROWD, () => world.call('POST', '/api/auth/logout', { cookie }));
    assert.ok(ok(left).length >= 1);
    assertOnly(left, ['200', 'UNAUTHORIZED']);
    assert.equal((await world.call('GET', '/panel', { cookie })).status, 303);
  },
  crowded,
);

story(
  'mixed concurrent requests for one family cause no errors and no duplicates',
  async (world) => {
    const { parent, child } = await world.family();
    const other = await world.registerParent();
    const { email, token } = parent;
    const code = await linkingCode(world, other.token);
    const emailCode = await askForAppCode(world, email, { device: 'phone' });
    const acts = [
      () => world.call('POST', '/app/auth/login/parent', { body: { email } }),
      () => world.call('POST', '/api/auth/send-email-code', { body: { email } }),
      () => verify(world, email, emailCode, { device: 'phone' }),
      () => verify(world, email, otherThan(emailCode)),
      () => world.call('POST', '/app/auth/manager-code', { token }),
      () => world.call('POST', '/app/auth/link/generate', { token }),
      () => redeem(world, child.token, code),
      () => login(world, child.id, '1234', { device: 'own-tablet' }),
      () => world.call('PATCH', '/app/users/me', { token: child.token, body: { display_name: 'Mia' } }),
      () => world.call('GET', '/app/users/me', { token: child.token }),
    ];
    await atOnce(CROWD, (i) => acts[i % acts.length]?.() ?? assert.fail());
    assert.equal(await world.count('profiles'), 3);
    assert.equal(await world.count('guardians'), 1);
    assert.equal(await world.count('consents'), 1);
    const me = await world.call('GET', '/app/users/me', { token: child.token });
    assert.equal(me.body.data.linked_parent_email, email);
  },
  crowded,
);

/** Asks `count` times at once (each `times` in a row): the answers, of which none may be the service's own failure. */
async function atOnce(count: number, ask: (i: number) => Promise<Answer>, times = 1): Promise<Answer[]> {
  const asked = Array.from({ length: count }, async (_, i) => {
    const answers: Answer[] = [];
    for (let turn = 0; turn < times; turn += 1) answers.push(await ask(i));
    return answers;
  });
  const answers = (await Promise.all(asked)).flat();
  for (const { status, text } of answers) assert.ok(status < 500, text);
  return answers;
}

function ok(answers: Answer[]): Answer[] {
  return answers.filter(({ status }) => status === 200);
}

/** What an answer comes to: its error code, or the status of a success. */
function codeOf({ status, body }: Answer): string {
  return body?.error?.code ?? String(status);
}

/** "1 × 200, 49 × INVALID_CODE" */
function tally(answers: Answer[]): string {
  const counts = Object.groupBy(answers, codeOf);
  return Object.keys(counts)
    .sort()
    .map((code) => `${counts[code]?.length} × ${code}`)
    .join(', ');
}

function assertOnly(answers: Answer[], codes: string[]): void {
  assert.ok(
    answers.every((answer) => codes.includes(codeOf(answer))),
    tally(answers),
  );
}

async function askForAppCode(world: World, email: string, client: Request): Promise<string> {
  const asked = await world.call('POST', '/app/auth/login/parent', { body: { email }, ...client });
  assert.equal(asked.status, 200, asked.text);
  return world.codeFor(email);
}

function verify(world: World, email: string, code: string, client: Request = {}): Promise<Answer> {
  return world.call('POST', '/app/auth/verify-email', { body: { email, code }, ...client });
}

function login(world: World, id: string, pin: string, client: Request = {}): Promise<Answer> {
  return world.call('POST', '/app/auth/login/child', { body: { profile_id: id, pin }, ...client });
}

function redeem(world: World, token: string | undefined, code: string | undefined): Promise<Answer> {
  return world.call('POST', '/app/auth/link/redeem', { token, body: { code } });
}

async function linkingCode(world: World, token: string): Promise<string> {
  const made = await world.call('POST', '/app/auth/link/generate', { token });
  assert.equal(made.status, 201, made.text);
  return made.body.data.linking_code;
}

async function registerParents(world: World, count: number) {
  const parents: { email: string; token: string }[] = [];
  while (parents.length < count) parents.push(await world.registerParent());
  return parents;
}

async function lettersOfConflict(world: World) {
  return (await world.letters()).filter(({ subject }) => subject?.startsWith('Someone tried to link'));
}

/** Six digits that are not the code. */
function otherThan(code: string): string {
  return code === '000000' ? '000001' : '000000';
}
