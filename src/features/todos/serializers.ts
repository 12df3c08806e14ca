import { type Static, Type } from 'typebox';
import { QUOTAS } from '../../core/quotas.ts';
import type { Caller } from '../../core/requests/caller.ts';
import { Enum, InputText, Nullable, NullableTimestamp, Timestamp } from '../../core/requests/json-schema.ts';
import type { DayLimit } from '../../core/time/day-limit.ts';
import type { LocalNow } from '../../core/time/days.ts';
import { MAX_POSITION } from './add-todo.ts';
import { MAX_ENTRY_LENGTH } from './checklist.ts';
import { FREQUENCIES, WEEKDAYS } from './recurrence/recurrence.ts';
import { getXpReward, isOverdue, listAllowedStatuses, needsApproval, TODO_PRIORITIES, TODO_STATUSES } from './rules.ts';
import type { Todo } from './todos-store.ts';
import { MAX_NOTES_LENGTH, MAX_TITLE_LENGTH } from './validate-todo.ts';

const Title = InputText(MAX_TITLE_LENGTH, {
  description: `1 to ${MAX_TITLE_LENGTH} characters after trimming.`,
  examples: ['Water the plants'],
});
const Notes = InputText(MAX_NOTES_LENGTH, {
  description: `At most ${MAX_NOTES_LENGTH} characters; empty if there are no notes.`,
  examples: ['The fern, too'],
});
const DueDate = Nullable(InputText(10, { description: 'YYYY-MM-DD, a local date.', examples: ['2026-11-21'] }));
const Priority = Enum(TODO_PRIORITIES);
const Position = Type.Integer({
  minimum: 0,
  maximum: MAX_POSITION,
  description: 'The position in the list, the lowest first.',
  examples: [1000],
});
const UntilDate = Nullable(
  InputText(10, {
    description: 'YYYY-MM-DD, the last day on which an occurrence can be due.',
    examples: ['2027-06-30'],
  }),
);

const RecurrenceInput = Type.Object(
  {
    freq: Enum(FREQUENCIES),
    interval: Type.Optional(
      Type.Integer({ description: '1 to 365 days, weeks or months; the default is 1.', examples: [1] }),
    ),
    by_weekday: Type.Optional(
      Type.Array(Enum(WEEKDAYS), {
        maxItems: 70, // more than 7, because duplicates are accepted and ignored
        description: 'The days of the week, only for a to-do that recurs weekly.',
        examples: [[]],
      }),
    ),
    until_date: Type.Optional(UntilDate),
  },
  { title: 'RecurrenceInput' },
);

const NewEntryProperties = {
  text: InputText(MAX_ENTRY_LENGTH, { description: `1 to ${MAX_ENTRY_LENGTH} characters.`, examples: ['Kitchen'] }),
  done: Type.Optional(Type.Boolean({ examples: [false] })),
};
const EntryProperties = {
  id: Type.Optional(
    InputText(100, {
      description: 'The id of an existing entry; omit it for a new one.',
      examples: ['019aa0c2-11f4-7a0e-8d52-2b9f6c1e7d40'],
    }),
  ),
  text: Type.Optional(NewEntryProperties.text),
  done: NewEntryProperties.done,
};

/** The properties of a request that creates a to-do. */
export const CreateTodoProperties = {
  title: Title,
  notes: Type.Optional(Notes),
  due_date: Type.Optional(DueDate),
  priority: Type.Optional(Priority),
  recurrence: Type.Optional(Nullable(RecurrenceInput)),
  checklist: Type.Optional(
    Type.Array(Type.Object(NewEntryProperties, { title: 'NewChecklistEntry' }), {
      maxItems: QUOTAS.checklistEntries,
      description: `At most ${QUOTAS.checklistEntries} entries.`,
    }),
  ),
  position: Type.Optional(Position),
};

/** The properties of a request that edits a to-do or changes its status. */
export const UpdateTodoProperties = {
  ...CreateTodoProperties,
  status: Type.Optional(
    Enum(TODO_STATUSES, { description: 'The new status, which must be in `allowed_transitions`.', examples: ['done'] }),
  ),
  title: Type.Optional(Title),
  checklist: Type.Optional(
    Type.Array(Type.Object(EntryProperties, { title: 'ChecklistEntryInput' }), {
      maxItems: QUOTAS.checklistEntries,
      description: `The whole checklist, at most ${QUOTAS.checklistEntries} entries.`,
    }),
  ),
};

export const TodoSchema = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    notes: Type.String(),
    status: Enum(TODO_STATUSES),
    due_date: Nullable(Type.String({ description: 'YYYY-MM-DD.' })),
    overdue: Type.Boolean({
      description: 'Whether it is open and was due before today. X-Timezone decides which day is today.',
    }),
    priority: Priority,
    created_by: Enum(['child', 'parent']),
    assigned_by: Nullable(
      Type.String({ description: "The profile id of the parent who assigned it; null for the owner's own to-do." }),
    ),
    requires_approval: Type.Boolean(),
    xp_reward: Type.Integer(),
    recurrence: Nullable(
      Type.Object(
        {
          freq: Enum(FREQUENCIES),
          interval: Type.Integer(),
          by_weekday: Type.Array(Enum(WEEKDAYS)),
          until_date: Nullable(Type.String()),
        },
        { title: 'Recurrence' },
      ),
    ),
    checklist: Type.Array(
      Type.Object({ id: Type.String(), text: Type.String(), done: Type.Boolean() }, { title: 'ChecklistEntry' }),
    ),
    position: Type.Integer(),
    allowed_transitions: Type.Array(Enum(TODO_STATUSES), { description: 'Each `status` that may be sent now.' }),
    completed_at: NullableTimestamp,
    decided_at: NullableTimestamp,
    decision_note: Nullable(Type.String()),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'Todo' },
);

/** A to-do as its owner sees it. `dayLimit` determines whether another occurrence of its series can be completed today. */
export function serializeTodo(
  todo: Todo,
  ownerRole: Caller['role'],
  dayLimit: DayLimit,
  localNow: LocalNow,
): Static<typeof TodoSchema> {
  const { profile_id, anchor_day, previous_id, series_id, revision, xp_paid, recurrence, checklist, ...others } = todo;
  const { stars, paused_at, planned_change, change_due_at, ...fields } = others;
  return {
    ...fields,
    overdue: isOverdue(todo, localNow.today),
    requires_approval: needsApproval(todo),
    xp_reward: getXpReward(todo, ownerRole),
    recurrence: recurrence && { ...recurrence, by_weekday: [...recurrence.by_weekday] },
    checklist: [...checklist],
    allowed_transitions: listAllowedStatuses(todo, dayLimit, localNow),
  };
}
