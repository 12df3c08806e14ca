import assert from 'node:assert/strict';
import { PIN_HASH_COST } from '../../../src/features/access/index.ts';
import { resetPin } from '../../../src/features/guardianship/index.ts';
import { registerFamilyWithPanelSession } from '../../support/family/guardians.ts';
import { NEW_CHILD, testWithApp } from '../../support/test-app.ts';

// These tests hash PINs with the cost of the service, so that many PINs wait in the queues.

const NEW_PIN_COUNT = 40;
const SIGN_IN_COUNT = 40;

testWithApp(
  'one parent who sets many PINs does not delay the sign-in of another family',
  async (app) => {
    const { child, caller } = await registerFamilyWithPanelSession(app);
    const otherChild = await app.registerChild();
    let setPinCount = 0;
    const resets = Array.from({ length: NEW_PIN_COUNT }, async () => {
      await resetPin(app.ctx, caller, child.id, '9375');
      setPinCount += 1;
    });
    while (setPinCount === 0) await new Promise(setImmediate); // until one PIN has been set and the others wait in the queue
    assert.equal((await app.loginChild(otherChild.id)).status, 200);
    assert.ok(setPinCount < NEW_PIN_COUNT / 2, `${setPinCount} PINs were set before the sign-in`);
    await Promise.all(resets);
  },
  { pinHashCost: PIN_HASH_COST },
);

testWithApp(
  'many sign-ins to different profiles from one IP address do not delay a sign-in from another address',
  async (app) => {
    const children = await Promise.all(Array.from({ length: SIGN_IN_COUNT }, () => app.registerChild()));
    const otherChild = await app.registerChild();
    let completedSignInCount = 0;
    const signIns = children.map(async ({ id }) => {
      assert.equal((await app.loginChild(id, NEW_CHILD.pin, { from: '203.0.113.7' })).status, 200);
      completedSignInCount += 1;
    });
    while (completedSignInCount === 0) await new Promise(setImmediate);
    assert.equal((await app.loginChild(otherChild.id, NEW_CHILD.pin, { from: '203.0.113.8' })).status, 200);
    assert.ok(
      completedSignInCount < SIGN_IN_COUNT / 2,
      `${completedSignInCount} sign-ins from the first address were completed before the other one`,
    );
    await Promise.all(signIns);
  },
  { pinHashCost: PIN_HASH_COST },
);

testWithApp(
  'registrations from many IP addresses do not delay a sign-in',
  async (app) => {
    const child = await app.registerChild();
    let registeredChildCount = 0;
    const registrations = Array.from({ length: NEW_PIN_COUNT }, async () => {
      await app.registerChild();
      registeredChildCount += 1;
    });
    while (registeredChildCount === 0) await new Promise(setImmediate);
    assert.equal((await app.loginChild(child.id)).status, 200);
    assert.ok(
      registeredChildCount < NEW_PIN_COUNT / 2,
      `${registeredChildCount} children were registered before the sign-in`,
    );
    await Promise.all(registrations);
  },
  { pinHashCost: PIN_HASH_COST },
);
