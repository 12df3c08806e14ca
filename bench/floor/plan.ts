/** A statement that the service ran: `transaction` is null for a plain read, and otherwise tells transactions apart. */
export interface Statement {
  readonly sql: string;
  readonly bindings: readonly (string | number | null)[];
  readonly transaction: number | null;
}

/** A value to bind: the same for all requests, a text in which each CHILD stands for the child's number, or a new id. */
type Binding = { value: string | number | null } | { text: string } | { newId: string };

/** Statements that run in one transaction, or plain reads. */
export interface Group {
  readonly isTransaction: boolean;
  readonly steps: readonly { readonly sql: string; readonly bindings: readonly Binding[] }[];
}

const CHILD = '{child}';
const ID = /^[\w-]{16,64}$/;

/** What one request runs, in this order. */
export type Plan = readonly Group[];

/** One request's statements, recorded for the child with this number. */
export interface Recording {
  readonly child: number;
  readonly statements: readonly Statement[];
}

/**
 * Turns the statements of two children's requests into a plan for any child. What differs between them is the number of
 * the child in an id, a new id, or a value that does not matter for the cost, such as an instant. Returns undefined if the
 * two ran different statements.
 */
export function createPlan(one: Recording, other: Recording): Plan | undefined {
  const [text, otherText] = [one, other].map(({ statements }) => statements.map(({ sql }) => sql).join('\n'));
  if (text !== otherText) return undefined;
  const groups: { transaction: number | null; isTransaction: boolean; steps: Group['steps'][number][] }[] = [];
  for (const [i, { sql, bindings, transaction }] of one.statements.entries()) {
    if (groups.at(-1)?.transaction !== transaction)
      groups.push({ transaction, isTransaction: transaction !== null, steps: [] });
    const others = other.statements[i]?.bindings ?? [];
    const bound = bindings.map((value, n) => toBinding(value, others[n] ?? null, [one.child, other.child]));
    groups.at(-1)?.steps.push({ sql, bindings: bound });
  }
  return groups.map(({ isTransaction, steps }) => ({ isTransaction, steps }));
}

function toBinding(one: string | number | null, other: string | number | null, children: [number, number]): Binding {
  if (one === other || typeof one !== 'string' || typeof other !== 'string') return { value: one };
  const text = withoutNumber(one, children[0]);
  if (text === withoutNumber(other, children[1])) return { text };
  return ID.test(one) ? { newId: one } : { value: one };
}

/** The ids of the bench are a word and the child's number, such as "attempt731". */
function withoutNumber(text: string, child: number): string {
  return text.replaceAll(new RegExp(`(?<=[a-z])${child}(?!\\d)`, 'g'), CHILD);
}

/** The function that makes the values of a statement for one request; `toNewId` returns the new id for a recorded one. */
export function createBinder(bindings: readonly Binding[]) {
  const makers = bindings.map((binding) => {
    if ('newId' in binding) return (_child: string, toNewId: (recorded: string) => string) => toNewId(binding.newId);
    if ('value' in binding) return () => binding.value;
    const parts = binding.text.split(CHILD);
    return (child: string) => parts.join(child);
  });
  return (child: string, toNewId: (recorded: string) => string) => makers.map((make) => make(child, toNewId));
}
