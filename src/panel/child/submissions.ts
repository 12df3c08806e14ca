import { Type } from 'typebox';
import {
  listUndoableReviews,
  listChildSubmissions as loadChildSubmissions,
  type SubmissionDetails,
  SubmissionSchema,
  serializeSubmission,
} from '../../features/learning/index.ts';
import { type Html, html } from '../../platform/html.ts';
import { renderSticker, renderSubmissionContent, renderSubmissionReviewForms } from '../approvals/review-forms.ts';
import { renderUndoForm } from '../approvals/undo.ts';
import { defineChildListEndpoint } from '../endpoints.ts';
import { renderStars } from '../parts/charts/stars.ts';
import { formatDateTime, formatTaskInstructions, formatTaskTitle } from '../parts/format.ts';
import { type ChildListRequest, createChildList, defineChildListPage } from './child-list.ts';

const ListedSubmissionSchema = Type.Object(
  { ...SubmissionSchema.properties, title: Type.String({ description: 'The title of the task.' }) },
  { title: 'ListedSubmission' },
);

const submissionsList = createChildList({
  tab: 'submissions',
  operationId: 'listChildSubmissions',
  summary: "List a child's submissions",
  description: 'The newest submission is first.',
  async load({ ctx, child }, pageParams) {
    const { rows, total } = await loadChildSubmissions(ctx, child.id, pageParams);
    const undoableIds = await listUndoableReviews(ctx, rows);
    return { rows: rows.map((row) => ({ ...row, canBeUndone: undoableIds.has(row.id) })), total };
  },
  rowSchema: ListedSubmissionSchema,
  serialize: (request, submission) => ({
    ...serializeSubmission(request.ctx, submission),
    title: formatTaskTitle(request, submission.task_id),
  }),
  className: 'cards submissions',
  getTexts: (t) => t.child.submissions,
  renderRow: renderSubmissionCard,
});

export const listChildSubmissions = defineChildListEndpoint(submissionsList);
export const showSubmissions = defineChildListPage(submissionsList, "Show a child's submissions");

/** A submission, and whether guardians can undo the review of it. */
type ListedSubmission = SubmissionDetails & { readonly canBeUndone: boolean };

function renderSubmissionCard(request: ChildListRequest, submission: ListedSubmission): Html {
  const { deletion, language, timeZone } = request;
  const { id, task_id, submitted_at, auto_approved, status, canBeUndone } = submission;
  const title = formatTaskTitle(request, task_id);
  const path = `${request.path}/submissions`;
  const renderForms = () =>
    canBeUndone
      ? renderUndoForm(request, [`work ${id} ${status}`], path, { title })
      : status === 'pending_review' && renderSubmissionReviewForms(request, { id, title }, path);
  return html`<article class="submission" id="submission-${id}">
<h2 class="item-title">${title}</h2>
<p class="hint">${formatDateTime(language, submitted_at, timeZone)}</p>
<p class="asked">${formatTaskInstructions(request, task_id)}</p>
${renderSubmissionContent(request, submission, { title, child: request.child, isWaiting: status === 'pending_review' })}
<p class="tags"><span class="tag ${STATUS_CLASSES[status]}">${auto_approved ? request.t.child.submissions.autoApproved : request.t.child.submissions[status]}</span></p>
${renderFeedback(request, submission)}
${(!deletion && renderForms()) || ''}
</article>`;
}

function renderFeedback({ t, language }: ChildListRequest, submission: SubmissionDetails): Html | string {
  const { feedback_sticker: sticker, feedback_text: text, feedback_stars: count } = submission;
  if (sticker === null && text === null && count === null) return '';
  return html`<div class="feedback">${sticker ? renderSticker(language, sticker, 48) : ''}<div>${count ? renderStars(t, count) : ''}${text ? html`<p class="user-text">${text}</p>` : ''}</div></div>`;
}

/** The CSS classes of the statuses. */
const STATUS_CLASSES: Readonly<Record<SubmissionDetails['status'], string>> = {
  pending_review: 'accent',
  approved: 'success',
  changes_requested: '',
};
