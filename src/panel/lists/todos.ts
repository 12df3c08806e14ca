import { type Static, Type } from 'typebox';
import { type Language, speaks } from '../../core/languages.ts';
import { listTodosPage, NO_DAYS, TodoShape, todoOnWire } from '../../features/todos/index.ts';
import { type Html, html } from '../../platform/html.ts';
import { emptyState } from '../parts/empty.ts';
import { dayWords } from '../parts/format.ts';
import { type ChildList, childTable } from './child-list.ts';
import { decideTodoForm } from './decide-forms.ts';
import { offsetOf } from './list.ts';
import { recurrenceWords } from './recurrence-words.ts';
import { TODO_WORDS } from './todo-words.ts';

const { position, allowed_transitions, ...SHOWN } = TodoShape.properties;
const ParentsTodoShape = Type.Object(SHOWN);
type ParentsTodo = Static<typeof ParentsTodoShape>;

export const todosList: ChildList<typeof ParentsTodoShape> = {
  name: 'todos',
  summary: "A child's to-dos",
  description: 'What waits for a parent first, then what is open, then what is over, the newest first.',
  item: ParentsTodoShape,
  async load(ctx, _caller, child, offset) {
    const { rows, total } = await listTodosPage(ctx.db, child.id, offset.per_page, offsetOf(offset));
    const now = ctx.now();
    const here = { now, zone: 'UTC', today: now.slice(0, 10) };
    return { rows: rows.map((todo) => todoOnWire(todo, 'child', NO_DAYS, here)), total };
  },
  view(ctx, reading) {
    const language = speaks(reading.tag);
    const words = TODO_WORDS[language];
    const deciding = { ...reading, back: `/panel/children/${reading.childId}/todos` };
    return {
      kind: 'lines',
      empty: emptyState(words.none, words.noneMore),
      row: (todo) => html`<div class="line todo" id="todo-${todo.id}">
<div>
<p class="what">${todo.title}</p>
${todo.notes ? html`<p class="hint said">${todo.notes}</p>` : ''}
${details(language, todo)}
</div>
${todo.xp_reward > 0 && todo.assigned_by !== null ? html`<p class="amount">${words.xp(todo.xp_reward)}</p>` : ''}
${todo.status === 'awaiting_approval' ? decideTodoForm(ctx, deciding, todo.id) : ''}
</div>`,
    };
  },
};

export const listTodosOfChild = childTable(todosList);

function details(language: Language, todo: ParentsTodo): Html {
  const words = TODO_WORDS[language];
  const done = todo.checklist.filter((entry) => entry.done).length;
  const facts = [
    todo.due_date === null ? '' : words.due(dayWords(language, todo.due_date)),
    todo.recurrence ? recurrenceWords(language, todo.recurrence) : '',
    todo.checklist.length > 0 ? words.ticked(done, todo.checklist.length) : '',
    todo.created_by === 'child' ? words.own : '',
  ];
  const mark = (text: string, tone = '') => html`<span class="mark ${tone}">${text}</span>`;
  return html`<p class="marks">
${mark(words[todo.status], TONES[todo.status])}${todo.overdue ? mark(words.overdue, 'bad') : ''}${todo.priority === 'high' ? mark(words.important, 'warm') : ''}${facts.filter(Boolean).map((fact) => mark(fact))}
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
