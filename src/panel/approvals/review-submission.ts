import { Type } from 'typebox';
import { localize } from '../../content/index.ts';
import { Enum } from '../../core/requests/json-schema.ts';
import { reviewSubmission } from '../../features/learning/index.ts';
import { definePanelForm } from '../endpoints.ts';
import { TextField } from '../parts/forms/form-fields.ts';
import { respondToReview } from './review-response.ts';

export const submitSubmissionReview = definePanelForm({
  summary: 'Approve a submission or request changes',
  params: { id: Type.String() },
  // `back` is the path of the page to return to.
  body: { back: TextField, text: TextField, sticker: TextField, decision: Enum(['approved', 'changes_requested']) },
  errorCodes: ['NOT_FOUND', 'CONFLICT'],
  run: async (request, { params, body }) => {
    const { ctx, parent, locale } = request;
    const { decision, text = null, sticker = null } = body;
    const submission = await reviewSubmission(ctx, parent.profileId, params.id, { decision, text, sticker });
    const task = ctx.content.current.tasks.get(submission.task_id);
    return respondToReview(request, body.back, {
      elementId: `submission-${submission.id}`,
      title: task ? localize(task.title, locale).text : submission.task_id,
      status: request.t.child.submissions[submission.status],
      isApproved: submission.status === 'approved',
    });
  },
});
