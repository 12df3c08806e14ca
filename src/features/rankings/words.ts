import type { Text } from '../../core/languages.ts';

export const NO_PLANET_NAMED: Text = {
  en: 'name the planet whose board you want',
  es: 'indica el planeta cuya clasificación quieres ver',
  uk: 'вкажіть планету, чию таблицю хочете бачити',
  pl: 'podaj planetę, której tabelę chcesz zobaczyć',
};
