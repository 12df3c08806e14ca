import { type Static, Type } from 'typebox';
import { localize } from '../../../content/index.ts';
import { Enum, Nullable, NullableEnum, NullableTimestamp, Timestamp } from '../../../core/requests/json-schema.ts';
import type { Context } from '../../../platform/context.ts';
import { AwardSchema } from '../../progress/index.ts';
import { STICKERS, type Sticker } from './stickers.ts';
import type { SubmissionFile } from './submission-files-store.ts';
import { addDetails, type Submission, type SubmissionDetails } from './submissions-store.ts';

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

const { xp_breakdown, level_up, badges_awarded } = AwardSchema.properties;
/** A submission, and what the child has earned with it. */
export const SubmittedWorkSchema = Type.Object(
  { ...SubmissionSchema.properties, xp_breakdown, level_up, badges_awarded },
  { title: 'SubmittedWork' },
);

/** A submission as the child sees it in the gallery. */
export const CreativeWorkSchema = Type.Object(
  {
    ...SubmissionSchema.properties,
    title: Nullable(Type.String({ description: 'The title of the task; null if the packs no longer contain it.' })),
    language_served: Nullable(Type.String({ description: 'The language of `title`.' })),
  },
  { title: 'CreativeWork' },
);

export type SerializedSubmission = Static<typeof SubmissionSchema>;
export type SubmittedWork = Static<typeof SubmittedWorkSchema>;

/** Loads the details of a submission and serializes it. */
export async function loadSerializedSubmission(ctx: Context, submission: Submission): Promise<SerializedSubmission> {
  const [details] = await addDetails(ctx, [submission]);
  return serializeSubmission(ctx, details as SubmissionDetails); // one for each submission
}

export function serializeSubmission(ctx: Context, submission: SubmissionDetails): SerializedSubmission {
  const { profile_id, reviewer_id, files, ...submissionFields } = submission;
  const { feedback_text: text, feedback_sticker: sticker, feedback_stars: stars, ...fields } = submissionFields;
  const hasFeedback = text !== null || sticker !== null || stars !== null;
  return {
    ...fields,
    media: serializeSubmissionFiles(ctx, files),
    feedback: hasFeedback ? { text, sticker: sticker as Sticker | null, stars } : null, // the sticker was validated when it was stored
  };
}

export function serializeCreativeWork(ctx: Context, submission: SubmissionDetails, language: string) {
  const task = ctx.content.current.tasks.get(submission.task_id);
  const { text: title, language_served } = task
    ? localize(task.title, language)
    : { text: null, language_served: null };
  return { ...serializeSubmission(ctx, submission), title, language_served };
}

export function serializeSubmissionFiles({ settings }: Context, files: readonly SubmissionFile[]) {
  return files.map(({ name, mime }) => ({ url: settings.baseUrl + getSubmissionFilePath(name), mime }));
}

export function getSubmissionFilePath(name: string): string {
  return `/files/${name}`;
}
