import {
  type Compilable,
  type CompiledQuery,
  type ConnectionProvider,
  type Dialect,
  type Kysely,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
  Transaction,
} from 'kysely';
import { jsonArrayFrom as postgresJsonArrayFrom } from 'kysely/helpers/postgres';
import { jsonArrayFrom as sqliteJsonArrayFrom } from 'kysely/helpers/sqlite';
import type { Tables } from '../../schema/tables.ts';
import type { Database, Handle, Reader, Tx } from './database.ts';

type Values<V> = Readonly<Record<keyof V, string | number | null>>;

/** Runs a compiled query as a prepared statement. */
export type RunPrepared = (sql: string, parameters: readonly unknown[]) => Promise<unknown[]> | unknown[];

/** How prepared queries are run on a database. */
export interface PreparedQueryDriver {
  readonly dialect: Database['dialect'];
  readonly run: RunPrepared;
}

const drivers = new WeakMap<Reader, PreparedQueryDriver>();

/** Counts prepared queries and the queries of Kysely. */
export class QueryCounter {
  total = 0;
  /** Counts one query. Can be used as the `log` option of Kysely, which is called after each query. */
  readonly increment = (): void => {
    this.total += 1;
  };
  /** Wraps the function that runs prepared queries in a function that also counts them. */
  countRuns(run: RunPrepared): RunPrepared {
    return (sql, parameters) => {
      this.total += 1;
      return run(sql, parameters);
    };
  }
}

/**
 * Sets the driver that runs prepared queries on a reader or in a transaction. Without a driver, a query is compiled each time it
 * runs.
 */
export function setPreparedQueryDriver({ db }: Handle, driver: PreparedQueryDriver): void {
  drivers.set(db, driver);
}

/** The dialect of a reader or transaction that has a driver. */
export function getDialect({ db }: Handle): PreparedQueryDriver['dialect'] {
  const driver = drivers.get(db);
  if (!driver) throw new Error('The dialect of this database object is unknown, because it has no driver.');
  return driver.dialect;
}

/**
 * Prepares a query, which is built and compiled once per dialect, at its first run. A prepared query can also run in
 * transactions. Building a query takes several times as long as SQLite takes to run it (decision 0008), so use this for frequent
 * queries. `build` receives a placeholder for each value. A value that is stored may be null, but a value that is compared may
 * not, because nothing equals null in SQL. The result is the rows, or no rows for a write without `returning`. On PostgreSQL, the
 * error of such a write is thrown by a later query of the transaction or at its end, so do not catch it inside (decision 0096).
 */
export function prepareQuery<V extends Values<V>, Row, Ctx extends Handle = Handle>(
  build: (ctx: Ctx, placeholders: V) => Compilable<Row>,
) {
  // The cast is safe, because one row of values results in one row of placeholders.
  const run = compileOncePerRowCount<V, Row, Ctx>((ctx, [placeholders]) => build(ctx, placeholders as V));
  return (ctx: Ctx, values: V): Promise<Row[]> => run(ctx, [values]);
}

/**
 * Like `prepareQuery`, for a query with several rows of values, such as an insert. The query is compiled once per number of rows,
 * so the number of rows must have a small limit. All rows have the same fields. Without rows, no query runs. An upsert refers to
 * the new values as `excluded`.
 */
export function prepareMultiRowQuery<V extends Values<V>, Row, Ctx extends Handle = Handle>(
  build: (ctx: Ctx, placeholders: V[]) => Compilable<Row>,
) {
  const run = compileOncePerRowCount(build);
  return async (ctx: Ctx, rows: readonly V[]): Promise<Row[]> => (rows.length === 0 ? [] : run(ctx, rows));
}

