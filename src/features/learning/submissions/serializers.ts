import { type Static, Type } from 'typebox';
import { Enum, Nullable, NullableEnum, NullableTimestamp, Timestamp } from '../../../core/requests/json-schema.ts';
import type { Context } from '../../../platform/context.ts';

import { findProfile } from '../../accounts/index.ts';
import { STICKERS, type Sticker } from './stickers.ts';
import { listSubmissionFiles, type SubmissionFile } from './submission-files-store.ts';
import type { Submission } from './submissions-store.ts';

export const SubmissionSchema = Type.Object(
  {
    id: Type.String(),
    task_id: Type.String(),
    attempt_id: Type.String(),
    revision: Type.Integer({
      minimum: 1,
      description: 'Starts at 1, and increases by one after each request for changes.',
    }),
    kind: Enum(['text', 'image', 'audio', 'mixed', 'real_world']),
    text: Type.String(),
    caption: Type.String(),
    media: Type.Array(
      Type.Object(
        {
          url: Type.String({
            description:
              'The URL of the file. Only the child and its guardians can load it, with a token or the session cookie.',
          }),
          mime: Type.String(),
        },
        { title: 'SubmittedFile' },
      ),
    ),
    status: Enum(['pending_review', 'approved', 'changes_requested', 'withdrawn']),
    submitted_at: Timestamp,
    reviewed_at: NullableTimestamp,
    reviewer: Nullable(
      Type.String({
        description:
          'The display name of the guardian who reviewed it; null if nobody has, or if that guardian has been deleted.',
      }),
    ),
    feedback: Nullable(
      Type.Object(
        {
          text: Nullable(Type.String()),
          sticker: NullableEnum(STICKERS),
          stars: Nullable(Type.Integer({ minimum: 1, maximum: 3 })),
        },
        { title: 'SubmissionFeedback' },
      ),
    ),
    auto_approved: Type.Boolean({
      description: 'Whether it was approved without a review, because there is no guardian or seven days have passed.',
    }),
    xp_awarded: Type.Integer({ minimum: 0, description: 'The total XP for the submission and its approval.' }),
  },
  { title: 'Submission' },
);

export type SerializedSubmission = Static<typeof SubmissionSchema>;

/** Submissions with their files and the names of their reviewers, in the given order. */
export async function serializeSubmissions(
  ctx: Context,
  submissions: readonly Submission[],
): Promise<SerializedSubmission[]> {
  const filesBySubmissionId = Map.groupBy(
    await listSubmissionFiles(
      ctx,
      submissions.map(({ id }) => id),
    ),
    ({ submission_id }) => submission_id,
  );
  const reviewerNames = new Map<string, string>();
  for (const id of new Set(submissions.flatMap(({ reviewer_id }) => reviewer_id ?? []))) {
    reviewerNames.set(id, (await findProfile(ctx, id))?.display_name ?? '');
  }
  return submissions.map((submission) =>
    serializeSubmission(
      ctx,
      submission,
      filesBySubmissionId.get(submission.id) ?? [],
      reviewerNames.get(submission.reviewer_id ?? ''),
    ),
  );
}

function serializeSubmission(
  ctx: Context,
  submission: Submission,
  files: readonly SubmissionFile[],
  reviewer: string | undefined,
) {
  const { profile_id, reviewer_id, ...submissionFields } = submission;
  const { feedback_text: text, feedback_sticker: sticker, feedback_stars: stars, ...fields } = submissionFields;
  const hasFeedback = text !== null || sticker !== null || stars !== null;
  return {
    ...fields,
    media: files.map(({ name, mime }) => ({ url: `${ctx.settings.baseUrl}/files/${name}`, mime })),
    reviewer: reviewer ?? null,
    feedback: hasFeedback ? { text, sticker: sticker as Sticker | null, stars } : null, // the sticker was validated when it was stored
  };
}
