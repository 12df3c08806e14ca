import { ApiError } from '../../core/requests/api-error.ts';
import type { PanelParent } from '../../core/requests/caller.ts';
import { localized } from '../../locales/index.ts';
import type { Context } from '../../platform/context.ts';
import { findProfile } from '../accounts/index.ts';
import { saveWeeklySummarySetting, wantsWeeklySummary } from './weekly-summary-store.ts';

/** Whether a parent wants the weekly summary, which is the only email that can be switched off (gap 98). */
export function isWeeklySummaryEnabled(ctx: Context, { profileId }: PanelParent): Promise<boolean> {
  return wantsWeeklySummary(ctx, profileId);
}

export async function setWeeklySummaryEnabled(
  ctx: Context,
  { profileId }: PanelParent,
  isEnabled: boolean,
): Promise<void> {
  await ctx.write((ctx) => saveWeeklySummarySetting(ctx, profileId, isEnabled));
}

// Part of links in emails that were already sent: do not change it.
const TOKEN_PREFIX = 'no letter about the week: ';

/**
 * Creates the token of the link in an email that unsubscribes without signing in. It is encrypted, so that nobody can
 * forge the token of another parent.
 */
export function createUnsubscribeToken({ secrets }: Context, parentId: string): string {
  return secrets.encrypt(TOKEN_PREFIX + parentId);
}

/**
 * Returns the id of the parent of an unsubscribe token. Refuses a token that is forged or was encrypted with a removed
 * key, and the token of a parent who has been deleted.
 */
export async function getUnsubscribingParentId(ctx: Context, token: string): Promise<string> {
  const parent = await findProfile(ctx, decryptToken(ctx, token)?.slice(TOKEN_PREFIX.length) ?? '');
  if (!parent) throw new ApiError('NOT_FOUND', localized.guardianship.unsubscribeLinkInvalid);
  return parent.id;
}

/** Turns off the weekly summary for the parent of an unsubscribe token. */
export async function unsubscribe(ctx: Context, token: string): Promise<void> {
  const parentId = await getUnsubscribingParentId(ctx, token);
  await ctx.write((ctx) => saveWeeklySummarySetting(ctx, parentId, false));
}

function decryptToken({ secrets }: Context, token: string): string | undefined {
  try {
    const text = secrets.decrypt(token);
    return text.startsWith(TOKEN_PREFIX) ? text : undefined;
  } catch {
    return undefined;
  }
}
