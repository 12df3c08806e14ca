import assert from 'node:assert/strict';
import { CompiledQuery, type KyselyPlugin, type RootOperationNode } from 'kysely';
import { deleteCodes } from '../../../src/features/access/codes/codes-store.ts';
import type { Tx } from '../../../src/platform/database/index.ts';
import { expireTriedEmails } from '../../../src/platform/email/outbox-store.ts';
import { type TestApp, testWithApp } from '../../support/test-app.ts';

testWithApp('enqueuing an email and deleting codes use indexes, however many emails are waiting', async (app) => {
  const expiryPlan = await explainQuery(app, (tx) => expireTriedEmails(tx, 'digest 1', app.ctx.now()));
  assert.match(expiryPlan, /outbox_by_topic/);
  assert.doesNotMatch(expiryPlan, /seq scan|scan outbox/i);
  const deletionPlan = await explainQuery(app, (tx) => deleteCodes(tx, ['one', 'another']));
  assert.match(deletionPlan, /codes_by_subject/);
  assert.doesNotMatch(deletionPlan, /seq scan|scan codes/i);
});

/** The query plan of the only statement of `action`. Turns off sequential scans, which PostgreSQL would prefer for the small tables of a test. */
async function explainQuery({ ctx, database }: TestApp, action: (tx: Tx) => Promise<void>): Promise<string> {
  const nodes: RootOperationNode[] = [];
  const recorder: KyselyPlugin = {
    transformQuery: ({ node }) => {
      nodes.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return ctx.write(async ({ tx }) => {
    await action(tx.withPlugin(recorder));
    const [node] = nodes;
    assert.ok(node && nodes.length === 1);
    const { sql, parameters } = tx.getExecutor().compileQuery(node, { queryId: 'plan' });
    if (database === 'postgres') await tx.executeQuery(CompiledQuery.raw('set local enable_seqscan = off'));
    const explain = database === 'postgres' ? 'explain' : 'explain query plan';
    const { rows } = await tx.executeQuery(CompiledQuery.raw(`${explain} ${sql}`, [...parameters]));
    return JSON.stringify(rows);
  });
}
