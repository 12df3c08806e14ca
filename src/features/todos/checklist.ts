import { QUOTAS } from '../../core/quotas.ts';
import { normalizeLine } from '../../core/text.ts';
import { localized } from '../../locales/index.ts';
import { fieldRefusal } from '../../platform/http/validation.ts';

import type { ChecklistEntry } from './todos-store.ts';

const ENTRY_LENGTH = 200;

/** An entry as it is sent: with its id one that is there, without a new one. */
export interface ChecklistEntryInput {
  readonly id?: string | undefined;
  readonly text?: string | undefined;
  readonly done?: boolean | undefined;
}

/** The checklist as it is sent, whole and in its order; what an entry that is there does not say stays as it is. */
export function writeChecklist(
  sent: readonly ChecklistEntryInput[],
  current: readonly ChecklistEntry[],
  newId: () => string,
): ChecklistEntry[] {
  if (sent.length > QUOTAS.checklistEntries)
    throw fieldRefusal('checklist', localized.todos.tooManyEntries({ limit: QUOTAS.checklistEntries }));
  const left = new Map(current.map((entry) => [entry.id, entry]));
  return sent.map(({ id, text, done }, i) => {
    const known = id === undefined ? undefined : left.get(id);
    if (id !== undefined && !left.delete(id)) throw fieldRefusal(`checklist.${i}.id`, localized.todos.invalidEntry);
    return {
      id: known?.id ?? newId(),
      text: known && text === undefined ? known.text : checkedText(text ?? '', i),
      done: done ?? known?.done ?? false,
    };
  });
}

/** Whether two checklists differ in nothing but what is ticked. */
export function onlyTicksChanged(before: readonly ChecklistEntry[], after: readonly ChecklistEntry[]): boolean {
  const same = (entry: ChecklistEntry, i: number) => entry.id === after[i]?.id && entry.text === after[i]?.text;
  return before.length === after.length && before.every(same);
}

function checkedText(text: string, index: number): string {
  const line = normalizeLine(text, ENTRY_LENGTH);
  if (line === undefined) throw fieldRefusal(`checklist.${index}.text`, localized.todos.invalidEntryText);
  return line;
}
