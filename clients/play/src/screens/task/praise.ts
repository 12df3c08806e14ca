import { t } from '../../messages.ts';
import { choosePraise } from '../../rules/praise.ts';
import { playSound } from '../../sound/sounds.ts';
import { isRecorded } from '../../speech/recordings.ts';

let praisedCount = 0;
let streak = 0;

/** Plays the sound of a verdict, which rises with each right answer in a row, and returns the words for a right answer. */
export function praise({ isCorrect, isFirstTry }: { isCorrect: boolean; isFirstTry: boolean }): string {
  streak = isCorrect && isFirstTry ? streak + 1 : 0;
  playSound(isCorrect ? 'correct' : 'incorrect', Math.max(0, Math.min(streak, 6) - 1));
  if (!isCorrect) return '';
  const key = choosePraise({ praisedCount, streak, isRecorded: (key) => isRecorded(t(key)) });
  praisedCount += 1;
  return t(key);
}
