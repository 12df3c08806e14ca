import type { Text } from '../../core/languages.ts';

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
export function itemLocked(name: Text, level: number): Text {
  return {
    en: `“${name.en}” opens at level ${level}.`,
    es: `«${name.es}» se abre en el nivel ${level}.`,
    uk: `«${name.uk}» відкриється на рівні ${level}.`,
    pl: `„${name.pl}” otworzy się na poziomie ${level}.`,
  };
}
