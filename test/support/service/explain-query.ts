import assert from 'node:assert/strict';
import { CompiledQuery, type KyselyPlugin, type RootOperationNode } from 'kysely';
import type { TxContext } from '../../../src/platform/context.ts';
import type { Tx } from '../../../src/platform/database/index.ts';
import type { TestApp } from '../test-app.ts';

/** Settings to turn off so that PostgreSQL uses indexes. Otherwise it would read and sort the small tables of a test. */
const DISABLED_SETTINGS = ['enable_seqscan', 'enable_bitmapscan', 'enable_sort'];

/**
 * Runs `action`, which must execute exactly one statement, and returns the query plan of the statement. The plan does not depend on
 * the bound values.
 */
export async function explainQuery(
  { ctx, database }: TestApp,
  action: (ctx: TxContext) => Promise<unknown>,
): Promise<string> {
  const nodes: RootOperationNode[] = []; // subqueries before the statement that contains them
  let statementCount = 0;
  const recorder: KyselyPlugin = {
    transformQuery: ({ node }) => {
      nodes.push(node);
      return node;
    },
    transformResult: async ({ result }) => {
      statementCount += 1;
      return result;
    },
  };
  return ctx.write(async (ctx) => {
    const { db } = ctx;
    await action({ ...ctx, db: db.withPlugin(recorder) as Tx });
    const node = nodes.at(-1);
    assert.ok(node && statementCount === 1);
    const { sql } = db.getExecutor().compileQuery(node, { queryId: 'plan' });
    if (database === 'postgres')
      for (const name of DISABLED_SETTINGS) await db.executeQuery(CompiledQuery.raw(`set local ${name} = off`));
    const explain = database === 'postgres' ? 'explain (generic_plan)' : 'explain query plan';
    const { rows } = await db.executeQuery(CompiledQuery.raw(`${explain} ${sql}`));
    return JSON.stringify(rows);
  });
}
