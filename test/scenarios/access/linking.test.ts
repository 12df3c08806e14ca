import assert from 'node:assert/strict';
import { it } from 'node:test';
import { addSeconds, HOUR, MINUTE } from '../../../src/core/time/instant.ts';
import { getEmailKind } from '../../../src/platform/email/rules.ts';
import { assertError, describeWithApp, type TestApp } from '../../support/test-app.ts';

async function readLinkedParentEmail(app: TestApp, child: { readonly token: string }): Promise<string | null> {
  return (await app.call('GET', '/app/users/me', { token: child.token })).body.data.linked_parent_email;
}

// Rate limits are off, because the limit of 10 requests a minute would hide the limit for wrong codes.

describeWithApp('Linking codes', (app) => {
  it('have 8 unambiguous characters and expire after 15 minutes', async () => {
    const parent = await app.registerParent();
    await app.assertRowChanges({ codes: 1 }, async () => {
      const response = await app.call('POST', '/app/auth/link/generate', { token: parent.token });
      assert.equal(response.status, 201);
      const { linking_code, expires_at, ...otherFields } = response.body.data;
      assert.match(linking_code, /^[2-9A-HJKMNP-TV-Z]{8}$/);
      assert.equal(expires_at, addSeconds(app.ctx.now(), 15 * MINUTE));
      assert.deepEqual(otherFields, {});
    });
    assert.equal((await app.fetchEmailsTo(parent.email)).length, 1); // the sign-in email
  });

  it('link the child that redeems them and record the consent', async () => {
    const [child, parent] = [await app.registerChild(), await app.registerParent()];
    const code = await app.generateLinkingCode(parent.token);
    assert.equal(await readLinkedParentEmail(app, child), null);
    // After a correct code, the counter of wrong codes is zero, but its row remains.
    await app.assertRowChanges({ guardians: 1, consents: 1, first_links: 1, counters: 1 }, async () => {
      const response = await app.redeemLinkingCode(child.token, code);
      assert.equal(response.status, 200);
      const me = (await app.call('GET', '/app/users/me', { token: child.token })).body.data;
      assert.deepEqual(response.body.data, {
        linked_child: { id: child.id, display_name: me.display_name },
        parent_email: parent.email,
      });
    });
    assert.equal(await readLinkedParentEmail(app, child), parent.email);
    const consent = await app.ctx.db
      .selectFrom('consents')
      .select(['text_version', 'given_at'])
      .where('child_id', '=', child.id)
      .executeTakeFirstOrThrow();
    assert.match(consent.text_version, /./);
    assert.equal(consent.given_at, app.ctx.now());
    assert.equal((await app.fetchEmailsTo(parent.email)).length, 1);
  });

  it('give the same child the first response again for an hour, also to simultaneous requests', async () => {
    const [child, sibling, parent] = [await app.registerChild(), await app.registerChild(), await app.registerParent()];
    const code = await app.generateLinkingCode(parent.token);
    const redeem = () => app.redeemLinkingCode(child.token, code);
    const responses = await Promise.all(Array.from({ length: 5 }, redeem));
    await app.assertRowChanges({}, async () => responses.push(await redeem()));
    for (const { status, body } of responses) {
      assert.equal(status, 200);
      assert.equal(body.data.parent_email, parent.email);
    }
    assertError(await app.redeemLinkingCode(sibling.token, code), 400, 'INVALID_CODE');
    app.advance(HOUR);
    assertError(await redeem(), 400, 'INVALID_CODE');
  });

  it('are accepted in lower case, with spaces and with dashes', async () => {
    const parent = await app.registerParent();
    const spellings = [
      (code: string) => code.toLowerCase(),
      (code: string) => `${code.slice(0, 4)}-${code.slice(4)}`,
      (code: string) => ` ${code.slice(0, 2)} ${code.slice(2)}\n`,
    ];
    for (const spell of spellings) {
      const child = await app.registerChild();
      assert.equal(
        (await app.redeemLinkingCode(child.token, spell(await app.generateLinkingCode(parent.token)))).status,
        200,
      );
    }
  });

  it('can be redeemed by only one child', async () => {
    const parent = await app.registerParent();
    const [mia, leo] = [await app.registerChild(), await app.registerChild()];
    const code = await app.generateLinkingCode(parent.token);
    assert.equal((await app.redeemLinkingCode(mia.token, code)).status, 200);
    await app.assertRowChanges({ counters: 1 }, async () => {
      assertError(await app.redeemLinkingCode(leo.token, code), 400, 'INVALID_CODE');
    });
    assert.equal(await readLinkedParentEmail(app, leo), null);
  });

  it('expire after 900 seconds', async () => {
    const [mom, dad] = [await app.registerParent(), await app.registerParent()];
    const [mia, leo] = [await app.registerChild(), await app.registerChild()];
    const [firstCode, secondCode] = [
      await app.generateLinkingCode(mom.token),
      await app.generateLinkingCode(dad.token),
    ];
    app.advance(899);
    assert.equal((await app.redeemLinkingCode(mia.token, firstCode)).status, 200);
    app.advance(1);
    assertError(await app.redeemLinkingCode(leo.token, secondCode), 400, 'INVALID_CODE');
    assert.equal(await readLinkedParentEmail(app, leo), null);
  });

  it('are valid for four children at a time, and each ends alone', async () => {
    const parent = await app.registerParent();
    const codes: string[] = [];
    for (let i = 0; i < 5; i += 1) codes.push(await app.generateLinkingCode(parent.token));
    const statuses: number[] = [];
    for (const code of codes)
      statuses.push((await app.redeemLinkingCode((await app.registerChild()).token, code)).status);
    assert.deepEqual(statuses, [400, 200, 200, 200, 200]);
  });

  it('can only be generated by parents and only be redeemed by children', async () => {
    const { child, parent } = await app.registerFamily();
    const code = await app.generateLinkingCode(parent.token);
    await app.assertRowChanges({}, async () => {
      const path = '/app/auth/link/generate';
      assertError(await app.call('POST', path, { token: child.token }), 403, 'FORBIDDEN');
      assertError(await app.call('POST', path), 401, 'UNAUTHORIZED');
      assertError(await app.redeemLinkingCode(parent.token, code), 403, 'FORBIDDEN');
      const responseWithoutToken = await app.call('POST', '/app/auth/link/redeem', { body: { code } });
      assertError(responseWithoutToken, 401, 'UNAUTHORIZED');
    });
  });

  it('are not accepted as manager codes, and manager codes are not accepted as linking codes', async () => {
    const [child, parent] = [await app.registerChild(), await app.registerParent()];
    const linkingCode = await app.generateLinkingCode(parent.token);
    assertError(await app.call('POST', '/api/auth/verify-code', { body: { code: linkingCode } }), 400, 'INVALID_CODE');
    const managerCode = await app.generateManagerCode(parent.token);
    assertError(await app.redeemLinkingCode(child.token, managerCode), 400, 'INVALID_CODE');
    assert.equal((await app.redeemLinkingCode(child.token, linkingCode)).status, 200); // both codes are still valid
    const response = await app.call('POST', '/api/auth/verify-code', { body: { code: managerCode } });
    assert.equal(response.status, 200);
  });
});

