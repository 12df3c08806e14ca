import assert from 'node:assert/strict';
import { CompiledQuery, type KyselyPlugin, type RootOperationNode } from 'kysely';
import { deleteCodes } from '../../../src/features/access/codes/codes-store.ts';
import type { Tx } from '../../../src/platform/database/index.ts';
import { expireTriedEmails } from '../../../src/platform/email/outbox-store.ts';
import { type TestApp, testWithApp } from '../../support/test-app.ts';

testWithApp('queueing an email and ending codes use indexes, however many emails wait', async (app) => {
  const queueing = await explainQuery(app, (tx) => expireTriedEmails(tx, 'digest 1', app.ctx.now()));
  assert.match(queueing, /outbox_by_topic/);
  assert.doesNotMatch(queueing, /seq scan|scan outbox/i);
  const ending = await explainQuery(app, (tx) => deleteCodes(tx, ['one', 'another']));
  assert.match(ending, /codes_by_subject/);
  assert.doesNotMatch(ending, /seq scan|scan codes/i);
});

/** How the database runs the only statement of `action`. PostgreSQL would scan a table as small as those of a test. */
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
