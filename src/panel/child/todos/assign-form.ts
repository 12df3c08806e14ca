import type { Static, TObject } from 'typebox';
import type { ApiError } from '../../../core/requests/api-error.ts';
import { type Day, isDay, toClampedLocalDay } from '../../../core/time/days.ts';
import type { Profile } from '../../../features/accounts/index.ts';
import { getChildTimeZone } from '../../../features/progress/index.ts';
import {
  type AssignedTodoDraft,
  DEFAULT_TODO_STARS,
  FREQUENCIES,
  getTodoStars,
  listIdsWithRewards,
  MAX_TODO_STARS,
  MAX_TODO_XP,
  skipMissedDays,
  TODO_PRIORITIES,
  type Todo,
  WEEKDAYS,
} from '../../../features/todos/index.ts';
import { getMessages } from '../../../locales/index.ts';
import { type Html, html } from '../../../platform/html.ts';
import type { ItemKey } from '../../approvals/review-forms.ts';
import { describeItems, renderUndoForm } from '../../approvals/undo.ts';
import type { ChildPageRequest, PanelRequest } from '../../endpoints.ts';
import { renderFlash } from '../../layout/panel-layout.ts';
import { formatWeekday, listWeekdayNames } from '../../parts/format.ts';
import {
  CheckboxesField,
  findFieldError,
  OptionalField,
  type RefusedForm,
  removeFieldName,
  renderField,
  TextField,
} from '../../parts/forms/field.ts';
import { renderCsrfField, renderHiddenField } from '../../parts/forms/form.ts';
import { findFirstDay, findPreset, renderPresets } from './presets.ts';
import { formatRecurrence } from './recurrence.ts';

/** The fields of the form with which a parent assigns a to-do. */
export const ASSIGN_FORM_FIELDS = {
  title: TextField,
  notes: TextField,
  due_date: TextField,
  xp_reward: TextField,
  stars: OptionalField,
  priority: TextField,
  freq: TextField,
  by_weekday: CheckboxesField,
  interval: OptionalField,
  until_date: TextField,
  checklist: OptionalField,
  no_approval: OptionalField,
  child_ids: CheckboxesField,
  back: OptionalField,
  preset: OptionalField,
};
export type AssignForm = Static<TObject<typeof ASSIGN_FORM_FIELDS>>;

/** Returns the draft of the to-do, which the to-dos feature validates. One for certain weekdays is first due on one of them. */
export function toTodoDraft({ title, notes, due_date, xp_reward, stars, ...form }: AssignForm): AssignedTodoDraft {
  const freq = FREQUENCIES.find((frequency) => frequency === form.freq);
  const by_weekday = freq === 'weekly' ? WEEKDAYS.filter((day) => form.by_weekday.includes(day)) : [];
  return {
    title,
    notes,
    due_date: isDay(due_date) ? findFirstDay(by_weekday, due_date) : due_date || null,
    priority: TODO_PRIORITIES.find((priority) => priority === form.priority) ?? 'normal',
    xp_reward: Number(xp_reward),
    stars: stars === undefined ? undefined : Number(stars),
    requires_approval: form.no_approval === undefined,
    recurrence: freq
      ? { freq, interval: Number(form.interval || 1), by_weekday, until_date: form.until_date || null }
      : null,
    ...(form.checklist !== undefined && { checklist: toLines(form.checklist).map((text) => ({ text })) }),
  };
}

interface AssignedNoticeOptions {
  readonly items: readonly string[];
  /** The day on which they are first due. */
  readonly day: string | null | undefined;
  /** The address of the place where they are now. */
  readonly href: string;
  readonly returnTo: string;
}

/** Renders the message that to-dos were added: "To-do added: Dentist card · Mia · Sunday 20 December", with the button that undoes it. */
export async function renderAssignedNotice(
  request: PanelRequest,
  { items, day, href, returnTo }: AssignedNoticeOptions,
): Promise<Html> {
  const { language, t } = request;
  const what = await describeItems(request, items);
  if (!what) return renderFlash(t.parts.notices.assigned);
  const title = day && isDay(day) ? `${what} · ${formatWeekday(language, day)}` : what;
  const text = html`${t.child.todos.assign.added} <a href="${href}">${title}</a>`;
  return renderFlash(text, renderUndoForm(request, items, returnTo, { title }));
}

