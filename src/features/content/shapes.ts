import { type Static, Type } from 'typebox';
import { LANGUAGES } from '../../core/languages.ts';
import { SLOTS } from '../../core/look.ts';
import { Nullable, Words } from '../../core/wire.ts';
import { Color, Id } from './shapes-pack.ts';

/** The shapes of levels, badges and avatar. Their texts stand in every language that people are spoken to in. */

const Texts = Type.Object(
  Object.fromEntries(LANGUAGES.map((language) => [language, Type.String({ minLength: 1 })])) as Record<
    (typeof LANGUAGES)[number],
    ReturnType<typeof Type.String>
  >,
);
const Level = Type.Object({ name: Texts, icon: Id, color: Color });

export const RARITIES = ['common', 'rare', 'epic', 'legendary'] as const;
const Badge = Type.Object({
  id: Id,
  name: Texts,
  description: Texts,
  icon: Id,
  rarity: Words(RARITIES),
  criteria: Type.Object({ metric: Type.String(), op: Type.Literal('>='), value: Type.Integer({ minimum: 1 }) }),
});

const AvatarItem = Type.Object({
  id: Id,
  slot: Words(SLOTS),
  name: Texts,
  required_level: Nullable(Type.Integer({ minimum: 2, maximum: 50 })),
  art: Type.Record(Type.String(), Type.String()),
});

const StarterLook = Type.Object({
  id: Id,
  skin: Id,
  hair: Id,
  hat: Nullable(Id),
  shirt: Id,
  accessory: Nullable(Id),
});

export const LevelsFile = Type.Object({ levels: Type.Array(Level, { minItems: 1 }) });
export const BadgesFile = Type.Object({ badges: Type.Array(Badge) });
export const AvatarFile = Type.Object({
  items: Type.Array(AvatarItem),
  looks: Type.Array(StarterLook, { minItems: 1 }),
});

export type Level = Static<typeof Level>;
export type Badge = Static<typeof Badge>;
export type AvatarItem = Static<typeof AvatarItem>;
export type StarterLook = Static<typeof StarterLook>;
