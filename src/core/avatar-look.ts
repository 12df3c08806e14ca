/** The items of an avatar, one item id per slot. Only hat and accessory may be empty (spec, "Avatar object"). */
export interface AvatarLook {
  readonly skin: string;
  readonly hair: string;
  readonly hat: string | null;
  readonly shirt: string;
  readonly accessory: string | null;
}

/** The slots, in the order in which the URL of an avatar's picture names their items. */
export const AVATAR_SLOTS = ['skin', 'hair', 'hat', 'shirt', 'accessory'] as const;
export type AvatarSlot = (typeof AVATAR_SLOTS)[number];
