import { AbortedTransactionError, type DatabaseConnection, PostgresDriver, SingleConnectionProvider } from 'kysely';
import type pg from 'pg';
import type { Database } from '../database.ts';
import { type CreateTransaction, createTransactionEndedError, type QueryCounter } from '../prepared.ts';

export type CreateQuery = (text: string, values: readonly unknown[]) => pg.QueryConfig;

interface TransactionOptions {
  readonly pool: pg.Pool;
  readonly createTransaction: CreateTransaction;
  readonly queryCounter: QueryCounter;
  /** Creates a query, which has a name if the connection supports named statements. */
  readonly createQuery: CreateQuery;
  readonly beginSql: string;
}

/**
 * Creates the function that runs transactions on clients of the pool. Kysely's own transactions do not give access to the
 * client, which prepared queries need in order to run as named statements (decision 0008).
 */
export function createTransactionRunner({
  pool,
  createTransaction,
  queryCounter,
  createQuery,
  beginSql,
}: TransactionOptions): Database['write'] {
  const connections = new WeakMap<pg.PoolClient, DatabaseConnection>();

  return async (work) => {
    const client = await pool.connect();
    let isOpen = true;
    let rollbackFailure: Error | undefined;
    try {
      await client.query(beginSql);
      const connection = connections.get(client) ?? (await createConnection(client));
      connections.set(client, connection);
      const singleConnection = new SingleConnectionProvider(connection); // a client runs one query at a time
      const provideConnection: typeof singleConnection.provideConnection = async (use) => {
        if (!isOpen) throw createTransactionEndedError();
        queryCounter.increment();
        return singleConnection.provideConnection(use);
      };
      const run = async (text: string, values: readonly unknown[]) => {
        return (await provideConnection(() => client.query(createQuery(text, values)))).rows;
      };
      const result = await work({ db: createTransaction({ provideConnection }, { dialect: 'postgres', run }) });
      isOpen = false;
      const { command } = await client.query('commit');
      if (command === 'ROLLBACK') throw new AbortedTransactionError(); // a statement failed, but `work` did not throw
      return result;
    } catch (error) {
      isOpen = false;
      await client.query('rollback').catch((rollbackError: Error) => {
        rollbackFailure = rollbackError;
      });
      throw error;
    } finally {
      client.release(rollbackFailure); // an error makes the pool replace the client
    }
  };
}

/** Creates Kysely's connection for a client of the pool. */
async function createConnection(client: pg.PoolClient): Promise<DatabaseConnection> {
  const driver = new PostgresDriver({ pool: { connect: async () => client, end: async () => {}, options: {} } });
  await driver.init();
  return driver.acquireConnection();
}