function compileOncePerRowCount<V extends Values<V>, Row, Ctx extends Handle>(
  build: (ctx: Ctx, placeholders: V[]) => Compilable<Row>,
) {
  const queriesByRowCount = {
    sqlite: new Map<number, PreparedQuery<V, Row>>(),
    postgres: new Map<number, PreparedQuery<V, Row>>(),
  };
  return async (ctx: Ctx, rows: readonly V[]): Promise<Row[]> => {
    const driver = drivers.get(ctx.db);
    const queriesOfDialect = driver && queriesByRowCount[driver.dialect];
    const preparedQuery =
      queriesOfDialect?.get(rows.length) ?? compile(rows, (placeholders) => build(ctx, placeholders));
    queriesOfDialect?.set(rows.length, preparedQuery);
    const parameters = preparedQuery.getParameters(rows);
    if (driver) return driver.run(preparedQuery.query.sql, parameters) as Promise<Row[]>; // the driver returns the rows of the query
    const query: CompiledQuery<Row> = { ...preparedQuery.query, parameters };
    return (await ctx.db.executeQuery(query)).rows;
  };
}

/** A compiled query, and the function that puts values into the order of its parameters. */
interface PreparedQuery<V, Row> {
  readonly query: CompiledQuery<Row>;
  getParameters(rows: readonly V[]): unknown[];
}

function compile<V extends Values<V>, Row>(
  rows: readonly V[],
  build: (placeholders: V[]) => Compilable<Row>,
): PreparedQuery<V, Row> {
  // The placeholders show in which order the dialect expects the values. The casts let a string stand for any value.
  const valueReaders = new Map<unknown, (rows: readonly V[]) => unknown>();
  const placeholders = rows.map((row, index) => {
    const names = Object.keys(row) as (keyof V)[];
    const entries = names.map((name) => {
      const placeholder = `value of ${String(name)} in row ${index}`;
      valueReaders.set(placeholder, (allRows) => allRows[index]?.[name]);
      return [name, placeholder] as const;
    });
    return Object.fromEntries(entries) as V;
  });
  const query = build(placeholders).compile();
  const parameterReaders = query.parameters.map((parameter) => valueReaders.get(parameter) ?? (() => parameter));
  return { query, getParameters: (allRows) => parameterReaders.map((readParameter) => readParameter(allRows)) };
}

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
    setPreparedQueryDriver({ db: tx }, driver);
    return tx;
  };
}

/**
 * The error for a query that is run after its transaction has ended, because code did not await the query or started it too late.
 */
export const createTransactionEndedError = () => new Error('A query was run after its transaction had ended.');

/**
 * Locks the rows that a query selects until the transaction ends. Rows that refer to them can still be inserted. SQLite needs no such lock,
 * because it has only one writer at a time.
 */
export function lockRows<Table extends keyof Tables, Row>(
  ctx: Handle<Tx>,
  query: SelectQueryBuilder<Tables, Table, Row>,
): SelectQueryBuilder<Tables, Table, Row> {
  return getDialect(ctx) === 'postgres' ? query.forNoKeyUpdate() : query;
}

/** The text of a JSON array that contains rows of this type. */
export type JsonRows<Row> = string & { readonly row?: Row };

/**
 * The rows of a subquery as a column with a JSON array, so that one statement can read rows of several tables. The subquery must
 * select its columns by name. The values must be texts, integers, floating-point numbers or null.
 */
export function selectJsonRows<Schema extends Tables, Table extends keyof Schema, Row>(
  ctx: Handle,
  subquery: SelectQueryBuilder<Schema, Table, Row>,
): RawBuilder<JsonRows<Row>> {
  const array =
    getDialect(ctx) === 'sqlite' ? sqliteJsonArrayFrom(subquery) : postgresJsonArrayFrom(subquery.offset(sql.lit(0))); // without the offset, Citus may lose the names of the columns
  return sql`cast(${array} as text)`; // the driver of PostgreSQL would parse a column of type json
}

/** Parses a column of `selectJsonRows`. */
export function parseJsonRows<Row>(text: JsonRows<Row>): Row[] {
  return JSON.parse(text);
}
