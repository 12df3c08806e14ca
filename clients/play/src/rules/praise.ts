import type { MessageKey } from '../messages.ts';

type PraiseKey = Extract<MessageKey, `praise.${string}`>;

const ALWAYS: readonly PraiseKey[] = [
  'praise.yes',
  'praise.exactly',
  'praise.gotIt',
  'praise.spotOn',
  'praise.thinking',
  'praise.wellDone',
  'praise.justSo',
];
/** After a wrong answer to the same question. */
const MENDED: readonly PraiseKey[] = ['praise.found', 'praise.now', 'praise.keptTrying'];
/** By the number of questions in a row that were right at the first try. */
const STREAKS: Readonly<Record<number, PraiseKey>> = { 3: 'praise.three', 5: 'praise.five' };

interface RightAnswer {
  /** How many answers were praised before this one. */
  readonly praisedCount: number;
  /** The number of questions in a row that were right at the first try, with this one; 0 if a wrong answer was mended. */
  readonly streak: number;
  /** Whether a guardian has recorded a phrase. */
  readonly isRecorded: (key: PraiseKey) => boolean;
}

/**
 * The praise for a right answer. No two in a row are the same, unless a guardian has recorded only one: the child then hears a voice that it
 * knows rather than another word.
 */
export function choosePraise({ praisedCount, streak, isRecorded }: RightAnswer): PraiseKey {
  const forStreak = STREAKS[streak];
  const fitting = forStreak ? [forStreak] : streak === 0 ? MENDED : ALWAYS;
  const candidates =
    [fitting, ALWAYS].map((keys) => keys.filter(isRecorded)).find((keys) => keys.length > 0) ?? fitting;
  return candidates[praisedCount % candidates.length] ?? 'praise.yes';
}
