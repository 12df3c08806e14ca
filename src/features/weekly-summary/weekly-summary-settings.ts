import { ApiError } from '../../core/requests/api-error.ts';
import { localized } from '../../locales/index.ts';
import type { Context } from '../../platform/context.ts';
import { findProfile } from '../accounts/index.ts';
import { saveWeeklySummarySetting } from './weekly-summary-store.ts';

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
  await saveWeeklySummarySetting(ctx, await getUnsubscribingParentId(ctx, token), false);
}

function decryptToken({ secrets }: Context, token: string): string | undefined {
  try {
    const text = secrets.decrypt(token);
    return text.startsWith(TOKEN_PREFIX) ? text : undefined;
  } catch {
    return undefined;
  }
}
