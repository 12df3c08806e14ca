import type { PanelParent } from '../../core/caller.ts';
import { Refusal } from '../../core/refusal.ts';
import { localized } from '../../locales/index.ts';
import type { Context } from '../../platform/context.ts';
import { findProfile } from '../accounts/index.ts';

import { saveWeekly, wantsWeekly } from './digest-store.ts';

/** Whether a parent wants the letter about the week; those about safety come in any case (gap 98). */
export function wantsWeeklySummary({ db }: Context, { profileId }: PanelParent): Promise<boolean> {
  return wantsWeekly(db, profileId);
}

export async function setWeeklySummary(ctx: Context, { profileId }: PanelParent, wanted: boolean): Promise<void> {
  await ctx.write((tx) => saveWeekly(tx, profileId, wanted));
}

const SEALED_HERE = 'no letter about the week: ';

/** What a letter's link carries to switch it off without signing in: sealed, so nobody makes one up for somebody else. */
export function unsubscribeToken({ secrets }: Context, parentId: string): string {
  return secrets.seal(SEALED_HERE + parentId);
}

/** The parent whose letters a link is about; refuses one that is made up or from before the keys changed. */
export async function parseUnsubscribeToken(ctx: Context, token: string): Promise<string> {
  const parent = await findProfile(ctx.db, opened(ctx, token)?.slice(SEALED_HERE.length) ?? '');
  if (!parent) throw new Refusal('NOT_FOUND', localized.guardianship.letterLinkGone);
  return parent.id;
}

/** Switches the letter about the week off for whoever it was sent to; twice is once. */
export async function unsubscribe(ctx: Context, token: string): Promise<void> {
  const parentId = await parseUnsubscribeToken(ctx, token);
  await ctx.write((tx) => saveWeekly(tx, parentId, false));
}

function opened({ secrets }: Context, token: string): string | undefined {
  try {
    const text = secrets.open(token);
    return text.startsWith(SEALED_HERE) ? text : undefined;
  } catch {
    return undefined;
  }
}
