import type { PanelParent } from '../../core/caller.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Context } from '../../platform/context.ts';
import { findProfile } from '../accounts/index.ts';
import { saveWeekly, wantsWeekly } from './digest-store.ts';
import { LETTER_LINK_GONE } from './words.ts';

/** Whether a parent wants the letter about the week; those about safety come in any case (gap 98). */
export function wantsWeeklyLetter({ db }: Context, { profileId }: PanelParent): Promise<boolean> {
  return wantsWeekly(db, profileId);
}

export async function setWeeklyLetter(ctx: Context, { profileId }: PanelParent, wanted: boolean): Promise<void> {
  await ctx.write((tx) => saveWeekly(tx, profileId, wanted));
}

const SEALED_HERE = 'no letter about the week: ';

/** What a letter's link carries to switch it off without signing in: sealed, so nobody makes one up for somebody else. */
export function lettersOffToken({ secrets }: Context, parentId: string): string {
  return secrets.seal(SEALED_HERE + parentId);
}

/** The parent whose letters a link is about; refuses one that is made up or from before the keys changed. */
export async function readLettersToken(ctx: Context, token: string): Promise<string> {
  const parent = await findProfile(ctx.db, opened(ctx, token)?.slice(SEALED_HERE.length) ?? '');
  if (!parent) throw new Refusal('NOT_FOUND', LETTER_LINK_GONE);
  return parent.id;
}

/** Switches the letter about the week off for whoever it was sent to; twice is once. */
export async function switchLettersOff(ctx: Context, token: string): Promise<void> {
  const parentId = await readLettersToken(ctx, token);
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
