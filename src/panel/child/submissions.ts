import { type Static, Type } from 'typebox';
import { listChildSubmissions as loadChildSubmissions, SubmissionSchema } from '../../features/learning/index.ts';
import { type Html, html } from '../../platform/html.ts';
import { renderSubmissionReviewForm } from '../approvals/review-forms.ts';
import { renderStars } from '../parts/charts/stars.ts';
import { formatDateTime } from '../parts/format.ts';
import { renderEmptyState } from '../parts/paged-list.ts';
import { renderSticker } from '../parts/stickers.ts';
import { renderSubmissionContent } from '../parts/submission-content.ts';
import { type ChildList, type ChildListRequest, defineChildListEndpoint, defineChildListPage } from './child-list.ts';

const ListedSubmissionSchema = Type.Object(
  {
    ...SubmissionSchema.properties,
    title: Type.String({ description: 'The title of the task.' }),
  },
  { title: 'ListedSubmission' },
);
type ListedSubmission = Static<typeof ListedSubmissionSchema>;

const submissionsList: ChildList<typeof ListedSubmissionSchema> = {
  name: 'submissions',
  tab: 'works',
  operationId: 'listChildSubmissions',
  summary: "List a child's submissions",
  description: 'The newest submission is first.',
  rowSchema: ListedSubmissionSchema,
  async load({ ctx, parent }, childId, pageParams) {
    const { rows, total } = await loadChildSubmissions(ctx, parent, childId, pageParams);
    return {
      rows: rows.map(({ profile_id, child_name, task_title, ...submission }) => ({ ...submission, title: task_title })),
      total,
    };
  },
  createView(request) {
    return {
      className: 'cards submissions',
      emptyState: renderEmptyState(request.t.child.submissions.none, request.t.child.submissions.noneHint),
      renderRow: (submission) => renderSubmissionCard(request, submission),
    };
  },
};

export const listChildSubmissions = defineChildListEndpoint(submissionsList);
export const showSubmissions = defineChildListPage(submissionsList, "Show a child's submissions");

function renderSubmissionCard(request: ChildListRequest, submission: ListedSubmission): Html {
  const { language, timeZone, childId, isDeletionPlanned } = request;
  const { id, title, submitted_at, status, auto_approved } = submission;
  const renderReviewForm = () => renderSubmissionReviewForm(request, id, `/panel/children/${childId}/works`);
  return html`<article class="submission" id="submission-${id}">
<h2 class="item-title">${title}</h2>
<p class="hint">${formatDateTime(language, submitted_at, timeZone)}</p>
${renderSubmissionContent(request, submission)}
<p class="tags"><span class="tag ${STATUS_CLASSES[status]}">${auto_approved ? request.t.child.submissions.autoApproved : request.t.child.submissions[status]}</span></p>
${renderFeedback(request, submission)}
${status === 'pending_review' && !isDeletionPlanned ? renderReviewForm() : ''}
</article>`;
}

function renderFeedback({ t, language }: ChildListRequest, { feedback }: ListedSubmission): Html | string {
  if (!feedback) return '';
  const { sticker, text, stars: count } = feedback;
  return html`<div class="feedback">${sticker ? renderSticker(language, sticker, 48) : ''}<div>${count ? renderStars(t, count) : ''}${text ? html`<p class="user-text">${text}</p>` : ''}</div></div>`;
}

/** The CSS classes of the statuses. */
const STATUS_CLASSES: Readonly<Record<ListedSubmission['status'], string>> = {
  pending_review: 'accent',
  approved: 'success',
  changes_requested: '',
  withdrawn: '',
};
