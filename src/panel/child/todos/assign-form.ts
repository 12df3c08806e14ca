import type { Static, TObject } from 'typebox';
import type { ApiError } from '../../../core/requests/api-error.ts';
import { type AssignedTodoDraft, FREQUENCIES, TODO_PRIORITIES, WEEKDAYS } from '../../../features/todos/index.ts';
import { CheckboxField, listCheckedValues, TextField } from '../../parts/forms/form-fields.ts';

/** The fields of the form with which a parent assigns a to-do. A browser does not send checkboxes that are not checked. */
export const ASSIGN_FORM_FIELDS = {
  title: TextField,
  notes: TextField,
  due_date: TextField,
  xp_reward: TextField,
  priority: TextField,
  freq: TextField,
  by_weekday: CheckboxField,
  no_approval: TextField,
  child_ids: CheckboxField,
};
export type AssignForm = Static<TObject<typeof ASSIGN_FORM_FIELDS>>;

/** A form that was refused: the reason, and the values to show in the form again. */
export interface RefusedAssignForm {
  readonly error: ApiError;
  readonly values: AssignForm;
}

/** Returns the draft of the to-do, which the to-dos feature validates, and the children to assign it to. */
export function parseAssignForm(form: AssignForm, childId: string): { childIds: string[]; draft: AssignedTodoDraft } {
  const freq = FREQUENCIES.find((frequency) => frequency === form.freq);
  const checkedWeekdays = listCheckedValues(form.by_weekday);
  const weekdays = freq === 'weekly' ? WEEKDAYS.filter((day) => checkedWeekdays.includes(day)) : [];
  const selectedIds = listCheckedValues(form.child_ids);
  return {
    childIds: selectedIds.length > 0 ? selectedIds : [childId],
    draft: {
      title: form.title ?? '',
      notes: form.notes ?? '',
      due_date: form.due_date ? form.due_date : null,
      priority: TODO_PRIORITIES.find((priority) => priority === form.priority) ?? 'normal',
      xp_reward: form.xp_reward ? Number(form.xp_reward) : 0,
      requires_approval: form.no_approval === undefined,
      recurrence: freq ? { freq, by_weekday: weekdays } : null,
    },
  };
}
