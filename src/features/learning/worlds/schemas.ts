import { Type } from 'typebox';
import { LOCATION_KINDS, TASK_KINDS } from '../../../content/index.ts';
import {
  Enum,
  LockSchema,
  Nullable,
  NullableEnum,
  NullableTimestamp,
  ThemeSchema,
  Timestamp,
} from '../../../core/requests/json-schema.ts';
import { AnswerValueSchema, ItemSchema, MediaSchema } from '../grading/item-serializers.ts';
import { PLACE_STATUSES, TASK_STATUSES } from '../learner/task-status.ts';
import { SubmissionSchema } from '../submissions/serializers.ts';

export const TASK_PARAMS = { id: Type.String({ description: 'The id of a task.', examples: ['first-sums'] }) };

const Count = Type.Integer({ minimum: 0 });
const Percent = Type.Integer({ minimum: 0, maximum: 100 });
const Ids = Type.Array(Type.String());

const placeFields = {
  status: Enum(PLACE_STATUSES),
  lock: LockSchema,
  tasks_total: Count,
  tasks_completed: Count,
  progress_percent: Percent,
  completed_at: NullableTimestamp,
};

export const CharacterSchema = Type.Object(
  { name: Type.String(), calm_url: Type.String(), happy_url: Type.String(), thinking_url: Type.String() },
  { title: 'Character' },
);

export const WorldSchema = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    description: Type.String(),
    cover_url: Type.String(),
    theme: ThemeSchema,
    characters: Type.Array(CharacterSchema, {
      description: 'The characters who accompany the child through the world.',
    }),
    subject: Type.String(),
    language: Type.String({ description: 'The original language.' }),
    language_served: Type.String({
      description: "The caller's language if the world is fully translated into it, otherwise the original language.",
    }),
    age_min: Type.Integer({ description: 'The recommended minimum age; it never locks the world.' }),
    age_max: Type.Integer(),
    order_index: Count,
    ...placeFields,
    locations_total: Count,
    locations_completed: Count,
    xp_available: Type.Integer({
      description: 'The maximum XP for the world, its locations and its tasks, excluding bonuses and practice.',
    }),
    xp_earned: Count,
    content_version: Type.String(),
    license: Type.String(),
    started_at: NullableTimestamp,
  },
  { title: 'World' },
);

export const LocationSchema = Type.Object(
  {
    id: Type.String(),
    world_id: Type.String(),
    title: Type.String(),
    description: Type.String(),
    icon_url: Type.String(),
    map: Type.Object(
      { x: Type.Number(), y: Type.Number() },
      {
        title: 'MapPosition',
        description: 'The position on the map, in fractions of its width and height from the upper left corner.',
      },
    ),
    order_index: Count,
    kind: Enum(LOCATION_KINDS),
    optional: Type.Boolean(),
    prerequisite_ids: Ids,
    ...placeFields,
    stars_earned: Count,
    stars_total: Count,
  },
  { title: 'Location' },
);

export const StoryPanelSchema = Type.Object({ image_url: Type.String(), text: Type.String() }, { title: 'StoryPanel' });

export const TaskSchema = Type.Object(
  {
    id: Type.String(),
    location_id: Type.String(),
    world_id: Type.String(),
    title: Type.String(),
    kind: Enum(TASK_KINDS),
    status: Enum(TASK_STATUSES),
    lock: LockSchema,
    order_index: Count,
    difficulty: Type.Integer({ minimum: 1, maximum: 5 }),
    estimated_minutes: Type.Integer({ minimum: 1 }),
    xp_reward: Type.Integer({
      minimum: 0,
      description: 'The maximum XP for the task, excluding bonuses and practice.',
    }),
    stars_best: Type.Integer({ minimum: 0, maximum: 3 }),
    attempts_count: Count,
    requires_review: Type.Boolean({ description: 'Whether a guardian reviews it.' }),
    pre_reader: Type.Boolean({
      description: 'Whether a child who cannot read yet can do it by listening and looking.',
    }),
    skills: Ids,
  },
  { title: 'Task' },
);

export const AnswerSchema = Type.Object({ item_id: Type.String(), response: AnswerValueSchema }, { title: 'Answer' });

export const GRADE_FIELDS = {
  correct: Type.Boolean({ description: 'Whether the last answer is fully correct.' }),
  score: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'The score of the item, which depends on the number of tries.',
  }),
  tries_left: Type.Integer({ minimum: 0, maximum: 1 }),
};

export const AttemptSchema = Type.Object(
  {
    id: Type.String(),
    task_id: Type.String(),
    number: Type.Integer({ minimum: 1 }),
    status: Enum(['in_progress', 'passed', 'failed', 'pending_review']),
    practice: Type.Boolean({
      description: 'Whether the task was already completed when the attempt started, or is the daily practice.',
    }),
    started_at: Timestamp,
    completed_at: NullableTimestamp,
    content_version: Type.String(),
    answers_saved: Type.Array(AnswerSchema),
    answers_graded: Type.Array(Type.Object({ item_id: Type.String(), ...GRADE_FIELDS }, { title: 'GradedAnswer' }), {
      description: 'The grades of the saved answers that were sent to `POST /app/tasks/:id/answer`.',
    }),
    hints_used: Count,
    score: Type.Number({ minimum: 0, maximum: 1 }),
    points: Type.Number({ minimum: 0 }),
    max_points: Count,
    stars: Type.Integer({ minimum: 0, maximum: 3 }),
    time_spent_seconds: Count,
    xp_awarded: Count,
  },
  { title: 'Attempt' },
);

export const TaskDetailSchema = Type.Object(
  {
    ...TaskSchema.properties,
    instructions: Type.String(),
    language_served: Type.String(),
    media: Type.Array(MediaSchema),
    character: Nullable(CharacterSchema),
    pass_score: Type.Number(),
    items: Type.Array(ItemSchema),
    attempt: Nullable(AttemptSchema),
    latest_submission: Nullable(SubmissionSchema),
    guardian_missing: NullableEnum(['work_waits', 'work_refused'], {
      description:
        'Set for a creative task of a child without a guardian: the work waits for a guardian and is erased after 30 days without one, or the service refuses it until a guardian is linked.',
    }),
    content_version: Type.String(),
  },
  { title: 'TaskDetail' },
);
