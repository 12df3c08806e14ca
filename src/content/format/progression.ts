import { type Static, Type } from 'typebox';
import { AVATAR_SLOTS } from '../../core/avatar-look.ts';
import { Enum, Nullable } from '../../core/requests/json-schema.ts';
import type { LocalizedText } from '../../core/text/languages.ts';
import { Color, defineStrictObject, Id, MultilingualText } from './pack.ts';

/** The schemas of levels.yaml, badges.yaml and avatar.yaml. */

/** A text of the service. While the packs are loaded, English takes the place of each language of the service that is missing. */
export const LocalizedTextSchema = Type.Unsafe<LocalizedText>({ ...MultilingualText, required: ['en'] });
const Level = defineStrictObject({ name: LocalizedTextSchema, icon: Id, color: Color });

/** The metrics of badges (gap 31). */
export const BADGE_METRICS = [
  'tasks_completed',
  'perfect_quizzes',
  'streak_days',
  'worlds_completed',
  'locations_completed',
  'level',
  'creative_approved',
  'todos_done',
  'days_active',
  'comeback_days', // the longest break, in days, after which the child came back
  'planets_joined',
] as const;
export const RARITIES = ['common', 'rare', 'epic', 'legendary'] as const;
const Badge = defineStrictObject({
  id: Id,
  name: LocalizedTextSchema,
  description: LocalizedTextSchema,
  icon: Id,
  rarity: Enum(RARITIES),
  criteria: defineStrictObject({
    metric: Enum(BADGE_METRICS),
    op: Type.Literal('>='),
    value: Type.Integer({ minimum: 1 }),
  }),
});

const AvatarItem = defineStrictObject({
  id: Id,
  slot: Enum(AVATAR_SLOTS),
  name: LocalizedTextSchema,
  required_level: Nullable(Type.Integer({ minimum: 2, maximum: 50 })),
  required_badge: Type.Optional(Nullable(Type.String({ description: 'The id of the badge that unlocks it' }))),
  art: Type.Record(Type.String(), Type.String(), {
    description:
      'The drawing and its colors. `top`, `clothing`, `graphic` or `glasses` name the drawing; `color` and `under` are six hex digits. The slot decides which fields there are.',
  }),
});

const StarterLook = defineStrictObject({
  id: Id,
  skin: Id,
  hair: Id,
  hat: Nullable(Id),
  shirt: Id,
  accessory: Nullable(Id),
});

export const LevelsFile = defineStrictObject({ levels: Type.Array(Level, { minItems: 1 }) });
export const BadgesFile = defineStrictObject({ badges: Type.Array(Badge) });
export const AvatarFile = defineStrictObject({
  drawn: Type.Optional(
    Type.String({
      description:
        'A hash of the pictures of all items and looks, so that the pictures get new URLs when a drawing changes. If it is wrong, avatar-svg.test.ts fails and prints the correct hash.',
    }),
  ),
  items: Type.Array(AvatarItem),
  looks: Type.Array(StarterLook, { minItems: 1 }),
});

export type Level = Static<typeof Level>;
export type Badge = Static<typeof Badge>;
export type AvatarItem = Static<typeof AvatarItem>;
export type StarterLook = Static<typeof StarterLook>;