describeWithApp('Linking a child that already has a guardian', (app) => {
  it('gives 409 ALREADY_LINKED for the same parent and leaves the code valid for a sibling', async () => {
    const { child, parent } = await app.registerFamily();
    const sibling = await app.registerChild();
    const code = await app.generateLinkingCode(parent.token);
    await app.assertRowChanges({}, async () => {
      // These are more attempts than a child has for wrong codes.
      for (let i = 0; i < 12; i += 1)
        assertError(await app.redeemLinkingCode(child.token, code), 409, 'ALREADY_LINKED');
    });
    assert.equal((await app.redeemLinkingCode(sibling.token, code)).status, 200);
    assert.equal(await readLinkedParentEmail(app, sibling), parent.email);
    assert.equal((await app.fetchEmailsTo(parent.email)).length, 1);
  });

  it('gives 409 CONFLICT for another parent and emails both parents at most once an hour', async () => {
    const { child, parent } = await app.registerFamily();
    await app.call('PATCH', '/app/users/me', { token: parent.token, body: { language: 'pl' } });
    await app.call('PATCH', '/app/users/me', { token: child.token, body: { display_name: 'Mia <3' } });
    const otherParent = await app.registerParent();
    const code = await app.generateLinkingCode(otherParent.token);
    await app.assertRowChanges({ outbox: 2, counters: 1 }, async () => {
      assertError(await app.redeemLinkingCode(child.token, code), 409, 'CONFLICT');
      assertError(await app.redeemLinkingCode(child.token, code), 409, 'CONFLICT');
    });
    const { priority } = await app.ctx.db.selectFrom('outbox').select('priority').executeTakeFirstOrThrow();
    assert.equal(getEmailKind({ priority }), 'security');
    assert.equal(await readLinkedParentEmail(app, child), parent.email);

    const sentEmails = await app.fetchEmailsTo(parent.email);
    assert.equal(sentEmails.length, 2);
    assert.equal(sentEmails[1]?.subject, 'Ktoś próbował połączyć się z profilem Twojego dziecka');
    assert.match(sentEmails[1]?.text ?? '', /„Mia <3”/);
    assert.match(sentEmails[1]?.html ?? '', /„Mia &lt;3”/);
    assert.ok(!sentEmails[1]?.text?.includes(otherParent.email) && !sentEmails[1]?.text?.includes(code));
    assert.equal(
      (await app.fetchEmailsTo(otherParent.email)).length,
      2,
      'the other parent receives the sign-in email and is told whom to ask',
    );

    const unlinkedChild = await app.registerChild();
    assert.equal(
      (await app.redeemLinkingCode(unlinkedChild.token, code)).status,
      200,
      'refused attempts do not use up the code',
    );
    app.advance(HOUR);
    assertError(
      await app.redeemLinkingCode(child.token, await app.generateLinkingCode(otherParent.token)),
      409,
      'CONFLICT',
    );
    assert.equal((await app.fetchEmailsTo(parent.email)).length, 3);
  });
});

