import type { Static, TObject } from 'typebox';
import { type AssignedTodoDraft, PRIORITIES, WEEKDAYS } from '../../../features/todos/index.ts';
import { Ticked, TOKEN, Typed, ticked } from '../../parts/forms/form-fields.ts';

/** The form by which a parent gives a to-do. A box that is not ticked is not sent. */
export const ASSIGN_FORM = {
  ...TOKEN,
  title: Typed,
  notes: Typed,
  due_date: Typed,
  xp_reward: Typed,
  priority: Typed,
  freq: Typed,
  by_weekday: Ticked,
  no_approval: Typed,
  child_ids: Ticked,
};
export type AssignForm = Static<TObject<typeof ASSIGN_FORM>>;

export const FREQS = ['daily', 'weekly', 'monthly'] as const;

/** What was typed as the draft that it means; what is wrong with it the to-dos themselves say. */
export function draftOf(form: AssignForm, childId: string): { childIds: string[]; draft: AssignedTodoDraft } {
  const freq = FREQS.find((one) => one === form.freq);
  const weekdays = ticked(form.by_weekday);
  const days = freq === 'weekly' ? WEEKDAYS.filter((day) => weekdays.includes(day)) : [];
  const chosen = ticked(form.child_ids);
  return {
    childIds: chosen.length > 0 ? chosen : [childId],
    draft: {
      title: form.title ?? '',
      notes: form.notes ?? '',
      due_date: form.due_date ? form.due_date : null,
      priority: PRIORITIES.find((one) => one === form.priority) ?? 'normal',
      xp_reward: form.xp_reward ? Number(form.xp_reward) : 0,
      requires_approval: form.no_approval === undefined,
      recurrence: freq ? { freq, by_weekday: days } : null,
    },
  };
}
