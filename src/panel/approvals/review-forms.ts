import type { Language } from '../../core/text/languages.ts';
import type { Profile } from '../../features/accounts/index.ts';
import { getSubmissionFilePath, STICKERS, type SubmissionDetails } from '../../features/learning/index.ts';
import type { Todo } from '../../features/todos/index.ts';
import { getMessages } from '../../locales/index.ts';
import { type Html, html } from '../../platform/html.ts';
import { getAssetUrl } from '../assets.ts';
import type { PanelRequest } from '../endpoints.ts';
import type { Details } from '../parts/done-days.ts';
import { renderCsrfField, renderHiddenField } from '../parts/forms/form.ts';
import { renderIcon } from '../parts/pictures.ts';

/** What the names of the buttons say to screen readers. */
interface ReviewedItem {
  readonly id: string;
  readonly title: string;
}

/**
 * Renders the form to approve a to-do, and the one to reject it, which asks for a word. Where steps are open, they are the word, to which the
 * parent can add. After the review, the parent returns to the page `returnTo`. With htmx, the outcome replaces the to-do instead.
 */
export function renderTodoReviewForms(
  request: PanelRequest,
  { id, title, checklist }: ReviewedItem & Pick<Todo, 'checklist'>,
  returnTo: string,
): Html {
  const t = request.t.child.todos.list;
  const { todos } = getMessages(request.language);
  const form = { action: `/panel/todos/${id}/review`, target: `#todo-${id}`, returnTo, title };
  return html`<div class="review-forms">
${renderForm(request, form, 'approved', t.approve)}
${renderSendBackForm(request, form, { decision: 'rejected', field: 'note', id, maxLength: MAX_NOTE_LENGTH, missing: todos.noteMissing, checklist })}
</div>`;
}

/**
 * Renders a button with which a parent ticks a to-do in place of the child, who gets what an approval gives. With htmx, the outcome
 * replaces the element `todo-…`.
 */
export function renderTickForm(
  request: PanelRequest,
  { id, title }: ReviewedItem,
  returnTo: string,
  target = `#todo-${id}`,
): Html {
  const action = `/panel/todos/${id}/done`;
  const label = request.t.child.todos.list.markDone;
  return html`<form class="tick" method="post" action="${action}" hx-post="${action}" hx-target="${target}" hx-swap="outerHTML" hx-push-url="false">${renderCsrfField(request)}${renderHiddenField('back', returnTo)}<button title="${label}" aria-label="${label}: ${title}">${renderIcon('check')}</button></form>`;
}

/** In characters; what the to-dos feature accepts. */
export const MAX_NOTE_LENGTH = 500;

export const APPROVALS_PATH = '/panel/approvals';

/**
 * A submission, to-do, request for a reward or question in a form: a kind and an id, such as "todo 0199…", "work 0199…" for a submission,
 * "reward 5f1d… 0199…", which also contains the id of the child, or "question 5f1d… first-sums two-and-two". To undo a decision on a to-do
 * or a submission, it contains the decision, so that a second tap undoes no other one: "todo 0199… approved". To undo that a to-do was added:
 * "todo 0199… added".
 */
export type ItemKey = `${'work' | 'todo' | 'reward' | 'question'} ${string}`;

/** Whether the child has said that a to-do is done, but has not checked off all of its steps. */
export function hasOpenSteps({ checklist }: Pick<Todo, 'checklist'>): boolean {
  return checklist.some(({ done }) => !done);
}

/**
 * Renders a button that approves several to-dos. None of them has open steps, each of which needs a look. With htmx, the outcome replaces the
 * element with the selector `target`, which the outcome of one decision would, too. The whole list of all children (`#list`) is loaded again
 * instead.
 */
export function renderApproveAllForm(
  request: PanelRequest,
  todos: readonly Pick<Todo, 'id'>[],
  returnTo: string,
  { target, title }: Pick<ReviewForm, 'target' | 'title'>,
): Html {
  const isList = target === '#list';
  const items = todos.map(({ id }): ItemKey => `todo ${id}`);
  const label = request.t.approvals.approveAll({ n: items.length });
  const back = isList && returnTo === APPROVALS_PATH ? '' : renderHiddenField('back', returnTo);
  const inPlace =
    isList && back !== ''
      ? ''
      : html` hx-post="${APPROVALS_PATH}" hx-target="${target}" hx-swap="outerHTML" hx-push-url="${isList ? APPROVALS_PATH : 'false'}"`;
  return html`<form class="review-form" method="post" action="${APPROVALS_PATH}"${inPlace}>${renderCsrfField(request)}${back}${items.map((item) => renderHiddenField('chosen', item))}<button class="button secondary small" aria-label="${label}: ${title}">${label}</button></form>`;
}

/**
 * Renders the forms to approve a to-do that a child has done several times: all of them, or one by one, folded. Either all or none of them
 * have open steps. Each says its steps. `describe` formats the day of one of them.
 */
