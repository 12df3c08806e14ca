import { AbortedTransactionError, type DatabaseConnection, PostgresDriver, SingleConnectionProvider } from 'kysely';
import type pg from 'pg';
import type { Database } from './database.ts';
import type { QueryCount } from './prepared.ts';
import { type CreateTransaction, transactionHasEnded } from './transaction.ts';

export type CreateQuery = (text: string, values: readonly unknown[]) => pg.QueryConfig;

interface Parts {
  readonly pool: pg.Pool;
  readonly createTransaction: CreateTransaction;
  readonly queryCount: QueryCount;
  /** The query of a statement that runs often, named where the connection allows it. */
  readonly createQuery: CreateQuery;
  /** The statements that begin a transaction. */
  readonly begin: string;
}

/**
 * Runs transactions on clients of the pool. Kysely's own transactions do not give access to the client, which prepared
 * queries need to run as named statements (decision 0008).
 */
export function createTransactions({
  pool,
  createTransaction,
  queryCount,
  createQuery,
  begin,
}: Parts): Database['write'] {
  const connections = new WeakMap<pg.PoolClient, DatabaseConnection>();

  return async (work) => {
    const client = await pool.connect();
    let isOpen = true;
    let failure: Error | undefined;
    try {
      await client.query(begin);
      const connection = connections.get(client) ?? (await createConnection(client));
      connections.set(client, connection);
      const inOrder = new SingleConnectionProvider(connection); // a client runs one query at a time
      const provideConnection: typeof inOrder.provideConnection = async (use) => {
        if (!isOpen) throw transactionHasEnded();
        queryCount.log();
        return inOrder.provideConnection(use);
      };
      const run = async (text: string, values: readonly unknown[]) => {
        return (await provideConnection(() => client.query(createQuery(text, values)))).rows;
      };
      const result = await work(createTransaction({ provideConnection }, { dialect: 'postgres', run }));
      isOpen = false;
      const { command } = await client.query('commit');
      if (command === 'ROLLBACK') throw new AbortedTransactionError(); // a statement has failed, but the work continued
      return result;
    } catch (error) {
      isOpen = false;
      await client.query('rollback').catch((rollbackError: Error) => {
        failure = rollbackError;
      });
      throw error;
    } finally {
      client.release(failure); // an error makes the pool replace the client
    }
  };
}

/** Kysely's connection over a client. */
async function createConnection(client: pg.PoolClient): Promise<DatabaseConnection> {
  const driver = new PostgresDriver({ pool: { connect: async () => client, end: async () => {}, options: {} } });
  await driver.init();
  return driver.acquireConnection();
}
