export { type AssignedTodoDraft, assignTodo } from './assign-todo.ts';
export { reviewTodo, type TodoReview } from './decide-todo.ts';
export { type Recurrence, WEEKDAYS } from './recurrence/recurrence.ts';
export { releaseTodos } from './release-assigned.ts';
export { countAwaitingApproval, listAwaitingApproval, listTitles, listTodosPage } from './reports-store.ts';
export { deleteTodo, getTodos, patchTodo, postTodo } from './routes.ts';
export { MAX_TODO_XP, NO_DAYS, PRIORITIES, STATUSES, type Status } from './rules.ts';
export { TodoShape, todoResponse } from './serializers.ts';
export type { Todo } from './todos-store.ts';
