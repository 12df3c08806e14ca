import { AbortedTransactionError, type ConnectionProvider, type DatabaseConnection, PostgresDriver } from 'kysely';
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
 *
 * A prepared read is sent together with `begin`. A prepared write without `returning` is not awaited: the statements after it, and
 * `commit`, are sent before its result arrives, and PostgreSQL refuses them if it fails (decision 0096).
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
    const connection = connections.get(client) ?? (await createConnection(client));
    connections.set(client, connection);
    let isBegun = false;
    let hasEnded = false;
    let writeError: unknown; // of the first write that failed
    let connectionError: Error | undefined;
    /** Sends a query, together with the others of this turn of the event loop with one system call. */
    const send = (query: string | pg.QueryConfig) => {
      const { stream } = client.connection;
      if (stream.writableCorked === 0) {
        stream.cork();
        process.nextTick(() => stream.uncork());
      }
      return client.query(query);
    };
    const begin = send(beginSql).then(() => {
      isBegun = true;
    });
    begin.catch((error: Error) => {
      connectionError = error;
    });
    const countQuery = () => {
      if (hasEnded) throw createTransactionEndedError();
      queryCounter.increment();
    };
    const settle = async <R>(query: Promise<R>): Promise<R> => {
      const result = await query;
      if (writeError !== undefined) throw writeError; // the query has succeeded because it rolls back to a savepoint
      return result;
    };
    const provideConnection: ConnectionProvider['provideConnection'] = async (use) => {
      await begin;
      countQuery();
      return settle(use(connection));
    };
    const run = async (text: string, values: readonly unknown[]) => {
      if (!isBegun && !text.startsWith('select ')) await begin; // a write must not run outside the transaction if "begin" fails
      countQuery();
      const query = send(createQuery(text, values));
      if (!isWriteWithoutRows(text)) return (await settle(query)).rows;
      query.catch((error: unknown) => {
        writeError ??= error;
      });
      return [];
    };
    try {
      const result = await work({ db: createTransaction({ provideConnection }, { dialect: 'postgres', run }) });
      hasEnded = true;
      await begin;
      const { command } = await send('commit');
      if (command === 'ROLLBACK') throw new AbortedTransactionError(); // a statement failed, but `work` did not throw
      return result;
    } catch (error) {
      hasEnded = true;
      await client.query('rollback').catch((rollbackError: Error) => {
        connectionError = rollbackError;
      });
      throw writeError ?? error;
    } finally {
      client.release(connectionError); // an error makes the pool replace the client
    }
  };
}

/** Whether a prepared query writes and returns no rows. */
function isWriteWithoutRows(text: string): boolean {
  return /^(insert|update|delete) /.test(text) && !text.includes(' returning ');
}

/** Creates Kysely's connection for a client of the pool. */
async function createConnection(client: pg.PoolClient): Promise<DatabaseConnection> {
  const driver = new PostgresDriver({ pool: { connect: async () => client, end: async () => {}, options: {} } });
  await driver.init();
  return driver.acquireConnection();
}
