import type { PanelParent } from '../../core/requests/caller.ts';
import { type Day, isDay } from '../../core/time/days.ts';
import { createNotFoundError } from '../../platform/api-errors.ts';
import type { Context, TxContext } from '../../platform/context.ts';
import {
  clearWrongPins,
  endChildDevice,
  preparePinReset,
  requireFreshCode,
  requireOpenSession,
} from '../access/index.ts';
import {
  type ChildSettings,
  findLinkedChild,
  getChildSettings,
  listChildren,
  lockProfile,
  type Profile,
  requireBirthYear,
  requireChildBirthYear,
  requireNoChildDeletion,
  saveChildSettings,
  updateProfile,
  validateLanguage,
  validateName,
} from '../accounts/index.ts';
import { recordTriedTogether, undoTriedTogether } from '../learning/index.ts';
import { leaveAllPlanets } from '../planets/index.ts';
import { pauseStreak, resumeStreak, setListedOnLeaderboards } from '../progress/index.ts';
import { notifyOfNewPin } from './notices.ts';

/** Returns a child of the caller. A caller who is not a guardian gets the same error as for a child that does not exist (404). */
export async function getLinkedChild(ctx: Context, parentId: string, childId: string): Promise<Profile> {
  const child = await findLinkedChild(ctx, parentId, childId);
  if (!child) throw createNotFoundError();
  return child;
}

/**
 * Runs `work` in one transaction that holds the lock on the child. First checks that the caller is still a guardian and that
 * the session is still open, because the request may have begun seconds ago, for example if a PIN had to be hashed.
 */
export async function updateAsGuardian<T>(
  ctx: Context,
  caller: PanelParent,
  childId: string,
  work: (ctx: TxContext, child: Profile) => Promise<T>,
): Promise<T> {
  return ctx.write(async (ctx) => {
    const { profileId } = caller;
    if (await findLinkedChild(ctx, profileId, childId)) await lockProfile(ctx, childId);
    const child = await findLinkedChild(ctx, profileId, childId); // read again under the lock
    if (!child) throw createNotFoundError();
    await requireOpenSession(ctx, caller);
    return work(ctx, child);
  });
}

/** Like `updateAsGuardian`, but refuses with CONFLICT while the deletion of the child is planned. */
export function updateUnlessDeletionPlanned<T>(
  ctx: Context,
  caller: PanelParent,
  childId: string,
  work: (ctx: TxContext, child: Profile) => Promise<T>,
): Promise<T> {
  return updateAsGuardian(ctx, caller, childId, async (ctx, child) => {
    await requireNoChildDeletion(ctx, childId);
    return work(ctx, child);
  });
}

/**
 * Changes a child's name, language and, if they are given, the year of birth and whether the child reads (null: as its age says). All
 * are validated before any is saved.
 */
export async function updateChild(
  ctx: Context,
  caller: PanelParent,
  childId: string,
  input: Pick<Profile, 'display_name' | 'language'> & {
    readonly birth_year?: number | undefined;
    readonly reads?: 'yes' | 'no' | null | undefined;
  },
): Promise<void> {
  const { birth_year, reads } = input;
  if (birth_year !== undefined) requireBirthYear(ctx, birth_year);
  const change = {
    display_name: validateName(input.display_name),
    language: validateLanguage(input.language),
    ...(birth_year !== undefined && { birth_year }),
  };
  await updateUnlessDeletionPlanned(ctx, caller, childId, (ctx, child) => {
    // A child that registered itself may have any year, with which its name can still be changed.
    if (birth_year !== undefined && birth_year !== child.birth_year) requireChildBirthYear(ctx, birth_year);
    // The form shows the child's "not yet" as "no". Saving the form without a change must not make it last forever.
    const isUnchanged = reads === undefined || (reads === 'no' && child.reads === 'not_yet');
    return updateProfile(ctx, childId, isUnchanged ? change : { ...change, reads });
  });
}

