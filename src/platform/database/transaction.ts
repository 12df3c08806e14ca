import { type ConnectionProvider, type Dialect, type Kysely, Transaction } from 'kysely';
import type { Tables } from '../../schema/tables.ts';
import type { Tx } from './database.ts';
import { type PreparedQueryDriver, setPreparedQueryDriver } from './prepared.ts';

/** Creates Kysely's object for a transaction that has begun on the connection of `provider`. */
export type CreateTransaction = (provider: ConnectionProvider, driver: PreparedQueryDriver) => Tx;

/**
 * Returns a function that creates transaction objects of `kysely`. Kysely itself creates such an object only when it begins the
 * transaction itself.
 */
export function createTransactionFactory(kysely: Kysely<Tables>, dialect: Dialect): CreateTransaction {
  const transactionProps = { config: { dialect }, dialect, driver: dialect.createDriver() };
  const executor = kysely.getExecutor();
  return (provider, driver) => {
    const tx = new Transaction<Tables>({ ...transactionProps, executor: executor.withConnectionProvider(provider) });
    setPreparedQueryDriver(tx, driver);
    return tx;
  };
}

/**
 * The error for a query that is run after its transaction has ended, because code did not await the query or started it too late.
 */
export const createTransactionEndedError = () => new Error('A query was run after its transaction had ended.');
