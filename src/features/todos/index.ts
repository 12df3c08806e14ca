export { assignTodo, type ParentsDraft } from './assign-todo.ts';
export { type Decision, decideTodo } from './decide-todo.ts';
export { countAwaiting } from './panel-store.ts';
export { releaseTodos } from './release-todos.ts';
export { deleteTodo, getTodos, patchTodo, postTodo } from './routes.ts';