export function renderRepeatReviewForms<Row extends ReviewedItem & Pick<Todo, 'checklist'>>(
  request: PanelRequest,
  rows: readonly [Row, ...Row[]],
  returnTo: string,
  { title, describe }: { readonly title: string; readonly describe: (row: Row) => Details },
): Html {
  const id = `group-${rows[0].id}`;
  const repeats = rows.map((row) => {
    const { text, tag } = describe(row);
    const item = { ...row, title: `${title} · ${text}` };
    return html`<div class="repeat" id="todo-${row.id}"><div><p class="hint">${text} ${tag}</p>${renderChecklist(request, row)}</div>${renderTodoReviewForms(request, item, returnTo)}</div>`;
  });
  const { oneByOne } = request.t.approvals;
  const forAll = hasOpenSteps(rows[0])
    ? renderSendAllBackForm(request, rows, { id, returnTo, title })
    : renderApproveAllForm(request, rows, returnTo, { target: `#${id}`, title });
  return html`<div class="review-forms" id="${id}">${forAll}
<details class="disclosure"><summary><span>${oneByOne}<span class="visually-hidden">: ${title}</span> ${renderStepsTag(request, rows)}</span></summary>${repeats}</details></div>`;
}

/** Renders the form to reject several to-dos with the same word: the steps that are open in one of them. */
function renderSendAllBackForm(
  request: PanelRequest,
  todos: readonly Pick<Todo, 'id' | 'checklist'>[],
  { id, returnTo, title }: Pick<ReviewForm, 'returnTo' | 'title'> & { readonly id: string },
): Html {
  const { rejectAll, whatIsMissing } = request.t.approvals;
  const steps = Map.groupBy(
    todos.flatMap(({ checklist }) => checklist),
    ({ text }) => text,
  );
  return renderSendBackForm(
    request,
    { action: APPROVALS_PATH, target: `#${id}`, returnTo, title },
    {
      decision: 'rejected',
      field: 'note',
      id,
      maxLength: MAX_NOTE_LENGTH,
      missing: getMessages(request.language).todos.noteMissing,
      checklist: [...steps].flatMap(([, [step, ...others]]) =>
        step ? { ...step, done: step.done && others.every(({ done }) => done) } : [],
      ),
      words: {
        label: rejectAll({ n: todos.length }),
        question: whatIsMissing,
        submit: request.t.child.todos.list.sendBack,
      },
      hidden: html`${todos.map((todo) => renderHiddenField('chosen', `todo ${todo.id}`))}`,
    },
  );
}

/** Renders the steps of a to-do that a child has finished, or those that are not checked off, with a tag that says how many are. */
export function renderChecklist(request: PanelRequest, { checklist }: Pick<Todo, 'checklist'>): Html | string {
  if (checklist.length === 0) return '';
  const { stepsOpen, stepsDone } = request.t.approvals;
  const open = checklist.filter(({ done }) => !done);
  const steps = (open.length > 0 ? open : checklist).map(({ text }) => text).join(', ');
  return html`<p class="steps">${renderStepsTag(request, [{ checklist }])}<span>${open.length > 0 ? stepsOpen({ steps }) : stepsDone({ steps })}</span></p>`;
}

/** Renders a tag that says how many steps are checked off, if not all are. */
function renderStepsTag({ t }: PanelRequest, todos: readonly Pick<Todo, 'checklist'>[]): Html | string {
  const counts = todos
    .filter(hasOpenSteps)
    .map(({ checklist }) =>
      t.child.todos.list.checklist({ done: checklist.filter(({ done }) => done).length, all: checklist.length }),
    );
  return counts.length > 0 ? html`<span class="tag danger">${[...new Set(counts)].join(', ')}</span>` : '';
}

/** Renders the form to give a reward, and the one to decline, which asks for a word. */
export function renderRewardReviewForms(
  request: PanelRequest,
  { childId, id, title }: ReviewedItem & { readonly childId: string },
  returnTo: string,
): Html {
  const t = request.t.child.rewards;
  const { rewards } = getMessages(request.language);
  const form = { action: `/panel/reward-requests/${id}/review`, target: `#reward-${id}`, returnTo, title };
  const child = renderHiddenField('child', childId);
  const words = { label: t.decline, question: t.why, submit: t.declineSubmit };
  return html`<div class="review-forms">
${renderForm(request, form, 'given', t.give, child)}
${renderSendBackForm(request, form, { decision: 'declined', field: 'note', id, maxLength: MAX_NOTE_LENGTH, missing: rewards.noteMissing, words, hidden: child })}
</div>`;
}

/** Renders the form to approve a submission, with an optional sticker and comment, and the one to request changes, which asks for a word. */
export function renderSubmissionReviewForms(
  request: PanelRequest,
  { id, title }: ReviewedItem,
  returnTo: string,
): Html {
  const { language } = request;
  const t = request.t.child.submissions;
  const { submissions } = getMessages(language);
  const form = { action: `/panel/submissions/${id}/review`, target: `#submission-${id}`, returnTo, title };
  const stickers = STICKERS.map(
    (sticker) =>
      html`<label class="sticker-choice"><input type="radio" name="sticker" value="${sticker}">${renderSticker(language, sticker)}</label>`,
  );
  const feedback = html`<details class="disclosure"><summary aria-label="${t.addFeedback}: ${title}">${t.addFeedback}</summary>
<fieldset class="stickers"><legend class="visually-hidden">${t.sticker}</legend>${stickers}</fieldset>
<input name="text" maxlength="1000" aria-label="${t.comment}" placeholder="${t.comment}" autocomplete="off"></details>`;
  return html`<div class="review-forms">
${renderForm(request, form, 'approved', t.approve, feedback)}
${renderSendBackForm(request, form, { decision: 'changes_requested', field: 'text', id, maxLength: 1000, missing: submissions.textMissing })}
</div>`;
}

