import type { Language, Text } from '../../core/languages.ts';

export const NO_SUCH_ITEM: Text = {
  en: 'There is no such item for this slot.',
  es: 'No existe ese objeto para este hueco.',
  uk: 'Такого предмета тут немає.',
  pl: 'Nie ma tu takiego przedmiotu.',
};
export const NOTHING_TO_WEAR: Text = {
  en: 'Send at least one of skin, hair, hat, shirt, accessory',
  es: 'Envía al menos uno de: skin, hair, hat, shirt, accessory',
  uk: 'Надішліть щонайменше одне з: skin, hair, hat, shirt, accessory',
  pl: 'Wyślij co najmniej jedno z: skin, hair, hat, shirt, accessory',
};

/** What opens an item, as a wish to the child; null when nothing is asked for. */
export function openedBy(level: number | null, badge: Text | null): Text | null {
  if (badge && level !== null) return both(level, badge);
  if (badge) {
    return {
      en: `Earn the badge “${badge.en}”`,
      es: `Gana la insignia «${badge.es}»`,
      uk: `Здобудь відзнаку «${badge.uk}»`,
      pl: `Zdobądź odznakę „${badge.pl}”`,
    };
  }
  if (level === null) return null;
  return {
    en: `Reach level ${level}`,
    es: `Llega al nivel ${level}`,
    uk: `Досягни рівня ${level}`,
    pl: `Osiągnij poziom ${level}`,
  };
}

function both(level: number, badge: Text): Text {
  return {
    en: `Reach level ${level} and earn the badge “${badge.en}”`,
    es: `Llega al nivel ${level} y gana la insignia «${badge.es}»`,
    uk: `Досягни рівня ${level} і здобудь відзнаку «${badge.uk}»`,
    pl: `Osiągnij poziom ${level} i zdobądź odznakę „${badge.pl}”`,
  };
}

export function itemLocked(name: Text, level: number | null, badge: Text | null): Text {
  const at = level === null ? undefined : atLevel(level);
  const by = badge === null ? undefined : withBadge(badge);
  const opening = (language: Language) => [at?.[language], by?.[language]].filter(Boolean).join(' ');
  return {
    en: `“${name.en}” opens ${opening('en')}.`,
    es: `«${name.es}» se abre ${opening('es')}.`,
    uk: `«${name.uk}» відкриється ${opening('uk')}.`,
    pl: `„${name.pl}” otworzy się ${opening('pl')}.`,
  };
}

function atLevel(level: number): Text {
  return { en: `at level ${level}`, es: `en el nivel ${level}`, uk: `на рівні ${level}`, pl: `na poziomie ${level}` };
}

function withBadge({ en, es, uk, pl }: Text): Text {
  return {
    en: `with the badge “${en}”`,
    es: `con la insignia «${es}»`,
    uk: `з відзнакою «${uk}»`,
    pl: `z odznaką „${pl}”`,
  };
}
