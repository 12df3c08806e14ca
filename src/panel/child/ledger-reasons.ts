import { localize } from '../../content/index.ts';
import { type Language, languageFor } from '../../core/languages.ts';
import { listAttemptTasks } from '../../features/learning/index.ts';
import type { LedgerEntry } from '../../features/progress/index.ts';
import { listTitles } from '../../features/todos/index.ts';
import { messages } from '../../locales/index.ts';
import type { Context } from '../../platform/context.ts';

/** Says for entries of a child's ledger, in words, what each was for; two queries at most, however many they are. */
export async function ledgerReasons(
  ctx: Context,
  profileId: string,
  entries: readonly Pick<LedgerEntry, 'reason' | 'source'>[],
  locale: string,
): Promise<(entry: Pick<LedgerEntry, 'reason' | 'source'>) => string> {
  const idsIn = (kind: string) => [...new Set(entries.map(partsOf).flatMap(([k, id]) => (k === kind ? id : [])))];
  const todos = await listTitles(ctx.db, profileId, idsIn('todo'));
  const practised = await listAttemptTasks(ctx.db, profileId, idsIn('practice'));
  const nameOf = (entry: Pick<LedgerEntry, 'source'>) => {
    const [kind, id] = partsOf(entry);
    if (kind === 'todo') return todos.get(id);
    return titleIn(ctx, kind, kind === 'practice' ? (practised.get(id) ?? '') : id, locale);
  };
  return (entry) => whyOf(languageFor(locale), entry.reason, nameOf(entry));
}

/** A title of the packs, by the first word of a source and the id after it. */
function titleIn(ctx: Context, kind: string, id: string, locale: string): string | undefined {
  const { tasks, locations, worlds, badges } = ctx.content.current;
  const title = { location: locations, world: worlds }[kind]?.get(id)?.title ?? tasks.get(id)?.title;
  const name = kind === 'badge' ? badges.get(id)?.name : title;
  return name && localize(name, locale).text;
}

function whyOf(language: Language, reason: string, name: string | undefined): string {
  const reasons = messages(language).panel.ledgerReasons;
  const message = Object.hasOwn(reasons, reason) ? reasons[reason as keyof typeof reasons] : reasons.other; // just looked
  return name === undefined ? message.plain : message.named({ name });
}

/** "todo 0199… 3" → ["todo", "0199…"] */
function partsOf({ source }: Pick<LedgerEntry, 'source'>): [kind: string, id: string] {
  const [kind = '', id = ''] = source.split(' ');
  return [kind, id];
}
