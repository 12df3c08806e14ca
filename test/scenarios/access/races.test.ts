import assert from 'node:assert/strict';
import { type Answer, type Request, story, type World } from '../../support/test-app.ts';

// What holds for one request after another must hold for fifty at once. The groups of limits.test.ts would answer most
// of a crowd before it gets anywhere near a race, so here they are off: budgets of codes, letters and PINs never are.
const crowded = { env: { RATE_LIMITS: 'off' } };
const CROWD = 50;
const ROUNDS = 3;

story(
  'one e-mail code, fifty times at once: one token, one account, one session',
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
  'a code that two strangers know opens one door: who is second hears INVALID_CODE',
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

story('a parent who verifies twice at the very first sign-in is one parent', async (world) => {
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
  'one manager code, fifty times at once: one panel session',
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
  'one panel code from a letter, fifty times at once: one panel session',
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
  'one linking code and a classroom of children: one is linked, the others hear INVALID_CODE',
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

story('ten parents at one child: the first is the guardian, the others hear CONFLICT', async (world) => {
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
  'fifty parents at one child: one guardian, and one letter to them at most',
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
  'fifty wrong PINs at once: ten are looked at, then even the right one has to wait',
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
  'fifty wrong PINs at once on a device that the child knows: ten are looked at there as well',
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
  'ten honest sign-ins at once all come in',
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
  'ten tablets that sign in again and again with the right PIN are never told to wait',
  async (world) => {
    const child = await world.registerChild({ pin: '4821' });
    const answers = await atOnce(10, async () => login(world, child.id, '4821'), 6);
    assert.equal(tally(answers), '60 × 200');
  },
  crowded,
);

story(
  'sign-ins at once on one device leave one of them alive',
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
  'fifty wrong e-mail codes at once: five looked at from who asked, five from all others',
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
  'asker and strangers together, code after code: ten wrong tries an hour, however fast',
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
  'fifty wishes for a code at once: never more letters than the budget, and one live code',
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

story('fifty wishes for a panel code at once: three letters', async (world) => {
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
  'fifty new codes at once: each replaces the one before, one is good',
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
  'fifty new linking codes at once: one is good',
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
  'fifty children who register at once are fifty children on one tablet',
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

story('fifty changes of a profile at once: each answer is whole, and what stays is one of them', async (world) => {
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

story('changes of different slots at once are all worn', async (world) => {
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
  'fifty times out: the token is dead, and every answer is a calm one',
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
  'everything at once around one family: nothing breaks, nothing is there twice',
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
