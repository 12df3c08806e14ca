import type { Text } from '../../core/languages.ts';
import { QUOTAS } from '../../core/quotas.ts';
import type { Bar } from './rules.ts';

/** Why a planet is closed to a child, said to the child. */
export function barText(bar: Bar): Text {
  if (bar.reason === 'planets_off') return PLANETS_OFF;
  if (bar.reason === 'too_young') return tooYoung(bar.age);
  if (bar.reason === 'too_old') return tooOld(bar.age);
  return underLevel(bar.level);
}

const PLANETS_OFF: Text = {
  en: 'Planets are switched off for you. Your parent can switch them on.',
  es: 'Los planetas están desactivados para ti. Tu padre o tu madre puede activarlos.',
  uk: 'Планети для тебе вимкнено. Їх може ввімкнути хтось із батьків.',
  pl: 'Planety są dla ciebie wyłączone. Rodzic może je włączyć.',
};
const tooYoung = (age: number): Text => ({
  en: `This planet is for children from ${age} years on. It will be glad to see you then.`,
  es: `Este planeta es para niños desde los ${age} años. Te esperará con ilusión.`,
  uk: `Ця планета для дітей від ${age} років. Вона радо на тебе почекає.`,
  pl: `Ta planeta jest dla dzieci od ${age} lat. Chętnie na ciebie poczeka.`,
});
const tooOld = (age: number): Text => ({
  en: `This planet is for children up to ${age} years. There are others just for you.`,
  es: `Este planeta es para niños de hasta ${age} años. Hay otros pensados para ti.`,
  uk: `Ця планета для дітей до ${age} років. Є інші, саме для тебе.`,
  pl: `Ta planeta jest dla dzieci do ${age} lat. Są inne, w sam raz dla ciebie.`,
});
const underLevel = (level: number): Text => ({
  en: `This planet opens at level ${level}.`,
  es: `Este planeta se abre en el nivel ${level}.`,
  uk: `Ця планета відкриється на рівні ${level}.`,
  pl: `Ta planeta otworzy się na poziomie ${level}.`,
});

export const IS_MEMBER: Text = {
  en: 'You are on this planet already.',
  es: 'Ya estás en este planeta.',
  uk: 'Ти вже на цій планеті.',
  pl: 'Jesteś już na tej planecie.',
};
export const NO_MEMBER: Text = {
  en: 'You are not on this planet.',
  es: 'No estás en este planeta.',
  uk: 'Тебе немає на цій планеті.',
  pl: 'Nie ma cię na tej planecie.',
};
export const HAS_ENDED: Text = {
  en: 'This planet has said goodbye: it is over.',
  es: 'Este planeta ya se ha despedido: ha terminado.',
  uk: 'Ця планета вже завершила свій шлях.',
  pl: 'Ta planeta zakończyła już swoją podróż.',
};
export const IS_FULL: Text = {
  en: 'This planet is full just now. Another one may have room.',
  es: 'Este planeta está lleno ahora mismo. Quizá haya sitio en otro.',
  uk: 'На цій планеті зараз немає місця. Може, знайдеться на іншій.',
  pl: 'Na tej planecie nie ma teraz miejsca. Może znajdzie się na innej.',
};
export const ENOUGH_PLANETS: Text = {
  en: 'You are on five planets. Leave one to join another.',
  es: 'Ya estás en cinco planetas. Deja uno para unirte a otro.',
  uk: 'Ти вже на п’яти планетах. Залиш одну, щоб долучитися до іншої.',
  pl: 'Jesteś już na pięciu planetach. Opuść jedną, żeby dołączyć do innej.',
};

export const NO_NAME: Text = {
  en: 'a name has 1 to 60 characters, on one line',
  es: 'un nombre tiene de 1 a 60 caracteres, en una línea',
  uk: 'назва має від 1 до 60 символів, в одному рядку',
  pl: 'nazwa ma od 1 do 60 znaków, w jednym wierszu',
};
export const NO_DESCRIPTION: Text = {
  en: 'a description is at most 300 characters of text',
  es: 'una descripción tiene como máximo 300 caracteres de texto',
  uk: 'опис має не більше 300 символів тексту',
  pl: 'opis ma najwyżej 300 znaków tekstu',
};
export const NO_CAPACITY: Text = {
  en: 'must be a whole number from 2 to 100',
  es: 'debe ser un número entero de 2 a 100',
  uk: 'має бути цілим числом від 2 до 100',
  pl: 'ma być liczbą całkowitą od 2 do 100',
};
export const NO_TARGET: Text = {
  en: 'must be a whole number from 1 to 1000000',
  es: 'debe ser un número entero de 1 a 1000000',
  uk: 'має бути цілим числом від 1 до 1000000',
  pl: 'ma być liczbą całkowitą od 1 do 1000000',
};
export const ENOUGH_FOUNDED: Text = {
  en: 'You have ten planets. End one to found another.',
  es: 'Ya tienes diez planetas. Termina uno para fundar otro.',
  uk: 'У вас уже десять планет. Завершіть одну, щоб заснувати іншу.',
  pl: 'Masz już dziesięć planet. Zakończ jedną, żeby założyć kolejną.',
};
export const ENOUGH_EVER_FOUNDED: Text = {
  en: `You have founded ${QUOTAS.foundedPlanets} planets. No more can be founded.`,
  es: `Ya has fundado ${QUOTAS.foundedPlanets} planetas. No puedes fundar más.`,
  uk: `Ви вже заснували ${QUOTAS.foundedPlanets} планет. Більше заснувати не можна.`,
  pl: `Założono już ${QUOTAS.foundedPlanets} planet. Nie można założyć kolejnych.`,
};
export const ENOUGH_EVER_JOINED: Text = {
  en: `You have been on ${QUOTAS.planetsPerChild} planets. You can only go back to one of them.`,
  es: `Ya has estado en ${QUOTAS.planetsPerChild} planetas. Solo puedes volver a alguno de ellos.`,
  uk: `Ти вже знаєш ${QUOTAS.planetsPerChild} планет. Можна лише повернутися на одну з них.`,
  pl: `Znasz już ${QUOTAS.planetsPerChild} planet. Możesz tylko wrócić na jedną z nich.`,
};
export const WRONG_INVITE: Text = {
  en: 'This invitation is not right or has run out. Ask for a new one.',
  es: 'Esta invitación no es correcta o ha caducado. Pide una nueva.',
  uk: 'Це запрошення хибне або вже недійсне. Попросіть нове.',
  pl: 'To zaproszenie jest błędne lub wygasło. Poproś o nowe.',
};
