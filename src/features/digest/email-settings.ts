import { ApiError } from '../../core/requests/api-error.ts';
import type { PanelParent } from '../../core/requests/caller.ts';
import { localized } from '../../locales/index.ts';
import type { Context } from '../../platform/context.ts';
import { findProfile } from '../accounts/index.ts';

import { isWeeklySummaryEnabled, saveWeeklySummarySetting } from './digest-store.ts';

/** Whether a parent wants the weekly summary. Security emails are always sent (gap 98). */
export function wantsWeeklySummary({ db }: Context, { profileId }: PanelParent): Promise<boolean> {
  return isWeeklySummaryEnabled(db, profileId);
}

export async function setWeeklySummary(ctx: Context, { profileId }: PanelParent, enabled: boolean): Promise<void> {
  await ctx.write(({ tx }) => saveWeeklySummarySetting(tx, profileId, enabled));
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
 * key.
 */
export async function parseUnsubscribeToken(ctx: Context, token: string): Promise<string> {
  const parent = await findProfile(ctx.db, decryptToken(ctx, token)?.slice(TOKEN_PREFIX.length) ?? '');
  if (!parent) throw new ApiError('NOT_FOUND', localized.guardianship.unsubscribeLinkInvalid);
  return parent.id;
}

/** Turns the weekly summary off for the recipient. */
export async function unsubscribe(ctx: Context, token: string): Promise<void> {
  const parentId = await parseUnsubscribeToken(ctx, token);
  await ctx.write(({ tx }) => saveWeeklySummarySetting(tx, parentId, false));
}

function decryptToken({ secrets }: Context, token: string): string | undefined {
  try {
    const text = secrets.decrypt(token);
    return text.startsWith(TOKEN_PREFIX) ? text : undefined;
  } catch {
    return undefined;
  }
}
