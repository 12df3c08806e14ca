import { type Content, localize } from '../../content/index.ts';
import { findTaskIdsByAttempt } from '../../features/learning/index.ts';
import type { LedgerEntry } from '../../features/progress/index.ts';
import { listTodoTitlesById } from '../../features/todos/index.ts';
import type { ChildPageRequest, PanelMessages } from '../endpoints.ts';

type Entry = Pick<LedgerEntry, 'reason' | 'source'>;

/**
 * Returns a function that formats the reason for an entry of a child's ledger. The titles that reasons contain are loaded
 * first, with at most two queries for all entries.
 */
export async function loadReasonFormatter(
  request: ChildPageRequest,
  entries: readonly Entry[],
): Promise<(entry: Entry) => string> {
  const { ctx, child } = request;
  const listIds = (kind: string) => [
    ...new Set(entries.map(parseSource).flatMap(([sourceKind, id]) => (sourceKind === kind ? id : []))),
  ];
  const todoTitles = await listTodoTitlesById(ctx, child.id, listIds('todo'));
  const taskIdsByAttempt = await findTaskIdsByAttempt(ctx, child.id, listIds('practice'));
  const findTitle = (entry: Entry) => {
    const [kind, id] = parseSource(entry);
    if (kind === 'todo') return todoTitles.get(id);
    const contentId = kind === 'practice' ? (taskIdsByAttempt.get(id) ?? '') : id; // the source of `practice` is an attempt
    return findContentTitle(request, kind, contentId);
  };
  return (entry) => formatReason(request.t, entry.reason, findTitle(entry));
}

/** Returns the title of a badge, location, world or task. */
function findContentTitle({ ctx, locale }: ChildPageRequest, kind: string, id: string): string | undefined {
  const title = findLocalizedTitle(ctx.content.current, kind, id);
  return title && localize(title, locale).text;
}

function findLocalizedTitle({ tasks, locations, worlds, badges }: Content, kind: string, id: string) {
  if (kind === 'badge') return badges.get(id)?.name;
  if (kind === 'location') return locations.get(id)?.title;
  if (kind === 'world') return worlds.get(id)?.title;
  return tasks.get(id)?.title;
}

function formatReason(t: PanelMessages, reason: string, name: string | undefined): string {
  const reasons = t.child.ledgerReasons;
  const message = Object.hasOwn(reasons, reason) ? reasons[reason as keyof typeof reasons] : reasons.other; // checked by hasOwn
  return name === undefined ? message.plain : message.named({ name });
}

/** Parses a source such as "todo 0199… 3" (revision 3 of a to-do) into its kind and id: ["todo", "0199…"]. */
function parseSource({ source }: Entry): [kind: string, id: string] {
  const [kind = '', id = ''] = source.split(' ');
  return [kind, id];
}
