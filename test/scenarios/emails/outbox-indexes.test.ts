import assert from 'node:assert/strict';
import { deleteCodes } from '../../../src/features/access/codes/codes-store.ts';
import { expireTriedEmails } from '../../../src/platform/email/outbox-store.ts';
import { explainQuery } from '../../support/service/explain-query.ts';
import { testWithApp } from '../../support/test-app.ts';

testWithApp('the queries that expire tried emails in the outbox and delete codes use indexes', async (app) => {
  const expiryPlan = await explainQuery(app, (tx) => expireTriedEmails(tx, 'weekly summary 1', app.ctx.now()));
  assert.match(expiryPlan, /outbox_by_topic/);
  assert.doesNotMatch(expiryPlan, /seq scan|scan outbox/i);
  const deletionPlan = await explainQuery(app, (tx) => deleteCodes(tx, ['one', 'another']));
  assert.match(deletionPlan, /codes_by_subject/);
  assert.doesNotMatch(deletionPlan, /seq scan|scan codes/i);
});
