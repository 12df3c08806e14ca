import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  type ConnectionProvider,
  type DatabaseConnection,
  Kysely,
  type LimitNode,
  SqliteAdapter,
  SqliteDialect,
  SqliteQueryCompiler,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Tables } from '../../../schema/tables.ts';
import { createTransactionFactory, type QueryCounter, type RunPrepared } from '../prepared.ts';
import type { Writer } from './group-commit.ts';
import { getErrorMessage, isBusy } from './sqlite-errors.ts';

/** A connection to a SQLite file. */
export interface SqliteConnection {
  readonly kysely: Kysely<Tables>;
  readonly database: CachingDatabase;
  readonly runPrepared: RunPrepared;
}

export function openConnection(file: string, pragmas: string, queryCounter: QueryCounter): SqliteConnection {
  const database = new CachingDatabase(openFile(file, pragmas));
  const kysely = new Kysely<Tables>({ dialect: new CustomSqliteDialect({ database }), log: queryCounter.increment });
  const runPrepared: RunPrepared = (sql, parameters) => database.prepare(sql).all(parameters);
  return { kysely, database, runPrepared: queryCounter.countRuns(runPrepared) };
}

export function openFile(file: string, pragmas: string): DatabaseSync {
  try {
    const database = new DatabaseSync(file);
    database.exec(pragmas);
    return database;
  } catch (error) {
    throw new Error(`${file} cannot be opened: ${getErrorMessage(error)}.`, { cause: error });
  }
}

/** Adapts a connection to the interface that the group commit needs. */
export function createWriter({ kysely, database, runPrepared }: SqliteConnection): Writer {
  const executor = kysely.getExecutor();
  const createTransaction = createTransactionFactory(kysely, new CustomSqliteDialect({ database }));
  let connection: DatabaseConnection | undefined;
  return {
    runExclusively: (use) =>
      executor.provideConnection((provided) => {
        connection = provided;
        return use();
      }),
    execute: (sql) => void database.prepare(sql).run([]),
    isInTransaction: () => database.isInTransaction,
    isBusy,
    createTransaction(assertOpen) {
      const provider: ConnectionProvider = {
        async provideConnection(consumer) {
          assertOpen();
          return consumer(connection as DatabaseConnection); // `connection` is set while a transaction is open
        },
      };
      const runIfOpen: RunPrepared = (sql, parameters) => {
        assertOpen();
        return runPrepared(sql, parameters);
      };
      return createTransaction(provider, { dialect: 'sqlite', run: runIfOpen });
    },
  };
}

/** Kysely's dialect of SQLite, with changes to the adapter and the query compiler. */
class CustomSqliteDialect extends SqliteDialect {
  override createAdapter() {
    return new TransactionalAdapter();
  }
  override createQueryCompiler() {
    return new LimitExpressionCompiler();
  }
}

class LimitExpressionCompiler extends SqliteQueryCompiler {
  /**
   * Appends `+ 0`: `limit ? + 0`. If a limit is a bare parameter, SQLite uses its value to choose the query plan, and therefore
   * prepares the statement again at every run, which takes longer than running it.
   */
  protected override visitLimit(node: LimitNode): void {
    super.visitLimit(node);
    this.append(' + 0');
  }
}

/**
 * Makes Kysely run each migration in a transaction. Kysely does not do this on SQLite by default, so a crash could leave a
 * migration half done.
 */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }
}

/** Adapts node:sqlite to Kysely's SqliteDialect. Caches the prepared statements that were used last. */
class CachingDatabase {
  readonly #database: DatabaseSync;
  readonly #statements = new LRUCache<string, Statement>({ max: 500 });

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  get isInTransaction(): boolean {
    return this.#database.isOpen && this.#database.isTransaction;
  }

  prepare(sql: string): Statement | typeof NO_OP {
    // SQLite rolls back by itself, for example when the disk is full. A second rollback would fail and hide the original error.
    if (sql === 'rollback' && !this.#database.isTransaction) return NO_OP;
    const cachedStatement = this.#statements.get(sql);
    if (cachedStatement) return cachedStatement;
    // `begin immediate` locks the database immediately: a deferred transaction could fail at its first write.
    const statement = new Statement(this.#database.prepare(sql === 'begin' ? 'begin immediate' : sql));
    this.#statements.set(sql, statement);
    return statement;
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }
}

const NO_OP = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [].values(),
};

class Statement {
  readonly #statement: StatementSync;
  /** The names of the columns; undefined if the SQL contains `*`, because the columns of `select *` can change with the schema. */
  readonly #columns: readonly string[] | undefined;
  /** Whether the statement returns rows (Kysely's name). */
  readonly reader: boolean;

  constructor(statement: StatementSync) {
    const columns = statement.columns().map(({ name }) => name);
    this.#statement = statement;
    this.#columns = statement.sourceSQL.includes('*') ? undefined : columns;
    this.reader = columns.length > 0;
    statement.setReturnArrays(this.#columns !== undefined);
  }

  // The casts are safe, because the parameters have the types of the columns: text, numbers and null.
  all(parameters: readonly unknown[]): unknown[] {
    return this.#statement.all(...(parameters as SQLInputValue[])).map((row) => this.#toObject(row));
  }

  run(parameters: readonly unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint } {
    return this.#statement.run(...(parameters as SQLInputValue[]));
  }

  *iterate(parameters: readonly unknown[]): IterableIterator<unknown> {
    for (const row of this.#statement.iterate(...(parameters as SQLInputValue[]))) yield this.#toObject(row);
  }

  /**
   * Creates a row object from an array of values. The objects of node:sqlite have no prototype. V8 stores such objects as
   * dictionaries, which are slow to read and to copy.
   */
  #toObject(row: object): object {
    if (!this.#columns) return { ...row };
    const values = row as unknown[];
    const result: Record<string, unknown> = {};
    for (let i = 0; i < values.length; i += 1) result[this.#columns[i] as string] = values[i];
    return result;
  }
}
