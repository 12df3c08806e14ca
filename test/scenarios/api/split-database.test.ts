import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Kysely, sql } from 'kysely';
import { computeLearningCounts } from '../../../src/features/learning/index.ts';
import { countPlanetsJoined } from '../../../src/features/planets/index.ts';
import { rebuildTotals } from '../../../src/features/progress/index.ts';
import { useWholeService } from '../../support/api/whole-service.ts';
import { captureStatements } from '../../support/service/capture-statements.ts';
import { SCALING_PAGE, SPLIT_STATEMENTS } from '../../support/service/split-statements.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

/** Replacements for the functions of Citus. They only record on which machines a table is placed. */
const RECORDING_FUNCTIONS = [
  'create schema citus',
  'create table citus.placements (position serial, name text primary key, distribution_column text, colocate_with text)',
  `create function create_distributed_table(name text, distribution_column text, colocate_with text) returns void
    as 'insert into citus.placements (name, distribution_column, colocate_with) values ($1, $2, $3)' language sql`,
  `create function create_distributed_table(name text, distribution_column text) returns void
    as 'insert into citus.placements (name, distribution_column, colocate_with) values ($1, $2, $1)' language sql`,
  `create function create_reference_table(name text) returns void
    as 'insert into citus.placements (name) values ($1)' language sql`,
];

interface Placement {
  readonly name: string;
  /** Null for a table of which every machine has a copy. */
  readonly distribution_column: string | null;
  /** A table whose rows for the same profile are on the same machine; the table itself if it was placed without another one. */
  readonly colocate_with: string | null;
}