/** The keys that undo that these to-dos were added. */
export function listAddedKeys(todos: readonly Pick<Todo, 'id'>[]): ItemKey[] {
  return todos.map(({ id }): ItemKey => `todo ${id} added`);
}

function toLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

/** Returns the values with which the form shows a to-do on the child's day. */
export function toFormValues(todo: Todo, today: Day): Partial<AssignForm> {
  const { title, notes, xp_reward, priority, recurrence, checklist, requires_approval } = todo;
  return {
    title,
    notes,
    due_date: skipMissedDays(todo, today) ?? '',
    xp_reward: String(xp_reward),
    stars: String(getTodoStars(todo)),
    priority,
    freq: recurrence?.freq ?? '',
    by_weekday: [...(recurrence?.by_weekday ?? [])],
    interval: String(recurrence?.interval ?? 1),
    until_date: recurrence?.until_date ?? '',
    checklist: checklist.map(({ text }) => text).join('\n'),
    ...(!requires_approval && { no_approval: '1' }),
  };
}

const TEXT_FIELDS = [
  'title',
  'notes',
  'due_date',
  'xp_reward',
  'stars',
  'interval',
  'until_date',
  'checklist',
] as const;
/** The fields whose names in errors differ from their names in the form. */
const ERROR_NAMES: Readonly<Record<string, string>> = {
  until_date: 'recurrence.until_date',
  interval: 'recurrence.interval',
};

/** The values of the form, and the error if they were refused. */
export interface FormState {
  readonly request: ChildPageRequest;
  readonly values: Partial<AssignForm>;
  readonly error: ApiError | undefined;
  /** Whether the child has rewards, so that the to-do can earn stars. */
  readonly hasRewards: boolean;
  /** Whether a preset has filled in everything but the child and the day. */
  readonly isPreset?: boolean;
  /** Whether the parent has chosen to add it on a day. The focus goes to the title. */
  readonly isOfDay?: boolean;
}

export const PLAN_PATH = '/panel/plan';

/** What the form suggests for a to-do without a preset. */
const DEFAULT_XP = '10';
/** In place of an id: all children of the parent. */
export const ALL_CHILDREN = 'all';

interface AssignFormOptions {
  readonly refused?: RefusedForm<AssignForm>;
  readonly presetName?: string;
  /** The due date of the new to-do. */
  readonly day?: string;
  /** On the board of the family, the whole page is loaded again. */
  readonly isOnBoard?: boolean;
}

/** Renders the form for a new to-do, which a preset may fill in. */
export async function renderAssignForm(
  request: ChildPageRequest,
  { refused, presetName, day, isOnBoard = false }: AssignFormOptions = {},
): Promise<Html> {
  const t = request.t.child.todos.assign;
  const { childrenWithoutDeletion: children } = await request.loadFamily();
  const today = toClampedLocalDay(request.ctx.now(), await getChildTimeZone(request.ctx, request.child.id));
  const preset = findPreset(request.t, presetName ?? refused?.values.preset, today);
  const rewardIds = isOnBoard ? children.map(({ id }) => id) : [request.child.id];
  const hasRewards = (await listIdsWithRewards(request.ctx, rewardIds)).length > 0;
  const due_date = day ?? (isOnBoard ? today : '');
  const values = refused?.values ?? {
    xp_reward: DEFAULT_XP,
    due_date,
    ...preset,
    ...(day !== undefined && { due_date: day }),
  };
  const error = refused?.error;
  const isPreset = preset !== undefined && (!error || isAboutChildren(error));
  const state: FormState = { request, values, error, hasRewards, isPreset, isOfDay: day !== undefined };
  const isOpen = refused || preset || day !== undefined;
  const action = `${request.path}/todos`;
  return html`<div id="assign">${renderPresets(request.t, isOnBoard ? PLAN_PATH : action, isPreset ? preset.name : undefined)}
<details class="card assign"${isOpen ? html` open` : ''}>
<summary class="button">${t.addTodo}</summary>
<form method="post" action="${action}"${isOnBoard ? html` hx-push-url="${PLAN_PATH}"` : html` hx-post="${action}" hx-target="#assign" hx-swap="outerHTML" hx-push-url="false"`}>
${renderCsrfField(request)}${isOnBoard ? renderHiddenField('back', PLAN_PATH) : ''}${isPreset ? renderHiddenField('preset', preset.name) : ''}
${renderTodoFields(state, children.length > 1 ? renderChildCheckboxes(state, children, isOnBoard) : renderHiddenField('child_ids', request.child.id))}
<button class="button">${t.submit}</button>
</form>
</details></div>`;
}

