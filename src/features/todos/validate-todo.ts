import { createFieldError } from '../../core/requests/api-error.ts';
import type { LocalizedText } from '../../core/text/languages.ts';
import { normalizeLine, normalizeText } from '../../core/text/normalize-text.ts';
import { type Day, isDay } from '../../core/time/days.ts';
import { localized } from '../../locales/index.ts';
import type { Context } from '../../platform/context.ts';
import { buildChecklist, type ChecklistEntryInput, keepEntries } from './checklist.ts';
import { getDayOfMonth, MAX_DUE_DATE, type Recurrence, WEEKDAYS } from './recurrence/recurrence.ts';
import type { ChecklistEntry, Todo } from './todos-store.ts';

/** The fields of a to-do that a client can set. Omitted fields do not change. */
export interface TodoInput {
  readonly title?: string;
  readonly notes?: string;
  readonly due_date?: Day | null;
  readonly priority?: Todo['priority'];
  readonly recurrence?: RecurrenceInput | null;
  readonly checklist?: readonly ChecklistEntryInput[];
  readonly position?: number;
}
export type TodoDraft = TodoInput & { readonly title: string };

interface RecurrenceInput extends Pick<Recurrence, 'freq'> {
  readonly interval?: number;
  readonly by_weekday?: Recurrence['by_weekday'];
  readonly until_date?: Day | null;
}

/** The validated fields of a new to-do, or those that an edit changes. */
export type TodoFields = Partial<
  Pick<Todo, 'title' | 'notes' | 'due_date' | 'anchor_day' | 'priority' | 'recurrence' | 'checklist' | 'position'>
>;

/** The maximum lengths of a title and of notes, in characters. */
export const MAX_TITLE_LENGTH = 120;
export const MAX_NOTES_LENGTH = 2000;
const MIN_DUE_DATE: Day = '2000-01-01';
/** The maximum number of days, weeks or months from one occurrence to the next. */
const MAX_INTERVAL = 365;

/**
 * Returns the fields that were sent, normalized. `currentChecklist` is the existing checklist. Refuses an invalid field with an
 * error that names it (400).
 */
export function validateTodoInput(
  ctx: Context,
  input: TodoInput,
  currentChecklist: readonly ChecklistEntry[],
): TodoFields {
  const { title, notes, due_date, priority, recurrence, checklist, position } = input;
  return {
    ...(title !== undefined && { title: validateTitle(title) }),
    ...(notes !== undefined && { notes: validateText('notes', notes, MAX_NOTES_LENGTH, localized.todos.invalidNotes) }),
    ...(due_date !== undefined && validateDueDate(due_date)),
    ...(priority !== undefined && { priority }),
    ...(recurrence !== undefined && { recurrence: recurrence && validateRecurrence(recurrence) }),
    ...(checklist !== undefined && {
      checklist: buildChecklist(checklist, currentChecklist, ctx.random.timeOrderedId),
    }),
    ...(position !== undefined && { position }),
  };
}

/**
 * Returns the normalized fields of a whole to-do, which is new or replaces one with `currentChecklist`. Entries with the same text
 * stay; ids of checklist entries from the client are ignored. Refuses invalid fields as `validateTodoInput` does.
 */
export function validateTodoDraft(
  ctx: Context,
  { checklist, ...draft }: TodoDraft,
  currentChecklist: readonly ChecklistEntry[] = [],
): TodoFields & { title: string } {
  const input = { ...draft, ...(checklist && { checklist: keepEntries(checklist, currentChecklist) }) };
  return { ...validateTodoInput(ctx, input, currentChecklist), title: validateTitle(draft.title) };
}

export function validateText(field: string, text: string, maxLength: number, errorText: LocalizedText): string {
  const normalized = normalizeText(text, maxLength);
  if (normalized === undefined) throw createFieldError(field, errorText);
  return normalized;
}

function validateTitle(title: string): string {
  const normalizedTitle = normalizeLine(title, MAX_TITLE_LENGTH);
  if (normalizedTitle === undefined) throw createFieldError('title', localized.todos.invalidTitle);
  return normalizedTitle;
}

function validateDueDate(day: Day | null): Pick<Todo, 'due_date' | 'anchor_day'> {
  if (day === null) return { due_date: null, anchor_day: null };
  return { due_date: validateDay('due_date', day), anchor_day: getDayOfMonth(day) };
}

function validateRecurrence({ freq, interval = 1, by_weekday = [], until_date = null }: RecurrenceInput): Recurrence {
  const isValidInterval = Number.isInteger(interval) && interval >= 1 && interval <= MAX_INTERVAL;
  if (!isValidInterval) throw createFieldError('recurrence.interval', localized.todos.invalidInterval);
  if (freq !== 'weekly' && by_weekday.length > 0)
    throw createFieldError('recurrence.by_weekday', localized.todos.onlyWeekly);
  return {
    freq,
    interval,
    by_weekday: WEEKDAYS.filter((day) => by_weekday.includes(day)), // in the order of the week, without duplicates
    until_date: until_date === null ? null : validateDay('recurrence.until_date', until_date),
  };
}

function validateDay(field: string, day: string): Day {
  if (!isDay(day) || day < MIN_DUE_DATE || day > MAX_DUE_DATE)
    throw createFieldError(field, localized.todos.invalidDate);
  return day;
}
