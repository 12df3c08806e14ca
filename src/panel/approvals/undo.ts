import { undoQuestionsTried } from '../../features/guardianship/index.ts';
import { undoPlannedReviews } from '../../features/learning/index.ts';
import { undoRewardDecisions, undoTodoChanges } from '../../features/todos/index.ts';
import { type Html, html } from '../../platform/html.ts';
import { Redirect } from '../../platform/http/responses/responses.ts';
import { definePanelForm, type PanelRequest } from '../endpoints.ts';
import { addFlash, findFlash } from '../layout/panel-layout.ts';
import { nameSkillOfQuestion } from '../parts/advice.ts';
import { CheckboxesField, TextField } from '../parts/forms/field.ts';
import { renderCsrfField, renderHiddenField } from '../parts/forms/form.ts';
import { toPanelPath } from '../parts/paths.ts';
import type { ItemKey } from './review-forms.ts';

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
      (await undoPlannedReviews(ctx, parent.profileId, listIdsOfKind('work', body.items))) +
      (await undoTodoChanges(ctx, parent.profileId, listIdsOfKind('todo', body.items))) +
      (await undoRewardDecisions(ctx, parent.profileId, listIdsOfKind('reward', body.items))) +
      (await undoQuestionsTried(ctx, parent, listIdsOfKind('question', body.items)));
    return new Redirect(addFlash(toPanelPath(body.back), undoneCount > 0 ? 'undone' : 'undo-too-late'));
  },
});

/**
 * Renders the button that undoes decisions and other changes. For what can be undone for ten seconds only, a style sheet hides it then.
 * `title` says to screen readers what it is about.
 */
export function renderUndoForm(
  request: PanelRequest,
  items: readonly string[],
  returnTo: string,
  title?: string,
): Html {
  const label = request.t.approvals.undo;
  const isBrief = items.some((item) => /^(work|todo) \S+$/.test(item));
  return html`<form class="undo${isBrief ? ' brief' : ''}" method="post" action="/panel/undo">${renderCsrfField(request)}${renderHiddenField('back', returnTo)}${items.map((item) => renderHiddenField('items', item))}<button class="button outline small"${title === undefined ? '' : html` aria-label="${label}: ${title}"`}>${label}</button></form>`;
}

/** Adds the key of a message to a path, and the items of which the message offers to undo the decision. */
export function addUndoableFlash(
  path: string,
  notice: Parameters<typeof addFlash>[1],
  ...items: readonly ItemKey[]
): string {
  return `${addFlash(path, notice)}&undo=${encodeURIComponent(items.join(','))}`;
}

/**
 * Finds the message to show at the top of a page, with a button that undoes the decision if the path contains its items. A message about a
 * question names the child and the skill.
 */
export async function findOutcome(
  request: PanelRequest,
  query: { readonly done?: string; readonly undo?: string },
  returnTo: string,
): Promise<Html | undefined> {
  const items = query.undo?.split(',') ?? [];
  const undo = items.length > 0 ? renderUndoForm(request, items, returnTo) : undefined;
  const [childId, task_id = '', item_id = ''] = listIdsOfKind('question', items)[0]?.split(' ') ?? [];
  const child = childId && (await request.loadFamily()).children.find(({ id }) => id === childId);
  const skill = nameSkillOfQuestion(request.ctx.content.current, { task_id, item_id }, request.locale);
  return findFlash(request.t.parts.notices, query.done, undo, child ? `${child.display_name} · ${skill}: ` : '');
}
