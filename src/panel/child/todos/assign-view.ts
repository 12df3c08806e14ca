import type { Client } from '../../../core/client.ts';
import type { Language } from '../../../core/languages.ts';
import type { Refusal } from '../../../core/refusal.ts';
import type { Profile } from '../../../features/accounts/index.ts';
import { MAX_TODO_XP, WEEKDAYS } from '../../../features/todos/index.ts';
import { messages } from '../../../locales/index.ts';
import type { Context } from '../../../platform/context.ts';
import { type Html, html } from '../../../platform/html.ts';
import { weekdays } from '../../parts/format.ts';
import { field, problemAt } from '../../parts/forms/field.ts';
import { tokenField } from '../../parts/forms/form.ts';
import { ticked } from '../../parts/forms/form-fields.ts';
import { type AssignForm, FREQS } from './assign-form.ts';

interface Assigning {
  readonly language: Language;
  readonly child: Profile;
  readonly children: readonly Profile[];
  readonly typed?: AssignForm;
  readonly problem?: Refusal;
}

const FIELDS = ['title', 'notes', 'due_date', 'xp_reward'] as const;

/** The form for a new to-do: a title is enough, the rest is folded away. */
export function assignView(ctx: Context, client: Client, assigning: Assigning): Html {
  const { language, child, typed = {}, problem } = assigning;
  const t = messages(language).panel.assignTodo;
  const action = `/panel/children/${child.id}/todos`;
  const elsewhere = problem && !FIELDS.some((name) => problemAt(name, problem)) ? problem : undefined;
  return html`<details class="card assign" id="assign"${problem ? html` open` : ''}>
<summary class="button">${t.give}</summary>
<form method="post" action="${action}" hx-post="${action}" hx-target="#assign" hx-swap="outerHTML" hx-push-url="false">
${tokenField(ctx, client)}
${elsewhere ? html`<p class="problem" tabindex="-1" autofocus>${elsewhere.text[language]}</p>` : ''}
${textField(assigning, 'title', t.title, html` required maxlength="120" autocomplete="off" enterkeyhint="done"`)}
<div class="pair-of-fields">
${textField(assigning, 'due_date', t.due, html` type="date"`)}
${textField(assigning, 'xp_reward', t.xp, html` type="number" inputmode="numeric" min="0" max="${MAX_TODO_XP}" step="1"`)}
</div>
${siblings(assigning)}
<details class="more"${isMoreUsed(typed, problem) ? html` open` : ''}><summary>${t.more}</summary>
${textField(assigning, 'notes', t.notes, html` maxlength="2000" autocomplete="off"`)}
${recurrence(assigning)}
<label class="check"><input type="checkbox" name="priority" value="high"${typed.priority === 'high' ? html` checked` : ''}> ${t.important}</label>
<label class="check"><input type="checkbox" name="no_approval" value="1"${typed.no_approval === undefined ? '' : html` checked`}> ${t.noApproval}</label>
</details>
<button class="button">${t.send}</button>
</form>
</details>`;
}

function textField(
  { language, typed = {}, problem }: Assigning,
  name: (typeof FIELDS)[number],
  label: string,
  kind: Html,
): Html {
  const id = `assign-${name}`;
  return field(
    language,
    { id, label, problem: problemAt(name, problem) },
    (marks) => html`<input id="${id}" name="${name}" value="${typed[name] ?? ''}"${kind} ${marks}>`,
  );
}

/** Whoever has several children may give it to each of them at once. */
function siblings({ language, child, children, typed = {} }: Assigning): Html | string {
  if (children.length < 2) return '';
  const chosen = typed.child_ids === undefined ? [child.id] : ticked(typed.child_ids);
  const boxes = children.map(
    ({ id, display_name }) =>
      html`<label class="check"><input type="checkbox" name="child_ids" value="${id}"${chosen.includes(id) ? html` checked` : ''}> <bdi>${display_name}</bdi></label>`,
  );
  return html`<fieldset class="checks"><legend>${messages(language).panel.assignTodo.forWhom}</legend>${boxes}</fieldset>`;
}

function recurrence({ language, typed = {} }: Assigning): Html {
  const t = messages(language).panel.assignTodo;
  const names = weekdays(language, 'short');
  const chosen = ticked(typed.by_weekday);
  const option = (value: string, label: string) =>
    html`<option value="${value}"${typed.freq === value ? html` selected` : ''}>${label}</option>`;
  const box = (day: string, i: number) =>
    html`<label class="check"><input type="checkbox" name="by_weekday" value="${day}"${chosen.includes(day) ? html` checked` : ''}> ${names[i]}</label>`;
  return html`<div class="field"><label for="assign-freq">${t.again}</label>
<select id="assign-freq" name="freq">${option('', t.once)}${FREQS.map((freq) => option(freq, t[freq]))}</select></div>
<fieldset class="checks weekdays"><legend>${t.onDays}</legend>${WEEKDAYS.map(box)}</fieldset>`;
}

function isMoreUsed(typed: AssignForm, problem: Refusal | undefined): boolean {
  const used = Boolean(typed.notes || typed.freq || typed.by_weekday || typed.priority || typed.no_approval);
  return used || problemAt('notes', problem) !== undefined;
}
