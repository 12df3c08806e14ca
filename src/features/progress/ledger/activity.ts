import type { BadgeResponse } from '../levels/serializers.ts';
import type { CounterChanges } from '../totals/totals.ts';

export type Reason =
  | 'quiz_passed'
  | 'quiz_improved'
  | 'quiz_perfect'
  | 'lesson_done'
  | 'real_world_done'
  | 'practice'
  | 'location_completed'
  | 'world_completed'
  | 'creative_submitted'
  | 'creative_approved'
  | 'daily_first'
  | 'todo_approved'
  | 'todo_own'
  | 'todo_undone';

export interface LedgerEntryInput {
  readonly reason: Reason;
  /** Negative only for todo_undone. */
  readonly amount: number;
  /** What this entry alone is about ("location old-tower"); the fact's source unless said. */
  readonly source?: string;
}

/** Something that happened to a child, as the feature that knows of it tells it. */
export interface Activity {
  readonly profileId: string;
  /** What it is about, such as "todo 0199…"; with the reason it is unique per profile. */
  readonly source: string;
  readonly entries: readonly LedgerEntryInput[];
  /** The zone in which this makes today an active day; null when it is no qualifying action. */
  readonly zone: string | null;
  /** Counters it moves; below zero for what is undone. */
  readonly counts?: CounterChanges;
}

/** What a fact has earned; `xp_awarded` is the sum of all ledger rows that it wrote. */
export interface Award {
  xp_awarded: number;
  xp_breakdown: LedgerEntryInput[];
  level_up: null | { from: number; to: number; level_name: string; unlocked_items: string[] };
  badges_awarded: BadgeResponse[];
  streak: { current: number; longest: number; extended: boolean };
}