/** Turns leaderboards, planets and automatic approval on or off. Turning planets off ends all memberships. */
export async function setChildSettings(
  ctx: Context,
  caller: PanelParent,
  childId: string,
  settings: ChildSettings,
): Promise<void> {
  await updateUnlessDeletionPlanned(ctx, caller, childId, async (ctx) => {
    const previousSettings = await getChildSettings(ctx, childId);
    await saveChildSettings(ctx, childId, settings);
    if (settings.appearsOnLeaderboards !== previousSettings.appearsOnLeaderboards)
      await setListedOnLeaderboards(ctx, childId, settings.appearsOnLeaderboards);
    if (!settings.mayJoinPlanets) await leaveAllPlanets(ctx, childId);
  });
}

/** Pauses a child's streak through `until`; null pauses it until a guardian resumes it. */
export async function pauseChildStreak(ctx: Context, caller: PanelParent, childId: string, until: Day | null) {
  await updateUnlessDeletionPlanned(ctx, caller, childId, (ctx) => pauseStreak(ctx, childId, until));
}

export async function resumeChildStreak(ctx: Context, caller: PanelParent, childId: string): Promise<void> {
  await updateUnlessDeletionPlanned(ctx, caller, childId, (ctx) => resumeStreak(ctx, childId));
}

/**
 * Gives back what wrong PINs for the caller's children have used up, including the budgets of the family's devices and address.
 * Requires a fresh code, because without budgets a PIN can be guessed.
 */
export async function clearFamilyWrongPins(ctx: Context, caller: PanelParent, childId: string): Promise<void> {
  await getLinkedChild(ctx, caller.profileId, childId);
  await requireFreshCode(ctx, caller);
  await updateUnlessDeletionPlanned(ctx, caller, childId, async (ctx) => {
    const children = await listChildren(ctx, caller.profileId);
    await clearWrongPins(
      ctx,
      children.map(({ id }) => id),
    );
  });
  ctx.logSecurity({ event: 'power-used', kind: 'clear-wrong-pins', subject: childId, actor: caller.profileId });
}

/** Signs a child out on one device, which forgets the child. Possible while the deletion of the child is planned. */
export async function endDevice(ctx: Context, caller: PanelParent, childId: string, deviceId: string): Promise<void> {
  await updateAsGuardian(ctx, caller, childId, (ctx) => endChildDevice(ctx, childId, deviceId));
}

/** Replaces a child's PIN, signs the child out everywhere and notifies the other guardians. Requires a fresh code. */
export async function resetPin(ctx: Context, caller: PanelParent, childId: string, pin: string): Promise<void> {
  const child = await getLinkedChild(ctx, caller.profileId, childId);
  await requireFreshCode(ctx, caller);
  const setPin = await preparePinReset(ctx, child, pin);
  await updateUnlessDeletionPlanned(ctx, caller, childId, async (ctx, child) => {
    await setPin(ctx, childId);
    await notifyOfNewPin(ctx, caller, child);
  });
  ctx.logSecurity({ event: 'power-used', kind: 'new-pin', subject: childId, actor: caller.profileId });
}

/**
 * Records how it went when a family tried a missed question together. If it is still hard, the next daily practice prefers it. Returns
 * the key with which `undoQuestionsTried` undoes it.
 */
export async function recordQuestionTried(
  ctx: Context,
  caller: PanelParent,
  childId: string,
  question: { readonly task_id: string; readonly item_id: string },
  outcome: { readonly wasKnown: boolean; readonly today: Day },
): Promise<string> {
  const dueBefore = await updateUnlessDeletionPlanned(ctx, caller, childId, (ctx) =>
    recordTriedTogether(ctx, childId, question, outcome),
  );
  return [childId, question.task_id, question.item_id, ...(dueBefore ? [dueBefore] : [])].join(' ');
}

/**
 * Undoes that questions were tried together. Each key consists of the ids of a child, a task and an item, and the day on which it was due
 * before if that has changed. Returns how many there were.
 */
export async function undoQuestionsTried(ctx: Context, caller: PanelParent, keys: readonly string[]): Promise<number> {
  for (const key of keys) {
    const [childId = '', task_id = '', item_id = '', dueBefore = ''] = key.split(' ');
    await updateUnlessDeletionPlanned(ctx, caller, childId, (ctx) =>
      undoTriedTogether(ctx, childId, { task_id, item_id }, isDay(dueBefore) ? dueBefore : undefined),
    );
  }
  return keys.length;
}
