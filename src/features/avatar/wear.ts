import type { Callers } from '../../core/caller.ts';
import { type Look, SLOTS, type Slot } from '../../core/look.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Context } from '../../platform/context.ts';
import { notFound } from '../../platform/http/errors.ts';
import { fieldRefusal } from '../../platform/http/validation.ts';
import { findProfile, lookOf, updateProfile } from '../accounts/index.ts';
import type { AvatarItem } from '../content/index.ts';
import { badgeOf, getReached, mayWear, type Reached } from './wardrobe.ts';
import { itemLocked, NO_SUCH_ITEM, NOTHING_TO_WEAR } from './words.ts';

export type Change = { readonly [S in Slot]?: Look[S] };

/** Dresses the caller: the whole change holds or nothing does (gap 16). */
export async function wear(ctx: Context, { profileId }: Callers['any'], change: Change): Promise<Look> {
  const worn = checkedChange(change);
  const reached = await getReached(ctx, profileId);
  const items = SLOTS.flatMap((slot) => (typeof worn[slot] === 'string' ? getItem(ctx, slot, worn[slot]) : []));
  for (const item of items) checkOpen(ctx, item, reached);
  return ctx.write(async (tx) => {
    await updateProfile(tx, profileId, worn, ctx.now());
    const profile = await findProfile(tx, profileId);
    if (!profile) throw notFound();
    return lookOf(profile);
  });
}

function checkedChange(change: Change): Change {
  const slots = SLOTS.filter((slot) => change[slot] !== undefined);
  if (slots.length === 0) throw fieldRefusal('', NOTHING_TO_WEAR);
  return Object.fromEntries(slots.map((slot) => [slot, change[slot]]));
}

function checkOpen(ctx: Context, item: AvatarItem, reached: Reached): void {
  if (mayWear(item, reached)) return;
  throw new Refusal('ITEM_LOCKED', itemLocked(item.name, item.required_level, badgeOf(ctx.content.current, item)));
}

function getItem(ctx: Context, slot: Slot, id: string): AvatarItem {
  const item = ctx.content.current.items.get(id);
  if (item?.slot !== slot) throw new Refusal('ITEM_NOT_FOUND', NO_SUCH_ITEM, { fields: [slot] });
  return item;
}
