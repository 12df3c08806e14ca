import { type Static, Type } from 'typebox';
import { localNow } from '../../../core/days.ts';
import { type Language, languageFor } from '../../../core/languages.ts';
import { listTodosPage, NO_DAYS, TodoShape, todoResponse } from '../../../features/todos/index.ts';
import { messages } from '../../../locales/index.ts';
import { type Html, html } from '../../../platform/html.ts';
import { todoReviewForm } from '../../approvals/review-forms.ts';
import { emptyState } from '../../parts/empty.ts';
import { formatDay } from '../../parts/format.ts';

import { type ChildList, childTable } from '../child-list.ts';
import { formatRecurrence } from './format-recurrence.ts';

const { position, allowed_transitions, ...SHOWN } = TodoShape.properties;
const ParentsTodoShape = Type.Object(SHOWN);
type ParentsTodo = Static<typeof ParentsTodoShape>;

export const todosList: ChildList<typeof ParentsTodoShape> = {
  name: 'todos',
  summary: "A child's to-dos",
  description: 'What waits for a parent first, then what is open, then what is over, the newest first.',
  item: ParentsTodoShape,
  async load(ctx, _caller, child, offset) {
    const { rows, total } = await listTodosPage(ctx.db, child.id, offset);
    const local = localNow(ctx.now(), 'UTC');
    return { rows: rows.map((todo) => todoResponse(todo, 'child', NO_DAYS, local)), total };
  },
  view(ctx, reading) {
    const language = languageFor(reading.locale);
    const t = messages(language).panel.todos;
    const deciding = { ...reading, back: `/panel/children/${reading.childId}/todos` };
    return {
      kind: 'lines',
      empty: emptyState(t.none, t.noneMore),
      row: (todo) => html`<div class="line todo" id="todo-${todo.id}">
<div>
<p class="what">${todo.title}</p>
${todo.notes ? html`<p class="hint said">${todo.notes}</p>` : ''}
${details(language, todo)}
</div>
${todo.xp_reward > 0 && todo.assigned_by !== null ? html`<p class="amount">${t.xp({ n: todo.xp_reward })}</p>` : ''}
${todo.status === 'awaiting_approval' ? todoReviewForm(ctx, deciding, todo.id) : ''}
</div>`,
    };
  },
};

export const listTodosOfChild = childTable(todosList);

function details(language: Language, todo: ParentsTodo): Html {
  const t = messages(language).panel.todos;
  const done = todo.checklist.filter((entry) => entry.done).length;
  const facts = [
    todo.due_date === null ? '' : t.due({ day: formatDay(language, todo.due_date) }),
    todo.recurrence ? formatRecurrence(language, todo.recurrence) : '',
    todo.checklist.length > 0 ? t.ticked({ done, all: todo.checklist.length }) : '',
    todo.created_by === 'child' ? t.own : '',
  ];
  const mark = (text: string, tone = '') => html`<span class="mark ${tone}">${text}</span>`;
  return html`<p class="marks">
${mark(t[todo.status], TONES[todo.status])}${todo.overdue ? mark(t.overdue, 'bad') : ''}${todo.priority === 'high' ? mark(t.important, 'warm') : ''}${facts.filter(Boolean).map((fact) => mark(fact))}
</p>${todo.decision_note ? html`<p class="hint said">${todo.decision_note}</p>` : ''}`;
}

const TONES: Readonly<Record<ParentsTodo['status'], string>> = {
  pending: '',
  done: 'good',
  awaiting_approval: 'warm',
  approved: 'good',
  rejected: 'bad',
  skipped: '',
};
