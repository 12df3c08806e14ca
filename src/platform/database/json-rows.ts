import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { jsonArrayFrom as postgresJsonArrayFrom } from 'kysely/helpers/postgres';
import { jsonArrayFrom as sqliteJsonArrayFrom } from 'kysely/helpers/sqlite';
import type { Tables } from '../../schema/tables.ts';
import type { Reader } from './database.ts';
import { getDialect } from './prepared.ts';

/** The text of a JSON array that contains rows of this type. */
export type JsonRows<Row> = string & { readonly row?: Row };

/**
 * The rows of a subquery as a column with a JSON array, so that one statement can read rows of several tables. The subquery must
 * select its columns by name. The values must be texts, integers, floating-point numbers or null.
 */
export function selectJsonRows<Table extends keyof Tables, Row>(
  db: Reader,
  subquery: SelectQueryBuilder<Tables, Table, Row>,
): RawBuilder<JsonRows<Row>> {
  const array = getDialect(db) === 'sqlite' ? sqliteJsonArrayFrom(subquery) : postgresJsonArrayFrom(subquery);
  return sql`cast(${array} as text)`; // the driver of PostgreSQL would parse a column of type json
}

/** Parses a column of `selectJsonRows`. */
export function parseJsonRows<Row>(text: JsonRows<Row>): Row[] {
  return JSON.parse(text);
}
