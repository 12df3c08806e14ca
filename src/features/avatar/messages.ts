import type { LocalizedText } from '../../core/text/languages.ts';
import { localized } from '../../locales/index.ts';

/** Explains to a child how to unlock an item; null when the item is unlocked from the start. */
export function getUnlockMessage(level: number | null, badge: LocalizedText | null): LocalizedText | null {
  if (level !== null && badge) return localized.avatar.unlockByBoth({ level, badge });
  if (badge) return localized.avatar.unlockByBadge({ badge });
  return level === null ? null : localized.avatar.unlockByLevel({ level });
}

/** Explains to a child why an item is still locked. An item that requires no badge is locked by its level. */
export function getLockedMessage(
  name: LocalizedText,
  level: number | null,
  badge: LocalizedText | null,
): LocalizedText {
  if (level !== null && badge) return localized.avatar.itemLockedByBoth({ name, level, badge });
  if (badge) return localized.avatar.itemLockedByBadge({ name, badge });
  return localized.avatar.itemLockedByLevel({ name, level: level ?? 1 });
}