describe('a database that is split by profile', () => {
  let app: TestApp;
  /** Its tables are empty, so that PostgreSQL chooses the same plans in each run. */
  let unusedApp: TestApp;
  /** The database of `unusedApp`. */
  let db: Kysely<unknown>;
  let placements: ReadonlyMap<string, Placement>;

  before(async () => {
    app = await startTestApp('postgres');
    unusedApp = await startTestApp('postgres');
    db = unusedApp.ctx.database.kysely as Kysely<unknown>;
    for (const { ctx } of [app, unusedApp])
      for (const statement of [...RECORDING_FUNCTIONS, ...SPLIT_STATEMENTS])
        await sql`${sql.raw(statement)}`.execute(ctx.database.kysely as Kysely<unknown>);
    const { rows } = await sql<Placement>`select * from citus.placements order by position`.execute(db);
    placements = new Map(rows.map((row) => [row.name, row]));
  });
  after(() => Promise.all([app.close(), unusedApp.close()]));

  it('has the distribution column of each distributed table in every unique index of that table', async () => {
    const { rows } = await sql<{ name: string; index: string; columns: string[] }>`
      select indrelid::regclass::text as name, indexrelid::regclass::text as index,
          array(select attname::text from pg_attribute where attrelid = indrelid and attnum = any(indkey)) as columns
        from pg_index where indisunique and indrelid::regclass::text not like '%.%'`.execute(db);
    const distributed = rows.filter(({ name }) => placements.get(name)?.distribution_column);
    assert.ok(distributed.length > 20);
    assert.deepEqual(
      distributed.filter(({ name, columns }) => !columns.includes(placements.get(name)?.distribution_column ?? '')),
      [],
    );
  });

  it('has only foreign keys that Citus can check', async () => {
    const { rows } = await sql<{ name: string; target: string; columns: string[]; target_columns: string[] }>`
      select conrelid::regclass::text as name, confrelid::regclass::text as target,
          array(select attname::text from unnest(conkey) with ordinality as k (n, i)
            join pg_attribute on attrelid = conrelid and attnum = n order by i) as columns,
          array(select attname::text from unnest(confkey) with ordinality as k (n, i)
            join pg_attribute on attrelid = confrelid and attnum = n order by i) as target_columns
        from pg_constraint where contype = 'f'`.execute(db);
    const refusedKeys = rows.filter(({ name, target, columns, target_columns }) => {
      const [from, to] = [placements.get(name), placements.get(target)];
      if (from?.distribution_column && to?.distribution_column) {
        const position = columns.indexOf(from.distribution_column);
        return (
          from.colocate_with !== to.colocate_with || position < 0 || target_columns[position] !== to.distribution_column
        );
      }
      return from !== undefined && (to === undefined || to.distribution_column !== null);
    });
    assert.ok(rows.length > 30);
    assert.deepEqual(refusedKeys, []);
  });

  it('distributes or copies every table with rows of profiles, except for codes, wrong PINs and the security log', async () => {
    const { rows } = await sql<{ name: string }>`
      select distinct table_name as name from information_schema.columns
        where table_schema = 'public' and column_name in ('profile_id', 'child_id', 'parent_id', 'subject')`.execute(
      db,
    );
    const undistributed = rows.map(({ name }) => name).filter((name) => !placements.has(name));
    // These tables are small: codes and wrong PINs are deleted a day after they expire, and the security log has only pseudonyms, of
    // 90 days.
    assert.deepEqual(undistributed.sort(), ['codes', 'security_events', 'wrong_pins']);
  });

  it('is read by distribution column in all operations, pages and jobs, with the exceptions in docs/scaling.md', async () => {
    const statements = await captureStatements(async () => {
      await useWholeService(app);
      const counters = [computeLearningCounts, countPlanetsJoined];
      await Array.fromAsync(rebuildTotals(app.ctx.database, { dryRun: false, counters }));
    });
    assert.ok(statements.length > 150, `${statements.length} different statements`);
    assert.deepEqual(
      statements.filter((text) => setsDistributionColumn(text)),
      [],
      'Citus refuses to move a row to another profile',
    );
    assert.deepEqual(
      statements.filter((text) => text.split('json_agg(agg)').length !== text.split(' offset 0) as agg').length),
      [],
      'Citus may lose the names of the columns',
    );
    const statementsByScan = new Map<string, string>();
    const refusedJoins: string[] = [];
    const refusedSubqueries: string[] = [];
    for (const statement of statements) {
      const plan = await explain(statement);
      for (const scan of listScansOfAllMachines(statement, plan)) statementsByScan.set(scan, statement);
      if (countPlaces(plan) > 1) refusedJoins.push(statement);
      if (hasSubqueryForEachCopiedRow(plan)) refusedSubqueries.push(statement);
    }
    assert.deepEqual(refusedJoins, [], 'Citus refuses to join rows that can be on different machines');
    assert.deepEqual(
      refusedSubqueries,
      [],
      'Citus refuses to run a subquery for each row of a table that it does not split',
    );
    const documentedScans = [...SCALING_PAGE.matchAll(/^\| (\w+ `\w+` by `\w+`) \|/gm)].map(([, scan = '']) => scan);
    for (const scan of documentedScans) assert.ok(statementsByScan.delete(scan), `no statement needs ${scan}`);
    assert.deepEqual([...statementsByScan], []);
  });

  function setsDistributionColumn(statement: string): boolean {
    const [, name = '', set = ''] =
      /^update "(\w+)" set (.*?)(?: where |$)/s.exec(statement) ??
      /^insert into "(\w+)" .* do update set (.*?)(?: where |$)/s.exec(statement) ??
      [];
    const column = placements.get(name)?.distribution_column;
    return column != null && set.includes(`"${column}" =`);
  }

  async function explain(statement: string): Promise<PlanNode> {
    return db.connection().execute(async (connection) => {
      for (const name of DISABLED_SETTINGS) await sql`set ${sql.raw(name)} = off`.execute(connection);
      const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>`${sql.raw(
        `explain (generic_plan, format json) ${statement}`,
      )}`.execute(connection);
      return rows[0]?.['QUERY PLAN'][0].Plan ?? assert.fail();
    });
  }

  /** What the distribution column of the table of a node equals: a parameter or a column; undefined if neither. */
  function findEquality({ 'Relation Name': name = '', 'Index Cond': condition = '', Filter: filter = '' }: PlanNode) {
    const column = placements.get(name)?.distribution_column;
    const equality = new RegExp(`\\b${column}\\)?(?:::text)? = (?:\\$\\d|ANY \\(.*\\$\\d|(\\w+)\\.(\\w+))`);
    const [match, alias, aliasColumn] = equality.exec(`${condition} ${filter}`) ?? [];
    return match === undefined ? undefined : { alias, column: aliasColumn };
  }

  function listDistributed(nodes: readonly PlanNode[]) {
    const distributed = nodes.filter((node) => placements.get(node['Relation Name'] ?? '')?.distribution_column);
    return {
      aliases: distributed.map(({ Alias }) => Alias),
      reads: distributed.filter((node) => node['Node Type'] !== 'ModifyTable'),
    };
  }

  /**
   * The scans in the plan of a statement that read a distributed table by a column other than its distribution column, such
   * as "select `todos` by `id`". All machines have to run them.
   */
  function listScansOfAllMachines(statement: string, plan: PlanNode): string[] {
    const { aliases, reads } = listDistributed(listNodes(plan));
    return reads.flatMap((node) => {
      const { 'Relation Name': name, 'Index Cond': condition = '' } = node;
      const equal = findEquality(node);
      if (equal && (equal.alias === undefined || aliases.includes(equal.alias))) return [];
      const [verb] = statement.split(' ');
      return [`${verb} \`${name}\` by \`${/\b(?!ROW\b)(\w+)/.exec(condition)?.[1]}\``];
    });
  }

  /** Whether a plan runs a subquery on a distributed table for each row of a table that is not distributed. */
  function hasSubqueryForEachCopiedRow(plan: PlanNode): boolean {
    const { aliases } = listDistributed(listNodes(plan));
    const isOfOtherRow = (node: PlanNode) => {
      const equal = findEquality(node);
      return equal?.alias !== undefined && !aliases.includes(equal.alias);
    };
    return listNodes(plan).some((node) => {
      const isSubquery = node['Parent Relationship'] === 'SubPlan';
      return isSubquery && listDistributed(listNodes(node)).reads.some(isOfOtherRow);
    });
  }

  /**
   * In how many places the rows can be that a statement joins: those of the same profile are in one place. Citus runs a subquery with
   * a limit by itself.
   */
  function countPlaces(plan: PlanNode): number {
    const listJoined = (node: PlanNode): PlanNode[] => [
      node,
      ...(node.Plans ?? []).filter((child) => child['Node Type'] !== 'Limit').flatMap(listJoined),
    ];
    const { aliases, reads } = listDistributed(listJoined(plan));
    const places = reads.flatMap((node, i) => {
      const equal = findEquality(node);
      if (!equal) return `node ${i}`;
      if (equal.alias === undefined) return 'the profile';
      return aliases.includes(equal.alias) ? [] : `${equal.alias}.${equal.column}`;
    });
    return new Set(places).size;
  }
});

/** Settings to turn off so that PostgreSQL uses an index wherever it can, although the tables are empty. */
const DISABLED_SETTINGS = [
  'enable_seqscan',
  'enable_bitmapscan',
  'enable_hashjoin',
  'enable_mergejoin',
  'enable_material',
];

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Parent Relationship'?: string;
  readonly 'Relation Name'?: string;
  readonly Alias?: string;
  readonly 'Index Cond'?: string;
  readonly Filter?: string;
  readonly Plans?: readonly PlanNode[];
}

function listNodes(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(listNodes)];
}
