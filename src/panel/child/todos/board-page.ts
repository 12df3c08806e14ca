import { addDays, type Day, toClampedLocalDay } from '../../../core/time/days.ts';
import { getChildTimeZone } from '../../../features/progress/index.ts';
import { listDueDays, listTodosUntil } from '../../../features/todos/index.ts';
import { type Html, html } from '../../../platform/html.ts';
import { Redirect } from '../../../platform/http/responses/responses.ts';
import { definePanelPage, type PanelRequest } from '../../endpoints.ts';
import { renderPanelLayout } from '../../layout/panel-layout.ts';
import { formatWeekday } from '../../parts/format.ts';
import { getChildPath } from '../../parts/paths.ts';
import { renderAvatar } from '../../parts/pictures.ts';
import { renderChildChips } from '../child-layout.ts';

/** The board of the family: what each child has to do today and on the following days. */
const DAY_COUNT = 7;

export const showPlan = definePanelPage({
  summary: 'Show what each child has to do today and in the next six days',
  description: 'Redirects to the start page if the parent has no children.',
  run: async (request) => {
    const { childrenWithoutDeletion: children } = await request.loadFamily();
    if (children.length === 0) return new Redirect('/panel');
    const t = request.t.child.todos.board;
    const main = html`${await renderChildChips(request, 'todos')}
<h1>${t.title}</h1>
${await renderBoard(request)}`;
    return renderPanelLayout(request, { title: t.title, section: 'plan', main });
  },
});

async function renderBoard(request: PanelRequest): Promise<Html> {
  const { ctx, language } = request;
  const t = request.t.child.todos.board;
  const { childrenWithoutDeletion: children } = await request.loadFamily();
  const todayByChild = new Map<string, Day>();
  for (const { id } of children) todayByChild.set(id, toClampedLocalDay(ctx.now(), await getChildTimeZone(ctx, id)));
  const firstDay = [...todayByChild.values()].toSorted()[0] ?? '';
  const days = Array.from({ length: DAY_COUNT }, (_, i) => addDays(firstDay, i));
  const lastDay = addDays(firstDay, DAY_COUNT - 1);
  const todos = (await listTodosUntil(ctx, [...todayByChild.keys()], lastDay)).map((todo) => ({
    ...todo,
    days: listDueDays(todo, todayByChild.get(todo.profile_id) ?? firstDay, lastDay),
  }));
  const renderDay = (heading: string, isShown: (todo: (typeof todos)[number]) => boolean) => {
    const rows = children.flatMap((child) => {
      const titles = todos.filter((todo) => todo.profile_id === child.id && isShown(todo));
      if (titles.length === 0) return [];
      const entries = titles.map(({ title }) => html`<li>${title}</li>`);
      return [
        html`<div class="board-child"><a href="${getChildPath(child)}/todos">${renderAvatar(ctx, child, 32)}<bdi>${child.display_name}</bdi></a><ul>${entries}</ul></div>`,
      ];
    });
    return html`<section class="card"><h2>${heading}</h2>${rows.length > 0 ? rows : html`<p class="hint">${t.nothing}</p>`}</section>`;
  };
  const dayCards = days.map((day, i) =>
    renderDay(i === 0 ? t.today : formatWeekday(language, day), (todo) => todo.days.includes(day)),
  );
  const anyTime = todos.some(({ due_date }) => due_date === null)
    ? renderDay(t.anyTime, ({ due_date }) => due_date === null)
    : '';
  return html`<div class="board">${dayCards}${anyTime}</div>`;
}
