import type { Day } from '../../core/time/days.ts';
import { findDueDay } from '../../features/todos/index.ts';
import { type Html, html } from '../../platform/html.ts';
import type { PanelRequest } from '../endpoints.ts';
import { formatDay, formatDays, joinDetails } from './format.ts';

/** The day on which a to-do was done, and the day on which it was due then. */
export interface DoneDays {
  readonly doneDay: Day | null;
  readonly dueDay: Day | null;
}

/** What a recurring to-do was due for follows from the day on which it was done (`findDueDay`). */
export function findDoneDays(todo: Parameters<typeof findDueDay>[0], doneDay: Day | null): DoneDays {
  return { doneDay, dueDay: doneDay === null ? todo.due_date : findDueDay(todo, doneDay) };
}

/** The details of to-dos, and a tag if they were late. */
export interface Details {
  readonly text: string;
  readonly tag: Html | string;
}

/** Formats the days of to-dos: "28 Nov, 29 Nov (2) · for 23 Nov, done 27 Nov". */
export function formatDoneDays(request: PanelRequest, todos: readonly DoneDays[]): string {
  return joinDetails(listDoneDays(request, todos));
}

/** Renders the days of to-dos, each that was not done on its day in a line. */
export function renderDoneDays(request: PanelRequest, todos: readonly DoneDays[]): Html {
  return html`<p class="hint user-text">${listDoneDays(request, todos).join('\n')}</p>`;
}

function listDoneDays({ language, t }: PanelRequest, todos: readonly DoneDays[]): string[] {
  const isOnItsDay = ({ doneDay, dueDay }: DoneDays) => dueDay === null || dueDay === doneDay;
  const others = todos
    .filter((todo) => !isOnItsDay(todo))
    .map(({ doneDay, dueDay }) => {
      const due = t.approvals.forDay({ day: formatDay(language, dueDay ?? '') });
      return doneDay === null ? due : `${due}, ${t.approvals.doneOn({ day: formatDay(language, doneDay) })}`;
    });
  const days = todos.filter(isOnItsDay).flatMap(({ doneDay }) => doneDay ?? []);
  return [formatDays(language, days), ...others].filter(Boolean);
}

/** Renders a tag that says whether a to-do was late, or how many of several. */
export function renderLateTag({ t }: PanelRequest, todos: readonly DoneDays[]): Html | string {
  const lateCount = todos.filter(({ doneDay, dueDay }) => dueDay !== null && dueDay < (doneDay ?? '')).length;
  if (lateCount === 0) return '';
  return html`<span class="tag danger">${t.approvals.late}${todos.length > 1 ? `: ${lateCount}` : ''}</span>`;
}
