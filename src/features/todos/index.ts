export { type AssignedTodoDraft, assignTodo, keepTodosOfFormerGuardian } from './assign-todo.ts';
export { exportedTables } from './export-store.ts';
export { type Recurrence, WEEKDAYS } from './recurrence/recurrence.ts';
export {
  type AwaitingTodo,
  countAwaitingApproval,
  listAwaitingApproval,
  listTitles,
  listTodosPage,
} from './reports-store.ts';
export { reviewTodo, type TodoReview } from './review-todo.ts';
export { MAX_TODO_XP, NO_DAYS, PRIORITIES, STATUSES, type Status } from './rules.ts';
export { TodoSchema, todoResponse } from './serializers.ts';
export type { Todo } from './todos-store.ts';
