import type { Context } from '../../platform/context.ts';
import { findPrivacyReadTime, insertPrivacyReading } from './store.ts';

/** When a parent first confirmed having read the privacy page; null before that. */
export async function findPrivacyConfirmationTime({ db }: Context, parentId: string) {
  return findPrivacyReadTime(db, parentId);
}

/** Records that a parent has confirmed having read the privacy page, which completes the step `review_privacy`. */
export async function confirmPrivacyPage(ctx: Context, parentId: string): Promise<void> {
  await ctx.write(({ tx, now }) => insertPrivacyReading(tx, parentId, now));
}
