import type { Context } from '../../platform/context.ts';
import { findPrivacyReadAt, insertPrivacyReading } from './store.ts';

/** When a parent said to have read what is kept about a family; null before that. */
export async function privacyReadAt({ db }: Context, parentId: string) {
  return findPrivacyReadAt(db, parentId);
}

/** A parent says to have read it: the step `review_privacy`. */
export async function readPrivacy(ctx: Context, parentId: string): Promise<void> {
  await ctx.write((tx) => insertPrivacyReading(tx, parentId, ctx.now()));
}
