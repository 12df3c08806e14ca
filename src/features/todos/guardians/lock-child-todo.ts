import { createNotFoundError } from '../../../platform/api-errors.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import { listGuardians } from '../../accounts/index.ts';
import { lockList } from '../lists-store.ts';
import { findTodo, type Todo } from '../todos-store.ts';

/** Locks the list of a to-do of a parent's child, and reads the to-do. Refuses a to-do of another family (404). */
export async function lockChildTodo(ctx: TxContext, parentProfileId: string, todoId: string): Promise<Todo> {
  const { profile_id } = await getChildTodo(ctx, parentProfileId, todoId);
  await lockList(ctx, profile_id);
  // The to-do and the guardians are read again under the lock, because they may have changed while this request waited for it.
  return getChildTodo(ctx, parentProfileId, todoId);
}

/** Reads a to-do of a parent's child. Refuses a to-do of another family (404). */
export async function getChildTodo(ctx: Context, parentProfileId: string, todoId: string): Promise<Todo> {
  const todo = await findTodo(ctx, todoId);
  if (!todo || !(await isGuardian(ctx, parentProfileId, todo.profile_id))) throw createNotFoundError();
  return todo;
}

export async function isGuardian(ctx: Context, parentId: string, childId: string): Promise<boolean> {
  return (await listGuardians(ctx, childId)).some(({ id }) => id === parentId);
}