/**
 * Renders the fields of a to-do, in an order in which `choices` follow the most common ones. Fields that are rarely needed are in a
 * <details>, and those that a preset has filled in, too.
 */
export function renderTodoFields(state: FormState, choices: Html): Html {
  const { request, values, error } = state;
  const t = request.t.child.todos.assign;
  const isAboutField = isAboutChildren(error) || TEXT_FIELDS.some((name) => findError(name, error));
  const formError = isAboutField ? undefined : error;
  const title = renderTextInput(
    state,
    'title',
    t.title,
    html` required maxlength="120" autocomplete="off" enterkeyhint="done"${state.isOfDay ? html` autofocus` : ''}`,
  );
  const due = renderTextInput(state, 'due_date', state.isPreset ? t.firstDay : t.due, html` type="date"`);
  const reward = html`${renderTextInput(state, 'xp_reward', t.xp, html` type="number" inputmode="numeric" min="0" max="${MAX_TODO_XP}" step="1"`)}
${state.hasRewards ? renderTextInput({ ...state, values: { stars: String(DEFAULT_TODO_STARS), ...values } }, 'stars', t.stars, html` type="number" inputmode="numeric" min="0" max="${MAX_TODO_STARS}" step="1"`) : ''}`;
  return html`${formError ? html`<p class="error" tabindex="-1" autofocus>${removeFieldName(formError.text[request.language], formError.details)}</p>` : ''}
${state.isPreset ? html`${renderPresetSummary(state)}${choices}${due}` : html`${title}${renderRecurrenceFields(state, due)}${choices}`}
<details class="more-options"${!state.isPreset && usesMoreOptions(state) ? html` open` : ''}><summary>${t.more}</summary>
<div>${state.isPreset ? title : ''}<div class="field-pair">${reward}</div>
${state.isPreset ? renderRecurrenceFields(state) : ''}
<div class="recurring">${renderTextInput(state, 'interval', t.interval, html` type="number" inputmode="numeric" min="1" max="365" step="1" placeholder="1"`)}
${renderTextInput(state, 'until_date', t.until, html` type="date"`)}</div>
${renderTextInput(state, 'notes', t.notes, html` maxlength="2000" autocomplete="off"`)}
${renderChecklistField(state)}
<label class="checkbox"><input type="checkbox" name="priority" value="high"${values.priority === 'high' ? html` checked` : ''}> ${t.important}</label>
<label class="checkbox"><input type="checkbox" name="no_approval" value="1"${values.no_approval === undefined ? '' : html` checked`}> ${t.noApproval}</label></div>
</details>`;
}

/** Renders what the preset has filled in: "Set the table", "every day · 5 XP". */
function renderPresetSummary({ request, values }: FormState): Html {
  const { recurrence, xp_reward } = toTodoDraft({ notes: '', until_date: '', ...values } as AssignForm); // a preset has the others
  const xp = request.t.child.todos.list.xp({ n: xp_reward ?? 0 });
  return html`<h2>${values.title}</h2><p class="hint">${recurrence ? `${formatRecurrence(request, recurrence)} · ${xp}` : xp}</p>`;
}

function renderTextInput(
  { request, values, error }: FormState,
  name: (typeof TEXT_FIELDS)[number],
  label: string,
  inputAttributes: Html,
): Html {
  const id = `assign-${name}`;
  const missing = name === 'title' ? request.t.child.todos.assign.titleMissing : undefined;
  return renderField(
    request.language,
    { id, label, error: findError(name, error), missing },
    (attributes) =>
      html`<input id="${id}" name="${name}" value="${values[name] ?? ''}"${inputAttributes} ${attributes}>`,
  );
}

