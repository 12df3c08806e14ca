import { clampedLocalDay, type Day } from '../../core/days.ts';
import type { LocalizedText } from '../../core/languages.ts';
import { normalizeLine, normalizeText } from '../../core/text.ts';
import { localized } from '../../locales/index.ts';
import type { Context } from '../../platform/context.ts';
import type { Client } from '../../platform/http/client.ts';
import { requestTimeZone } from '../../platform/http/request-params.ts';
import { fieldRefusal } from '../../platform/http/validation.ts';
import { type ChecklistEntryInput, writeChecklist } from './checklist.ts';

import { MAX_DUE_DATE, type Recurrence, WEEKDAYS } from './recurrence/recurrence.ts';
import type { Here } from './rules.ts';
import type { ChecklistEntry, Todo } from './todos-store.ts';

/** What may be written of a to-do; what is not there stays as it is. */
export interface TodoInput {
  readonly title?: string | undefined;
  readonly notes?: string | undefined;
  readonly due_date?: Day | null | undefined;
  readonly priority?: Todo['priority'] | undefined;
  readonly recurrence?: RecurrenceWish | null | undefined;
  readonly checklist?: readonly ChecklistEntryInput[] | undefined;
  readonly position?: number | undefined;
}
export type TodoDraft = TodoInput & { readonly title: string };

interface RecurrenceWish extends Pick<Recurrence, 'freq'> {
  readonly interval?: number | undefined;
  readonly by_weekday?: Recurrence['by_weekday'] | undefined;
  readonly until_date?: Day | null | undefined;
}

export type TodoEdit = Partial<
  Pick<Todo, 'title' | 'notes' | 'due_date' | 'anchor_day' | 'priority' | 'recurrence' | 'checklist' | 'position'>
>;

const FIRST_DAY: Day = '2000-01-01';
const LONGEST_INTERVAL = 365;

/** Wishes as they are kept; refuses with the field that is wrong. `current` is the checklist that is there. */
export function validateInput(ctx: Context, wishes: TodoInput, current: readonly ChecklistEntry[]): TodoEdit {
  const { title, notes, due_date, priority, recurrence, checklist, position } = wishes;
  return {
    ...(title !== undefined && { title: checkedTitle(title) }),
    ...(notes !== undefined && { notes: validateText('notes', notes, 2000, localized.todos.invalidNotes) }),
    ...(due_date !== undefined && checkedDue(due_date)),
    ...(priority !== undefined && { priority }),
    ...(recurrence !== undefined && { recurrence: recurrence && checkedRecurrence(recurrence) }),
    ...(checklist !== undefined && { checklist: writeChecklist(checklist, current, ctx.random.timeId) }),
    ...(position !== undefined && { position }),
  };
}

/** A new to-do's fields: its checklist has no entries yet, so ids that are sent mean nothing. */
export function validateDraft(ctx: Context, { checklist, ...draft }: TodoDraft): TodoEdit & { title: string } {
  const entries = checklist?.map(({ text, done }) => ({ text, done }));
  return { ...validateInput(ctx, { ...draft, checklist: entries }, []), title: checkedTitle(draft.title) };
}

export function validateText(field: string, text: string, longest: number, problem: LocalizedText): string {
  const kept = normalizeText(text, longest);
  if (kept === undefined) throw fieldRefusal(field, problem);
  return kept;
}

/** The zone of X-Timezone and the day that it is there. */
export function hereOf(ctx: Context, client: Client): Here {
  const zone = requestTimeZone(client);
  const now = ctx.now();
  return { now, zone, today: clampedLocalDay(now, zone) };
}

function checkedTitle(title: string): string {
  const line = normalizeLine(title, 120);
  if (line === undefined) throw fieldRefusal('title', localized.todos.invalidTitle);
  return line;
}

function checkedDue(day: Day | null): Pick<Todo, 'due_date' | 'anchor_day'> {
  if (day === null) return { due_date: null, anchor_day: null };
  return { due_date: checkedDay('due_date', day), anchor_day: Number(day.slice(8)) };
}

function checkedRecurrence({ freq, interval = 1, by_weekday = [], until_date = null }: RecurrenceWish): Recurrence {
  const isInterval = Number.isInteger(interval) && interval >= 1 && interval <= LONGEST_INTERVAL;
  if (!isInterval) throw fieldRefusal('recurrence.interval', localized.todos.invalidInterval);
  if (freq !== 'weekly' && by_weekday.length > 0)
    throw fieldRefusal('recurrence.by_weekday', localized.todos.onlyWeekly);
  return {
    freq,
    interval,
    by_weekday: WEEKDAYS.filter((day) => by_weekday.includes(day)), // in their order, each once
    until_date: until_date === null ? null : checkedDay('recurrence.until_date', until_date),
  };
}

function checkedDay(field: string, day: string): Day {
  if (!isDay(day) || day < FIRST_DAY || day > MAX_DUE_DATE) throw fieldRefusal(field, localized.todos.invalidDate);
  return day;
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  try {
    return Temporal.PlainDate.from(text).toString() === text;
  } catch {
    return false; // Temporal's only way to say "no such day" is to throw
  }
}
