import { type Static, Type } from 'typebox';
import type { Instant } from '../../core/instant.ts';
import { speaks } from '../../core/languages.ts';
import { Timestamp, Words } from '../../core/wire.ts';
import type { Context } from '../../platform/context.ts';
import { pictureUrl, RARITIES } from '../content/index.ts';

export const BadgeShape = Type.Object({
  id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  icon_url: Type.String(),
  rarity: Words(RARITIES),
  earned_at: Timestamp,
});
export type BadgeOnWire = Static<typeof BadgeShape>;

/** A badge whose pack is gone keeps its place in the list under its id: what was earned stays earned. */
export function badgeOnWire(ctx: Context, id: string, earned_at: Instant, language: string): BadgeOnWire {
  const badge = ctx.content.current.badges.get(id);
  const spoken = speaks(language);
  return {
    id,
    name: badge?.name[spoken] ?? id,
    description: badge?.description[spoken] ?? '',
    icon_url: badge ? pictureUrl(ctx, badge.icon) : '',
    rarity: badge?.rarity ?? 'common',
    earned_at,
  };
}
