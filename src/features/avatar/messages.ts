import type { LocalizedText } from '../../core/languages.ts';
import { localized } from '../../locales/index.ts';

/** Tells a child how to unlock an item; null when the item is free. */
export function unlockConditionText(level: number | null, badge: LocalizedText | null): LocalizedText | null {
  if (badge && level !== null) return both(level, badge);
  if (badge) {
    return localized.avatar.unlockByBadge({ badge });
  }
  if (level === null) return null;
  return localized.avatar.unlockByLevel({ level });
}

function both(level: number, badge: LocalizedText): LocalizedText {
  return localized.avatar.unlockByBoth({ level, badge });
}

export function itemLocked(name: LocalizedText, level: number | null, badge: LocalizedText | null): LocalizedText {
  if (badge && level !== null) {
    return localized.avatar.itemLockedByBoth({ name, level, badge });
  }
  if (badge) {
    return localized.avatar.itemLockedByBadge({ name, badge });
  }
  return localized.avatar.itemLockedByLevel({ name, level: level ?? 1 });
}
