import assert from 'node:assert/strict';
import { PIN_HASH_COST } from '../../../src/features/access/index.ts';
import { resetPin } from '../../../src/features/guardianship/index.ts';
import { registerFamilyWithPanelSession } from '../../support/family/guardians.ts';
import { testWithApp } from '../../support/test-app.ts';

const NEW_PINS = 40;

testWithApp(
  'one parent who sets many PINs does not delay the sign-in of another family',
  async (app) => {
    const { child, caller } = await registerFamilyWithPanelSession(app);
    const otherChild = await app.registerChild();
    let doneCount = 0;
    const resets = Array.from({ length: NEW_PINS }, async () => {
      await resetPin(app.ctx, caller, child.id, '9876');
      doneCount += 1;
    });
    while (doneCount === 0) await new Promise(setImmediate); // the first is done, the others wait
    assert.equal((await app.loginChild(otherChild.id)).status, 200);
    assert.ok(doneCount < NEW_PINS / 2, `${doneCount} PINs were set before the sign-in`);
    await Promise.all(resets);
  },
  { pinHashCost: PIN_HASH_COST },
);
