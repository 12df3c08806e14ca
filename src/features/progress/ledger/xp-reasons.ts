/** Why XP was earned or revoked. */
export const XP_REASONS = [
  'quiz_passed',
  'quiz_improved',
  'quiz_perfect',
  'lesson_done',
  'real_world_done',
  'practice',
  'daily_practice',
  'location_completed',
  'world_completed',
  'creative_submitted',
  'creative_approved',
  'approval_undone',
  'daily_first',
  'todo_approved',
  'todo_own',
  'todo_undone',
] as const;

/** Those of to-dos, and not of learning. */
export const TODO_REASONS = ['todo_approved', 'todo_own', 'todo_undone'] as const satisfies readonly XpReason[];

export type XpReason = (typeof XP_REASONS)[number];
