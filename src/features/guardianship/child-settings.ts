import type { PanelParent } from '../../core/caller.ts';
import type { Day } from '../../core/days.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/index.ts';
import { notFound } from '../../platform/http/responses/error-response.ts';
import { clearPinLocks, preparePin, requireFreshCode } from '../access/index.ts';
import {
  type ChildSettings,
  findChildOf,
  findDeletion,
  getChildSettings,
  lockFamily,
  type Profile,
  saveChildSettings,
  updateProfile,
  validateLanguage,
  validateName,
} from '../accounts/index.ts';
import { leaveAllPlanets } from '../planets/index.ts';
import { pauseStreak, resumeStreak, setListed } from '../progress/index.ts';
import { tellOfNewPin } from './notices.ts';

/** A child as its guardian may see it; refuses, as if it were not there, for everybody else. */
export async function getChildOf({ db }: Context, parentId: string, childId: string): Promise<Profile> {
  const child = await findChildOf(db, parentId, childId);
  if (!child) throw notFound();
  return child;
}

/** Does `work` to a child in one transaction, while nobody else changes its family and its guardian still is one. */
export async function updateAsGuardian<T>(
  ctx: Context,
  parentId: string,
  childId: string,
  work: (tx: Tx, child: Profile) => Promise<T>,
): Promise<T> {
  return ctx.write(async (tx) => {
    if (await findChildOf(tx, parentId, childId)) await lockFamily(tx, childId);
    const child = await findChildOf(tx, parentId, childId); // as it is now that everybody else waits
    if (!child) throw notFound();
    return work(tx, child);
  });
}

/** Another name and language for a child; both are checked before either is kept. */
export async function updateChild(
  ctx: Context,
  { profileId }: PanelParent,
  childId: string,
  wish: { display_name: string; language: string },
): Promise<void> {
  const change = { display_name: validateName(wish.display_name), language: validateLanguage(wish.language) };
  await updateAsGuardian(ctx, profileId, childId, (tx) => updateProfile(tx, childId, change, ctx.now()));
}

/** Boards, planets and approval by itself, each on or off. Off a planet means off all of them. */
export async function setChildSettings(
  ctx: Context,
  { profileId }: PanelParent,
  childId: string,
  wish: ChildSettings,
): Promise<void> {
  await updateAsGuardian(ctx, profileId, childId, async (tx) => {
    const before = await getChildSettings(tx, childId);
    await saveChildSettings(tx, childId, wish);
    const isClosed = (await findDeletion(tx, childId)) !== undefined;
    if (wish.onBoards !== before.onBoards && !isClosed) await setListed(tx, childId, wish.onBoards);
    if (!wish.onPlanets) await leaveAllPlanets(ctx, tx, childId);
  });
}

/** Has a child's streak rest through `until`; null is until further notice. */
export async function pauseChildStreak(ctx: Context, { profileId }: PanelParent, childId: string, until: Day | null) {
  await updateAsGuardian(ctx, profileId, childId, (tx) => pauseStreak(ctx, tx, childId, until));
}

export async function resumeChildStreak(ctx: Context, { profileId }: PanelParent, childId: string): Promise<void> {
  await updateAsGuardian(ctx, profileId, childId, (tx) => resumeStreak(ctx, tx, childId));
}

/** Ends the waits after wrong PINs, on every device; needs a fresh code, for without waits a PIN can be guessed. */
export async function clearPinLock(ctx: Context, caller: PanelParent, childId: string): Promise<void> {
  await getChildOf(ctx, caller.profileId, childId);
  await requireFreshCode(ctx, caller);
  await updateAsGuardian(ctx, caller.profileId, childId, (tx) => clearPinLocks(tx, childId));
}

/** Gives a child another PIN and signs it out everywhere; the other guardians hear of it. Needs a fresh code. */
export async function resetPin(ctx: Context, caller: PanelParent, childId: string, pin: string): Promise<void> {
  await getChildOf(ctx, caller.profileId, childId);
  await requireFreshCode(ctx, caller);
  const setPin = await preparePin(ctx, pin);
  await updateAsGuardian(ctx, caller.profileId, childId, async (tx, child) => {
    await setPin(tx, childId);
    await tellOfNewPin(ctx, tx, caller, child);
  });
}
