import type { Text } from '../../core/languages.ts';
import { QUOTAS } from '../../core/quotas.ts';

export const NO_NAME: Text = {
  en: 'a name has 1 to 40 characters',
  es: 'un nombre tiene de 1 a 40 caracteres',
  uk: 'ім’я має від 1 до 40 символів',
  pl: 'imię ma od 1 do 40 znaków',
};
export const NO_LANGUAGE: Text = {
  en: 'must be a language tag such as en or pt-BR',
  es: 'debe ser un código de idioma, como en o pt-BR',
  uk: 'має бути кодом мови, наприклад en або pt-BR',
  pl: 'ma być kodem języka, na przykład en lub pt-BR',
};
export const NOTHING_TO_CHANGE: Text = {
  en: 'Send at least one field to change',
  es: 'Envía al menos un campo para cambiar',
  uk: 'Надішліть щонайменше одне поле для зміни',
  pl: 'Wyślij co najmniej jedno pole do zmiany',
};
export const NO_BIRTH_YEAR: Text = {
  en: 'must be a year from 1900 to this year',
  es: 'debe ser un año entre 1900 y el actual',
  uk: 'має бути роком від 1900 до поточного',
  pl: 'ma być rokiem od 1900 do bieżącego',
};
export const NO_EMAIL: Text = {
  en: 'This is no e-mail address',
  es: 'Esto no es una dirección de correo electrónico',
  uk: 'Це не адреса електронної пошти',
  pl: 'To nie jest adres e-mail',
};
/** A parent's first display name. */
export const PARENT: Text = { en: 'Parent', es: 'Familia', uk: 'Батьки', pl: 'Rodzic' };
export const TOO_MANY_CHILDREN: Text = {
  en: `This parent has ${QUOTAS.childrenPerParent} children already. No more can be linked.`,
  es: `Esta cuenta ya tiene ${QUOTAS.childrenPerParent} perfiles infantiles. No se pueden vincular más.`,
  uk: `До цього облікового запису вже прив’язано ${QUOTAS.childrenPerParent} дітей. Більше додати не можна.`,
  pl: `Do tego konta połączono już ${QUOTAS.childrenPerParent} dzieci. Nie można połączyć kolejnych.`,
};
