import { QUOTAS } from '../../core/quotas.ts';
import { createFieldError } from '../../core/requests/api-error.ts';
import { normalizeLine } from '../../core/text/normalize-text.ts';
import { localized } from '../../locales/index.ts';
import type { ChecklistEntry } from './todos-store.ts';

/** The maximum length of an entry, in characters. */
export const MAX_ENTRY_LENGTH = 200;

/** An entry as the client sends it: an existing entry has its id, a new entry has none. */
export interface ChecklistEntryInput {
  readonly id?: string;
  readonly text?: string;
  readonly done?: boolean;
}

/**
 * Builds the new checklist from the whole checklist that the client sends, in the same order. Omitted fields of an existing
 * entry do not change. Refuses too many entries, an unknown or repeated id, and an invalid text (400).
 */
export function buildChecklist(
  inputs: readonly ChecklistEntryInput[],
  currentEntries: readonly ChecklistEntry[],
  createId: () => string,
): ChecklistEntry[] {
  if (inputs.length > QUOTAS.checklistEntries)
    throw createFieldError('checklist', localized.todos.tooManyEntries({ limit: QUOTAS.checklistEntries }));
  const remainingEntries = new Map(currentEntries.map((entry) => [entry.id, entry]));
  return inputs.map(({ id, text, done }, i) => {
    const existingEntry = id === undefined ? undefined : remainingEntries.get(id);
    if (id !== undefined && !remainingEntries.delete(id))
      throw createFieldError(`checklist.${i}.id`, localized.todos.invalidEntry);
    return {
      id: existingEntry?.id ?? createId(),
      text: existingEntry && text === undefined ? existingEntry.text : validateEntryText(text ?? '', i),
      done: done ?? existingEntry?.done ?? false,
    };
  });
}

/**
 * Gives texts the ids of the current entries with the same text, which then stay checked off. Ids from the client are ignored.
 */
export function keepEntries(
  inputs: readonly ChecklistEntryInput[],
  currentEntries: readonly ChecklistEntry[],
): ChecklistEntryInput[] {
  const remainingEntries = new Set(currentEntries);
  return inputs.map(({ id: _, ...input }) => {
    const entry = [...remainingEntries].find(({ text }) => text === input.text);
    if (!entry) return input;
    remainingEntries.delete(entry);
    return { ...input, id: entry.id };
  });
}

/** Whether two checklists differ only in which entries are done. */
export function differsOnlyInDone(before: readonly ChecklistEntry[], after: readonly ChecklistEntry[]): boolean {
  const isSameEntry = (entry: ChecklistEntry, i: number) => entry.id === after[i]?.id && entry.text === after[i]?.text;
  return before.length === after.length && before.every(isSameEntry);
}

function validateEntryText(text: string, index: number): string {
  const normalizedText = normalizeLine(text, MAX_ENTRY_LENGTH);
  if (normalizedText === undefined) throw createFieldError(`checklist.${index}.text`, localized.todos.invalidEntryText);
  return normalizedText;
}