describeWithApp('Wrong linking codes', (app) => {
  const WRONG_CODE = 'ZZZZ2222';

  it('give 429 after ten in 15 minutes, even for the correct code', async () => {
    const [child, parent] = [await app.registerChild(), await app.registerParent()];
    for (let i = 0; i < 10; i += 1)
      assertError(await app.redeemLinkingCode(child.token, WRONG_CODE), 400, 'INVALID_CODE');
    app.advance(60);
    await app.assertRowChanges({ codes: 1 }, async () => {
      const response = await app.redeemLinkingCode(child.token, await app.generateLinkingCode(parent.token));
      assertError(response, 429, 'RATE_LIMITED');
      assert.equal(response.headers.get('retry-after'), String(14 * MINUTE));
    });
    const otherChild = await app.registerChild();
    assert.equal(
      (await app.redeemLinkingCode(otherChild.token, await app.generateLinkingCode(parent.token))).status,
      200,
      'the attempts of each child are counted separately',
    );
    app.advance(14 * MINUTE);
    assert.equal((await app.redeemLinkingCode(child.token, await app.generateLinkingCode(parent.token))).status, 200);
  });

  it('are not counted when malformed', async () => {
    const [child, parent] = [await app.registerChild(), await app.registerParent()];
    await app.assertRowChanges({}, async () => {
      for (const code of ['', 'ABC', 'ABCDEFG0', 'ABCDEFGO', 'ABCDEFGI', 'ABCDEFGHJ', '１２３４５６７８', 'ABCD_FGH'])
        for (let i = 0; i < 2; i += 1) assertError(await app.redeemLinkingCode(child.token, code), 400, 'INVALID_CODE');
    });
    assert.equal((await app.redeemLinkingCode(child.token, await app.generateLinkingCode(parent.token))).status, 200);
  });
});
