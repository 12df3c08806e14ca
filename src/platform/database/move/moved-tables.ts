import { sql } from 'kysely';
import { runMigrations } from '../migrate.ts';
import { QueryCounter } from '../prepared.ts';
import { openConnection } from '../sqlite/sqlite-connection.ts';

/** A table whose rows a move copies. `primaryKey` lists the columns of its primary key. */
export interface MovedTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly primaryKey: readonly string[];
}

/** A column of a table, as SQLite describes it. */
export interface ColumnDescription {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  /** The position in the primary key, from 1; 0 for other columns. */
  readonly pk: number;
  /** 0, except for a generated column. */
  readonly hidden: number;
}

/** The tables that migrations fill, which are therefore the same in every database. */
const FILLED_BY_MIGRATIONS = /^(kysely_|schema_compatibility$)/;

/**
 * Lists the tables that a move copies, each after the tables that it refers to. The list is read from an empty database in memory
 * after all migrations, so that the list includes every new table and is the same for SQLite and PostgreSQL.
 */
export async function listMovedTables(): Promise<MovedTable[]> {
  const { columns } = await describeSchema();
  return Array.from(
    Map.groupBy(columns, ({ table }) => table),
    ([name, columnsOfTable]) => ({
      name,
      columns: columnsOfTable.map((column) => column.name),
      primaryKey: columnsOfTable
        .filter(({ pk }) => pk > 0)
        .sort((a, b) => a.pk - b.pk)
        .map((column) => column.name),
    }),
  );
}

/**
 * Returns the columns of the tables that a move copies, and all foreign keys, from an empty database in memory. The tables are in the
 * order of their creation, in which a table comes after those that it refers to.
 */
export async function describeSchema() {
  const { kysely } = openConnection(':memory:', '', new QueryCounter());
  try {
    await runMigrations(kysely);
    const columns = await sql<ColumnDescription>`
      select t.name as "table", c.name, c.type, c.pk, c.hidden
      from sqlite_schema t, pragma_table_xinfo(t.name) c where t.type = 'table' order by t.rowid, c.cid`.execute(
      kysely,
    );
    const references = await sql<{ table: string; target: string }>`
      select t.name as "table", f."table" as target
      from sqlite_schema t, pragma_foreign_key_list(t.name) f where t.type = 'table'`.execute(kysely);
    return {
      columns: columns.rows.filter(({ table }) => !FILLED_BY_MIGRATIONS.test(table)),
      references: references.rows,
    };
  } finally {
    await kysely.destroy();
  }
}
