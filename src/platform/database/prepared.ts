import type { Compilable, CompiledQuery } from 'kysely';
import type { Reader } from './database.ts';

type Values = Readonly<Record<string, string | number>>;

/** Runs a compiled query as a prepared statement of the driver. */
export type RunPrepared = (sql: string, parameters: readonly unknown[]) => Promise<unknown[]> | unknown[];

const runners = new WeakMap<Reader, RunPrepared>();

/** Counts queries, whoever runs them. */
export class QueryCount {
  total = 0;
  /** As Kysely's `log` option, which is called after each query. */
  readonly log = (): void => {
    this.total += 1;
  };
  /** A runner of prepared queries that counts as well. */
  counting(run: RunPrepared): RunPrepared {
    return (sql, parameters) => {
      this.total += 1;
      return run(sql, parameters);
    };
  }
}

/** Tells how a database's own driver runs what is prepared; inside transactions Kysely does. */
export function setPreparedRunner(reader: Reader, run: RunPrepared): void {
  runners.set(reader, run);
}

/**
 * A query that is built and compiled once per database and then only run: building one costs several times what
 * SQLite needs to answer it (decision 0008). `build` gets the values' places; use it where a query is on every
 * request's way.
 */
export function prepared<V extends Values, Row>(build: (db: Reader, places: V) => Compilable<Row>) {
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
    return run(query.sql, query.parameters) as Promise<Row[]>; // the rows of this very query
  };
}

type Plan<V, Row> = (values: V) => CompiledQuery<Row>;

function compile<V extends Values, Row>(
  db: Reader,
  build: (db: Reader, places: V) => Compilable<Row>,
  names: (keyof V)[],
): Plan<V, Row> {
  // A mark in each value's place tells in which order the dialect wants them; the cast makes marks of all values.
  const marks = Object.fromEntries(names.map((name) => [name, `place of ${String(name)}`])) as V;
  const query = build(db, marks).compile();
  const parameters = query.parameters.map((parameter) => {
    const name = names.find((candidate) => marks[candidate] === parameter);
    return name === undefined ? () => parameter : (values: V) => values[name];
  });
  return (values) => ({ ...query, parameters: parameters.map((valueIn) => valueIn(values)) });
}
