import { addDays, type Day, toClampedLocalDay, toLocalDay, toLocalMidnight } from '../../../core/time/days.ts';
import { getChildTimeZone } from '../../../features/progress/index.ts';
import {
  getTodoStars,
  listDueDays,
  listIdsWithRewards,
  listTodosFinishedBetween,
  listTodosUntil,
  type Todo,
} from '../../../features/todos/index.ts';
import { type Html, html } from '../../../platform/html.ts';
import { Redirect } from '../../../platform/http/responses/responses.ts';
import { definePanelPage, type PanelRequest, toChildRequest } from '../../endpoints.ts';
import { findFlash, renderPanelLayout } from '../../layout/panel-layout.ts';
import { formatDay, formatWeekday } from '../../parts/format.ts';
import { OptionalField } from '../../parts/forms/field.ts';
import { getChildPath } from '../../parts/paths.ts';
import { renderAvatar } from '../../parts/pictures.ts';
import { renderChildChips } from '../child-layout.ts';
import { renderAssignForm } from './assign-form.ts';
import { renderAmount } from './todo-list.ts';

/** The board of the family: what each child has to do today and on the following days, and has done today. */
const DAY_COUNT = 7;

export const showPlan = definePanelPage({
  summary: 'Show what each child has to do today and in the next six days, and has done today, with a form for more',
  description: 'Redirects to the start page if the parent has no children.',
  query: { done: OptionalField },
  run: async (request, { query }) => {
    const [firstChild] = (await request.loadFamily()).childrenWithoutDeletion;
    if (!firstChild) return new Redirect('/panel');
    const title = request.t.layout.plan;
    const main = html`${await renderChildChips(request, 'todos')}
<h1>${title}</h1>
${await renderAssignForm(await toChildRequest(request, firstChild.id), { isOnBoard: true })}
${await renderBoard(request)}`;
    return renderPanelLayout(request, {
      title,
      section: 'plan',
      notice: findFlash(request.t.parts.notices, query.done),
      main,
    });
  },
});

async function renderBoard(request: PanelRequest): Promise<Html> {
  const { ctx, language } = request;
  const t = request.t.child.todos.board;
  const { childrenWithoutDeletion: children } = await request.loadFamily();
  const childIds = children.map(({ id }) => id);
  const timeZones = new Map<string, string>();
  for (const id of childIds) timeZones.set(id, await getChildTimeZone(ctx, id));
  const toTimeZone = (id: string) => timeZones.get(id) ?? 'UTC';
  const findToday = (id: string) => toClampedLocalDay(ctx.now(), toTimeZone(id));
  const firstDay = childIds.map(findToday).toSorted()[0] ?? '';
  const lastDay = addDays(firstDay, DAY_COUNT - 1);
  const idsWithRewards = await listIdsWithRewards(ctx, childIds);
  const open = (await listTodosUntil(ctx, childIds, lastDay))
    .map((todo) => ({
      ...todo,
      stars: idsWithRewards.includes(todo.profile_id) ? getTodoStars(todo) : 0,
      days: listDueDays(todo, findToday(todo.profile_id), lastDay),
    }))
    .sort((a, b) => Number(a.due_date === null) - Number(b.due_date === null)); // databases differ in where they sort null
  const finished = (await listFinishedSince(request, childIds, firstDay)).filter(
    ({ profile_id, completed_at }) => toLocalDay(completed_at, toTimeZone(profile_id)) === findToday(profile_id),
  );
  const renderCard = (
    heading: string,
    isShown: (todo: (typeof open)[number]) => boolean,
    done: typeof finished = [],
  ) => {
    const rows = children.flatMap((child) => {
      const isOfChild = ({ profile_id }: { readonly profile_id: string }) => profile_id === child.id;
      const entries = [
        ...open
          .filter((todo) => isOfChild(todo) && isShown(todo))
          .map(
            (todo) =>
              html`<li><span>${todo.title}</span>${renderOverdue(request, todo, findToday(child.id))}${renderAmount(request, [todo])}</li>`,
          ),
        ...done.filter(isOfChild).map(({ title, status }) => {
          const text = request.t.child.todos.list[status];
          return html`<li class="done"><span>${title}</span><span class="tag${status === 'awaiting_approval' ? ' accent' : ' success'}">${text}</span></li>`;
        }),
      ];
      if (entries.length === 0) return [];
      return [
        html`<div class="board-child"><a href="${getChildPath(child)}/todos">${renderAvatar(ctx, child, 32)}<bdi>${child.display_name}</bdi></a><ul>${entries}</ul></div>`,
      ];
    });
    return html`<section class="card"><h2>${heading}</h2>${rows.length > 0 ? rows : html`<p class="hint">${t.nothing}</p>`}</section>`;
  };
  const renderIfAny = (heading: string, isShown: (todo: (typeof open)[number]) => boolean) =>
    open.some(isShown) ? renderCard(heading, isShown) : '';
  const dayCards = Array.from({ length: DAY_COUNT }, (_, i) => addDays(firstDay, i)).map((day, i) =>
    i === 0
      ? renderCard(t.today, ({ days }) => days.includes(day), finished)
      : renderCard(formatWeekday(language, day), ({ days }) => days.includes(day)),
  );
  const hasNoDay = ({ due_date, days }: (typeof open)[number]) => due_date === null && days.length === 0;
  return html`<div class="board">${dayCards}${renderIfAny(t.thisWeek, (todo) => hasNoDay(todo) && todo.recurrence?.freq === 'weekly')}${renderIfAny(t.anyTime, (todo) => hasNoDay(todo) && todo.recurrence?.freq !== 'weekly')}</div>`;
}

/** Renders since when a to-do is due, if its day has passed. */
function renderOverdue({ language, t }: PanelRequest, { due_date }: Pick<Todo, 'due_date'>, today: Day): Html | string {
  if (due_date === null || due_date >= today) return '';
  return html`<span class="hint">${t.children.cards.since({ day: formatDay(language, due_date) })}</span>`;
}

/** What these children have finished since the day began anywhere. */
function listFinishedSince({ ctx }: PanelRequest, childIds: readonly string[], day: Day) {
  return listTodosFinishedBetween(ctx, childIds, {
    from: toLocalMidnight(day, 'Etc/GMT-14'),
    before: toLocalMidnight(addDays(day, 3), 'UTC'),
  });
}
