import type { Callers } from '../../core/caller.ts';
import { speaks, type Text } from '../../core/languages.ts';
import { type Look, SLOTS, type Slot } from '../../core/look.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Context } from '../../platform/context.ts';
import { notFound } from '../../platform/http/errors.ts';
import { fieldRefusal } from '../../platform/http/validation.ts';
import { findProfile, lookOf, updateProfile } from '../accounts/index.ts';
import type { AvatarItem } from '../content/index.ts';
import { getTotals, levelOf } from '../progress/index.ts';
import { itemLocked, NO_SUCH_ITEM, NOTHING_TO_WEAR } from './words.ts';

export type Change = { readonly [S in Slot]?: Look[S] };

/** Dresses the caller: the whole change holds or nothing does (gap 16). */
export async function wear(ctx: Context, { profileId }: Callers['any'], change: Change): Promise<Look> {
  const worn = checkedChange(change);
  const level = await levelFor(ctx, profileId);
  const items = SLOTS.flatMap((slot) => (typeof worn[slot] === 'string' ? getItem(ctx, slot, worn[slot]) : []));
  const locked = items.find((item) => !mayWear(item, level));
  if (locked) throw new Refusal('ITEM_LOCKED', itemLocked(locked.name, locked.required_level ?? 0));
  return ctx.write(async (tx) => {
    await updateProfile(tx, profileId, worn, ctx.now());
    const profile = await findProfile(tx, profileId);
    if (!profile) throw notFound();
    return lookOf(profile);
  });
}

export function mayWear({ required_level }: AvatarItem, level: number): boolean {
  return required_level === null || level >= required_level;
}

/** The level whose wardrobe is open to the caller; a parent's is level 1's. */
export async function levelFor(ctx: Context, profileId: string): Promise<number> {
  const { xp_total } = await getTotals(ctx.db, profileId);
  return levelOf(xp_total, ctx.content.current.levels.length).level;
}

function checkedChange(change: Change): Change {
  const slots = SLOTS.filter((slot) => change[slot] !== undefined);
  if (slots.length === 0) throw fieldRefusal('', NOTHING_TO_WEAR);
  return Object.fromEntries(slots.map((slot) => [slot, change[slot]]));
}

function getItem(ctx: Context, slot: Slot, id: string): AvatarItem {
  const item = ctx.content.current.items.get(id);
  if (item?.slot !== slot) throw new Refusal('ITEM_NOT_FOUND', NO_SUCH_ITEM, { fields: [slot] });
  return item;
}

/** What an item asks for, in words; null when it is free. */
export function unlockCondition({ required_level }: AvatarItem, language: string): string | null {
  if (required_level === null) return null;
  const words: Text = {
    en: `Reach level ${required_level}`,
    es: `Llega al nivel ${required_level}`,
    uk: `Досягни рівня ${required_level}`,
    pl: `Osiągnij poziom ${required_level}`,
  };
  return words[speaks(language)];
}