/** The checklist has one entry a line. */
function renderChecklistField({ request, values, error }: FormState): Html {
  const label = request.t.child.todos.assign.checklist;
  return renderField(
    request.language,
    { id: 'assign-checklist', label, error: findError('checklist', error) },
    (attributes) =>
      html`<textarea id="assign-checklist" name="checklist" rows="3" ${attributes}>${values.checklist ?? ''}</textarea>`,
  );
}

/** Finds the error about a field. An error about an entry of the checklist is about the whole field. */
function findError(name: string, error: ApiError | undefined): ApiError | undefined {
  const isAboutEntry = name === 'checklist' && error?.details.fields?.some((field) => field.startsWith('checklist.'));
  return isAboutEntry ? error : findFieldError(ERROR_NAMES[name] ?? name, error);
}

/** Whether the parent has chosen no child. */
function isAboutChildren(error: ApiError | undefined): boolean {
  return findFieldError('child_ids', error) !== undefined;
}

/**
 * Renders checkboxes for assigning the to-do to several children. On the board all are chosen, or with panel.js the last choice (gap 208).
 * A hint says that the parent has to choose one. While all are chosen, a style sheet hides the others from browsers without JavaScript.
 */
function renderChildCheckboxes(
  { request, values, error }: FormState,
  children: readonly Profile[],
  isOnBoard: boolean,
): Html {
  const { child, language, t } = request;
  const selectedIds = values.child_ids ?? [isOnBoard ? ALL_CHILDREN : child.id];
  const isMissing = isAboutChildren(error);
  const { noChildChosen } = getMessages(language).todos;
  const renderCheckbox = (value: string, label: Html | string, attributes: Html | string = '') =>
    html`<label class="checkbox"><input type="checkbox" name="child_ids" value="${value}"${selectedIds.includes(value) ? html` checked` : ''}${attributes}> ${label}</label>`;
  const invalid = isMissing ? html` aria-invalid="true" aria-describedby="assign-who-error" autofocus` : '';
  const missing = isOnBoard
    ? html`<p class="error" id="assign-who-error"${isMissing ? '' : html` hidden`}>${noChildChosen}</p>`
    : '';
  return html`<fieldset class="checkboxes who"><legend>${t.child.todos.assign.children}${isOnBoard ? html` <span class="hint">· ${noChildChosen}</span>` : ''}</legend>${missing}
${renderCheckbox(ALL_CHILDREN, t.child.todos.assign.all, html` id="assign-who"${invalid}`)}${children.map(({ id, display_name }) => renderCheckbox(id, html`<bdi>${display_name}</bdi>`))}</fieldset>`;
}

/** Renders how often the to-do repeats, beside its due date. */
function renderRecurrenceFields(state: FormState, due?: Html): Html {
  const { request, values } = state;
  const t = request.t.child.todos.assign;
  const weekdayNames = listWeekdayNames(request.language);
  const selectedDays = values.by_weekday ?? [];
  const renderOption = (value: string, label: string) =>
    html`<option value="${value}"${values.freq === value ? html` selected` : ''}>${label}</option>`;
  const renderCheckbox = (day: string, i: number) =>
    html`<label class="checkbox"><input type="checkbox" name="by_weekday" value="${day}"${selectedDays.includes(day) ? html` checked` : ''}> ${weekdayNames[i]}</label>`;
  const repeat = html`<div class="field"><label for="assign-freq">${t.repeat}</label>
<select id="assign-freq" name="freq">${renderOption('', t.once)}${FREQUENCIES.map((freq) => renderOption(freq, t[freq]))}</select></div>`;
  return html`<div class="recurrence">${due ? html`<div class="field-pair">${due}${repeat}</div>` : repeat}
<fieldset class="checkboxes weekdays"><legend>${t.onDays}</legend>${WEEKDAYS.map(renderCheckbox)}</fieldset></div>`;
}

function usesMoreOptions({ values, error }: FormState): boolean {
  const { notes, checklist, priority, no_approval, interval = '1', until_date, xp_reward } = values;
  return (
    Boolean(
      notes ||
        checklist ||
        priority === 'high' ||
        no_approval ||
        interval !== '1' ||
        until_date ||
        xp_reward !== DEFAULT_XP,
    ) || ['notes', 'checklist', 'interval', 'until_date', 'xp_reward', 'stars'].some((name) => findError(name, error))
  );
}
