export { assignTodo, type ParentsDraft } from './assign-todo.ts';
export { type Decision, decideTodo } from './decide-todo.ts';
export { countAwaiting, listAwaiting, listTitles, listTodosPage } from './panel-store.ts';
export { type Recurrence, WEEKDAYS } from './recurrence.ts';
export { releaseTodos } from './release-todos.ts';
export { deleteTodo, getTodos, patchTodo, postTodo } from './routes.ts';
export { MOST_XP, NO_DAYS, PRIORITIES, STATUSES, type Status } from './rules.ts';
export type { Todo } from './store.ts';
export { TodoShape, todoOnWire } from './wire.ts';
