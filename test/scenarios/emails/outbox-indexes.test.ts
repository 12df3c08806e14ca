import assert from 'node:assert/strict';
import { deleteCodes } from '../../../src/features/access/codes/codes-store.ts';
import { expireTriedEmails, listDueEmails } from '../../../src/platform/email/outbox-store.ts';
import { explainQuery } from '../../support/service/explain-query.ts';
import { testWithApp } from '../../support/test-app.ts';

testWithApp('the queries that list and expire emails of the outbox and delete codes use indexes', async (app) => {
  const now = app.ctx.now();
  const except = { id: ['one'], recipient: ['a'], domain: ['b'], requester: ['c'] };
  const filter = { now, onlyCodes: false, onlyFirstTries: false, limit: 10, except };
  const listPlan = await explainQuery(app, (tx) => listDueEmails(tx, filter));
  assert.match(listPlan, /using (covering index )?outbox_by_order/i);
  assert.doesNotMatch(listPlan, /seq scan|scan outbox"/i);
  const expiryPlan = await explainQuery(app, (tx) => expireTriedEmails(tx, 'weekly summary 1', now));
  assert.match(expiryPlan, /outbox_by_topic/);
  assert.doesNotMatch(expiryPlan, /seq scan|scan outbox/i);
  const deletionPlan = await explainQuery(app, (tx) => deleteCodes(tx, ['one', 'another']));
  assert.match(deletionPlan, /codes_by_subject/);
  assert.doesNotMatch(deletionPlan, /seq scan|scan codes/i);
});