interface ReviewForm {
  readonly action: string;
  /** The selector of the element that htmx replaces. */
  readonly target: string;
  readonly returnTo: string;
  readonly title: string;
}

function renderForm(
  request: PanelRequest,
  { action, target, returnTo, title }: ReviewForm,
  decision: string,
  label: string,
  fields: Html | '' = '',
  variant: 'secondary' | '' = 'secondary',
): Html {
  return html`<form class="review-form" method="post" action="${action}" hx-post="${action}" hx-target="${target}" hx-swap="outerHTML" hx-push-url="false">
${renderCsrfField(request)}${renderHiddenField('back', returnTo)}${renderHiddenField('decision', decision)}
${fields}<button class="button ${variant} small" aria-label="${label}: ${title}">${label}</button></form>`;
}

interface SendBackProps {
  readonly decision: string;
  /** The name of the field for the word. */
  readonly field: string;
  readonly id: string;
  readonly maxLength: number;
  /** What the page says beside the field if it is empty. */
  readonly missing: string;
  /** The steps to choose from. Those that are open are chosen. */
  readonly checklist?: Todo['checklist'];
  /** The labels, if they differ from those for work and to-dos. */
  readonly words?: { readonly label: string; readonly question: string; readonly submit: string };
  readonly hidden?: Html;
}

/** Renders a button that opens the form to send something back. The child has to know what is missing, so a word is required. */
function renderSendBackForm(
  request: PanelRequest,
  form: ReviewForm,
  { decision, field, id, maxLength, missing, checklist = [], words, hidden }: SendBackProps,
): Html {
  const { reject, sendBack } = request.t.child.todos.list;
  const question = words?.question ?? request.t.approvals.whatIsMissing;
  const hasSteps = checklist.length > 0;
  const steps = checklist.map(
    ({ text, done }) =>
      html`<label class="checkbox"><input type="checkbox" name="step" value="${text}"${done ? '' : html` checked`}> ${text}</label>`,
  );
  const fields = html`${hidden ?? ''}${hasSteps ? html`<fieldset class="missing-steps"><legend>${question}</legend>${steps}</fieldset>` : ''}
<label for="missing-${id}">${hasSteps ? request.t.child.submissions.comment : question}</label><p class="error" id="missing-${id}-error" hidden>${missing}</p><input id="missing-${id}" name="${field}"${hasSteps ? '' : html` required`} maxlength="${maxLength}" autocomplete="off">`;
  const label = words?.label ?? reject;
  return html`<details class="send-back"><summary class="button outline small" aria-label="${label}: ${form.title}">${label}</summary>
${renderForm(request, form, decision, words?.submit ?? sendBack, fields, '')}</details>`;
}

/** Renders a sticker as an image with its name as alternative text. All stickers are in one SVG file. */
export function renderSticker(language: Language, id: string, size = 40): Html | string {
  const sticker = STICKERS.find((name) => name === id);
  if (!sticker) return '';
  const name = getMessages(language).submissions.stickers[sticker];
  return html`<img class="sticker" src="${getAssetUrl('stickers.svg')}#${id}" alt="${name}" width="${size}" height="${size}" loading="lazy">`;
}

/**
 * Renders what a child submitted: pictures as links to their files, sounds with a player, and texts. `hx-boost="false"`
 * prevents htmx from inserting the bytes of a picture into the page. Work that waits and contains nothing says so.
 */
export function renderSubmissionContent(
  request: PanelRequest,
  { files, text, caption }: Pick<SubmissionDetails, 'files' | 'text' | 'caption'>,
  {
    title,
    child: { display_name: name },
    isWaiting,
  }: { readonly title: string; readonly child: Profile; readonly isWaiting: boolean },
): Html {
  const t = request.t.child.submissions;
  const media = files.map(({ name: fileName, mime }, i) => {
    const path = getSubmissionFilePath(fileName);
    if (mime.startsWith('audio/'))
      return html`<audio controls preload="none" src="${path}" aria-label="${t.sound({ title })}, ${name}"></audio>`;
    return html`<a href="${path}" hx-boost="false"><img src="${path}" alt="${t.picture({ title, n: i + 1 })}, ${name}" loading="lazy" width="640" height="480"></a>`;
  });
  if (isWaiting && files.length === 0 && !text && !caption)
    return html`<p class="submission-text">${request.t.approvals.nothingAttached({ name })}</p>`;
  return html`${files.length > 0 ? html`<div class="submission-media">${media}</div>` : ''}${text ? html`<p class="user-text submission-text">${text}</p>` : ''}${caption ? html`<p class="user-text hint">${caption}</p>` : ''}`;
}
