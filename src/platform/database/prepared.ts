import type { Compilable, CompiledQuery } from 'kysely';
import type { Reader } from './database.ts';

type Values = Readonly<Record<string, string | number>>;

/** Runs a compiled query as a prepared statement of the driver. */
export type RunPrepared = (sql: string, parameters: readonly unknown[]) => Promise<unknown[]> | unknown[];

const runners = new WeakMap<Reader, RunPrepared>();

/** Counts queries, both those of Kysely and prepared ones. */
export class QueryCount {
  total = 0;
  /** For Kysely's `log` option, which is called after each query. */
  readonly log = (): void => {
    this.total += 1;
  };
  /** Wraps a runner of prepared queries so that it counts them. */
  counting(run: RunPrepared): RunPrepared {
    return (sql, parameters) => {
      this.total += 1;
      return run(sql, parameters);
    };
  }
}

/** Sets the function that runs prepared queries with the driver of a database. Within transactions Kysely runs them. */
export function setPreparedRunner(reader: Reader, run: RunPrepared): void {
  runners.set(reader, run);
}

/**
 * A query that is built and compiled once per database and then only run. Building a query takes several times as long as
 * SQLite takes to run it (decision 0008), so use this for queries that run in every request. `build` gets a placeholder
 * for each value.
 */
export function prepared<V extends Values, Row>(build: (db: Reader, placeholders: V) => Compilable<Row>) {
  const plans = new WeakMap<Reader, Plan<V, Row>>();
  return async (db: Reader, values: V): Promise<Row[]> => {
    let plan = plans.get(db);
    if (!plan) {
      plan = compile(db, build, Object.keys(values));
      plans.set(db, plan);
    }
    const query = plan(values);
    const run = runners.get(db);
    if (!run) return (await db.executeQuery(query)).rows;
    return run(query.sql, query.parameters) as Promise<Row[]>; // the rows of this query
  };
}

type Plan<V, Row> = (values: V) => CompiledQuery<Row>;

function compile<V extends Values, Row>(
  db: Reader,
  build: (db: Reader, placeholders: V) => Compilable<Row>,
  names: (keyof V)[],
): Plan<V, Row> {
  // The placeholders show in which order the dialect expects the values. The cast lets a text stand for any value.
  const placeholders = Object.fromEntries(names.map((name) => [name, `value of ${String(name)}`])) as V;
  const query = build(db, placeholders).compile();
  const parameters = query.parameters.map((parameter) => {
    const name = names.find((candidate) => placeholders[candidate] === parameter);
    return name === undefined ? () => parameter : (values: V) => values[name];
  });
  return (values) => ({ ...query, parameters: parameters.map((valueIn) => valueIn(values)) });
}
