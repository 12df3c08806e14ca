import { Type } from 'typebox';
import { Enum } from '../../core/requests/json-schema.ts';
import { reviewTodo } from '../../features/todos/index.ts';
import { definePanelForm } from '../endpoints.ts';
import { TextField } from '../parts/forms/form-fields.ts';
import { respondToReview } from './review-response.ts';

export const submitTodoReview = definePanelForm({
  summary: 'Approve or reject a to-do',
  params: { id: Type.String() },
  // `back` is the path of the page to return to.
  body: { back: TextField, note: TextField, decision: Enum(['approved', 'rejected']) },
  errorCodes: ['NOT_FOUND', 'CONFLICT'],
  run: async (request, { params, body }) => {
    const { ctx, parent } = request;
    const { decision, note = null } = body;
    const todo = await reviewTodo(ctx, parent.profileId, params.id, { decision, note });
    return respondToReview(request, body.back, {
      elementId: `todo-${todo.id}`,
      title: todo.title,
      status: request.t.child.todos.list[todo.status],
      isApproved: todo.status === 'approved',
    });
  },
});
