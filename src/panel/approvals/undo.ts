import { UNDO_SECONDS } from '../../core/time/undo.ts';
import { undoQuestionsTried } from '../../features/guardianship/index.ts';
import { listSubmissionStatuses, undoReviews } from '../../features/learning/index.ts';
import { listTodoStatuses, undoRewardDecisions, undoTodoChanges } from '../../features/todos/index.ts';
import { type Html, html } from '../../platform/html.ts';
import { Redirect } from '../../platform/http/responses/responses.ts';
import { definePanelForm, type PanelRequest } from '../endpoints.ts';
import { addFlash, findFlash } from '../layout/panel-layout.ts';
import { nameSkillOfQuestion } from '../parts/advice.ts';
import { formatTaskTitle } from '../parts/format.ts';
import { CheckboxesField, TextField } from '../parts/forms/field.ts';
import { renderCsrfField, renderHiddenField } from '../parts/forms/form.ts';
import { toPanelPath } from '../parts/paths.ts';

/** The ids of the items of one kind. */
export function listIdsOfKind(kind: 'work' | 'todo' | 'reward' | 'question', keys: readonly string[]): string[] {
  return keys.filter((key) => key.startsWith(`${kind} `)).map((key) => key.slice(kind.length + 1));
}

export const submitUndo = definePanelForm({
  summary: 'Undo what was decided on submissions, to-dos, rewards and questions',
  needsPresence: true,
  body: { items: CheckboxesField, back: TextField },
  run: async ({ ctx, parent }, { body }) => {
    const undoneCount =
      (await undoReviews(ctx, parent.profileId, listIdsOfKind('work', body.items))) +
      (await undoTodoChanges(ctx, parent.profileId, listIdsOfKind('todo', body.items))) +
      (await undoRewardDecisions(ctx, parent.profileId, listIdsOfKind('reward', body.items))) +
      (await undoQuestionsTried(ctx, parent, listIdsOfKind('question', body.items)));
    const returnTo = toPanelPath(body.back);
    return new Redirect(
      undoneCount > 0 ? addUndoableFlash(returnTo, 'undone', body.items) : addFlash(returnTo, 'undo-too-late'),
    );
  },
});

/**
 * Renders the button that undoes decisions and other changes. What can be undone for ten seconds only says so, and a style sheet hides it
 * then. `title` says to screen readers what it is about, and `hasFocus` whether the fragment moves the focus there.
 */
export function renderUndoForm(
  request: PanelRequest,
  items: readonly string[],
  returnTo: string,
  { title, hasFocus = false }: { readonly title?: string; readonly hasFocus?: boolean } = {},
): Html {
  const { approvals } = request.t;
  const isBrief = items.some((item) => /^todo \S+$/.test(item));
  const label = isBrief ? approvals.undoBriefly({ n: UNDO_SECONDS }) : approvals.undo;
  return html`<form class="undo${isBrief ? ' brief' : ''}" method="post" action="/panel/undo">${renderCsrfField(request)}${renderHiddenField('back', returnTo)}${items.map((item) => renderHiddenField('items', item))}<button class="button outline small"${title === undefined ? '' : html` aria-label="${label}: ${title}"`}${hasFocus ? html` autofocus` : ''}>${label}</button></form>`;
}

/** Adds the key of a message to a path, and the items that it is about and of which it offers to undo the decision. */
export function addUndoableFlash(
  path: string,
  notice: Parameters<typeof addFlash>[1],
  items: readonly string[],
): string {
  return `${addFlash(path, notice)}&undo=${encodeURIComponent(items.join(','))}`;
}

/**
 * Finds the message to show at the top of a page, with a button that undoes the decision if the path contains its items. It names what it is
 * about.
 */
export async function findOutcome(
  request: PanelRequest,
  query: { readonly done?: string; readonly undo?: string },
  returnTo: string,
): Promise<Html | undefined> {
  const items = query.undo?.split(',') ?? [];
  const title = await describeItems(request, items);
  const undo =
    items.length > 0 && query.done !== 'undone'
      ? renderUndoForm(request, items, returnTo, { title, hasFocus: true })
      : undefined;
  return findFlash(request.t.parts.notices, query.done, undo, title && `${title}: `);
}

/** Names what these items are about: "Set the table · Mia", or the children only if they differ. Items of other families have no name. */
export async function describeItems(request: PanelRequest, items: readonly string[]): Promise<string> {
  if (items.length === 0) return '';
  const { ctx, locale } = request;
  const { childrenWithoutDeletion: children } = await request.loadFamily();
  const childIds = children.map(({ id }) => id);
  const listIds = (kind: 'work' | 'todo') => listIdsOfKind(kind, items).map((key) => key.split(' ')[0] ?? '');
  const todos = await listTodoStatuses(ctx, childIds, listIds('todo'));
  const works = await listSubmissionStatuses(ctx, childIds, listIds('work'));
  const named = [
    ...todos.map(({ profile_id, title }) => ({ profile_id, title })),
    ...works.map(({ profile_id, task_id }) => ({ profile_id, title: formatTaskTitle(request, task_id) })),
    ...listIdsOfKind('question', items).map((key) => {
      const [profile_id = '', task_id = '', item_id = ''] = key.split(' ');
      return { profile_id, title: nameSkillOfQuestion(ctx.content.current, { task_id, item_id }, locale) };
    }),
  ];
  const about = children.filter(({ id }) => named.some(({ profile_id }) => profile_id === id));
  const names = about.map(({ display_name }) => display_name).join(', ');
  const titles = new Set(named.map(({ title }) => title));
  return names && titles.size === 1 ? `${[...titles][0]} · ${names}` : names;
}
