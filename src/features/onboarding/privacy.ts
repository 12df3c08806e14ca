import type { Context } from '../../platform/context.ts';
import { insertPrivacyConfirmation } from './store.ts';

/** Records that a parent has confirmed having read the privacy page, which completes the step `review_privacy`. */
export async function confirmPrivacyPage(ctx: Context, parentId: string): Promise<void> {
  await ctx.write((ctx) => insertPrivacyConfirmation(ctx, parentId, ctx.now()));
}
