// The baseline server responds to requests by running the same SQL statements as the service, without the rest of the service's code.
// It replays the statements from a script, which `createReplayScript` creates from recorded requests.

/**
 * A statement that the service ran. `transaction` is the number of its transaction, or null outside a transaction. On PostgreSQL,
 * statements of the same `flight` are sent before the results of earlier ones arrive.
 */
export interface Statement {
  readonly sql: string;
  readonly bindings: readonly (string | number | null)[];
  readonly transaction: number | null;
  readonly flight: number;
}

/** A value to bind: a constant, a text with `{child}` in place of the child's number, or an id that the request created. */
type Binding = { value: string | number | null } | { text: string } | { recordedId: string };

/** The statements of one transaction, or consecutive reads outside a transaction. */
export interface StatementGroup {
  readonly isTransaction: boolean;
  readonly statements: readonly {
    readonly sql: string;
    readonly bindings: readonly Binding[];
    readonly flight: number;
  }[];
}

const CHILD = '{child}';
/** Matches ids that the service generates. */
const GENERATED_ID = /^[\w-]{16,64}$/;

/** The statements of one request, in order. */
export type ReplayScript = readonly StatementGroup[];

/** The statements of one request of a child. */
export interface Recording {
  readonly childNumber: number;
  readonly statements: readonly Statement[];
}

/**
 * Turns the statements of two children's requests into a script that can be replayed for any child. The requests may differ
 * in ids that contain the child's number, in new ids, and in values that do not affect the cost, such as times. Returns
 * undefined if the requests ran different statements.
 */
export function createReplayScript(first: Recording, second: Recording): ReplayScript | undefined {
  const [firstSql, secondSql] = [first, second].map(({ statements }) => statements.map(({ sql }) => sql).join('\n'));
  if (firstSql !== secondSql) return undefined;
  const groups: { transaction: number | null; statements: StatementGroup['statements'][number][] }[] = [];
  for (const [i, { sql, bindings, transaction, flight }] of first.statements.entries()) {
    if (groups.at(-1)?.transaction !== transaction) groups.push({ transaction, statements: [] });
    const secondBindings = second.statements[i]?.bindings ?? [];
    const scriptBindings = bindings.map((value, position) =>
      toBinding(value, secondBindings[position] ?? null, [first.childNumber, second.childNumber]),
    );
    groups.at(-1)?.statements.push({ sql, bindings: scriptBindings, flight });
  }
  return groups.map(({ transaction, statements }) => ({ isTransaction: transaction !== null, statements }));
}

function toBinding(
  first: string | number | null,
  second: string | number | null,
  childNumbers: [number, number],
): Binding {
  if (first === second || typeof first !== 'string' || typeof second !== 'string') return { value: first };
  const text = replaceChildNumber(first, childNumbers[0]);
  if (text === replaceChildNumber(second, childNumbers[1])) return { text };
  return GENERATED_ID.test(first) ? { recordedId: first } : { value: first };
}

/** Replaces a child's number in an id of the benchmark's database, which is a word and the number, such as "attempt731". */
function replaceChildNumber(text: string, childNumber: number): string {
  return text.replaceAll(new RegExp(`(?<=[a-z])${childNumber}(?!\\d)`, 'g'), CHILD);
}

/** Returns a function that computes the values to bind for one request. Its `toNewId` replaces a recorded id with a new one. */
export function createBinder(bindings: readonly Binding[]) {
  return (childNumber: string, toNewId: (recorded: string) => string) =>
    bindings.map((binding) => {
      if ('recordedId' in binding) return toNewId(binding.recordedId);
      return 'value' in binding ? binding.value : binding.text.replaceAll(CHILD, childNumber);
    });
}
