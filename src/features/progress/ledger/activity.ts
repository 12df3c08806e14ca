import type { Static } from 'typebox';
import type { Instant } from '../../../core/time/instant.ts';
import type { AwardSchema } from '../serializers.ts';
import type { CounterChanges } from '../totals/totals.ts';
import type { XpReason } from './xp-reasons.ts';

/** A change of XP that an activity causes. */
export interface LedgerEntryInput {
  readonly reason: XpReason;
  /** The amount of XP. It is negative only for todo_undone and approval_undone. */
  readonly amount: number;
  /** The source of this entry, such as "location old-tower". Defaults to the activity's source. */
  readonly source?: string;
}

/** Something that a child did, or that a guardian approved. It is reported by the feature in which it happened. */
export interface Activity {
  readonly profileId: string;
  /** The cause, such as "todo 0199…". A profile has at most one ledger row for each source and reason. */
  readonly source: string;
  readonly entries: readonly LedgerEntryInput[];
  /** The time zone that determines the day of the activity; null for a day in UTC that does not count for the streak. */
  readonly timeZone: string | null;
  /** When the child did the work that a guardian approves now. The XP belongs to that day of the child (gap 196). */
  readonly workedAt?: Instant;
  /** False for an activity whose day does not count for the streak, such as a failed attempt. */
  readonly countsForStreak?: boolean;
  /** The child's language, for the texts of the award. By default, the language of the profile, which has to be read. */
  readonly language?: string;
  /** Changes to counters; negative when something is undone. */
  readonly counts?: CounterChanges;
}

export type Award = Static<typeof AwardSchema>;
