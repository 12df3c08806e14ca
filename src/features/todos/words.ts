import type { Day } from '../../core/days.ts';
import type { Language, Text } from '../../core/languages.ts';
import { QUOTAS } from '../../core/quotas.ts';

export const NO_TITLE: Text = {
  en: 'a title has 1 to 120 characters, on one line',
  es: 'un título tiene de 1 a 120 caracteres, en una línea',
  uk: 'назва має від 1 до 120 символів, в одному рядку',
  pl: 'tytuł ma od 1 do 120 znaków, w jednym wierszu',
};
export const NO_NOTES: Text = {
  en: 'notes are at most 2000 characters of text',
  es: 'las notas tienen como máximo 2000 caracteres de texto',
  uk: 'нотатки мають не більше 2000 символів тексту',
  pl: 'notatki mają najwyżej 2000 znaków tekstu',
};
export const NO_ENTRY_TEXT: Text = {
  en: 'an entry has 1 to 200 characters, on one line',
  es: 'cada elemento tiene de 1 a 200 caracteres, en una línea',
  uk: 'пункт має від 1 до 200 символів, в одному рядку',
  pl: 'punkt ma od 1 do 200 znaków, w jednym wierszu',
};
export const NO_ENTRY: Text = {
  en: 'must be the id of one entry of this checklist, named once',
  es: 'debe ser el id de un elemento de esta lista, nombrado una sola vez',
  uk: 'має бути id одного з пунктів цього списку, вказаним один раз',
  pl: 'ma być id jednego z punktów tej listy, podanym raz',
};
export const TOO_MANY_ENTRIES: Text = {
  en: `a checklist has at most ${QUOTAS.checklistEntries} entries`,
  es: `una lista tiene como máximo ${QUOTAS.checklistEntries} elementos`,
  uk: `список має не більше ${QUOTAS.checklistEntries} пунктів`,
  pl: `lista ma najwyżej ${QUOTAS.checklistEntries} punktów`,
};
export const NO_DATE: Text = {
  en: 'must be a date from 2000-01-01 to 2999-12-31, such as 2026-11-20',
  es: 'debe ser una fecha entre 2000-01-01 y 2999-12-31, como 2026-11-20',
  uk: 'має бути датою від 2000-01-01 до 2999-12-31, наприклад 2026-11-20',
  pl: 'ma być datą od 2000-01-01 do 2999-12-31, na przykład 2026-11-20',
};
export const NO_INTERVAL: Text = {
  en: 'must be a whole number from 1 to 365',
  es: 'debe ser un número entero de 1 a 365',
  uk: 'має бути цілим числом від 1 до 365',
  pl: 'ma być liczbą całkowitą od 1 do 365',
};
export const ONLY_WEEKLY: Text = {
  en: 'is for what comes weekly',
  es: 'es para lo que se repite cada semana',
  uk: 'лише для того, що повторюється щотижня',
  pl: 'jest dla tego, co powtarza się co tydzień',
};
export const NO_XP: Text = {
  en: 'must be a whole number from 0 to 50',
  es: 'debe ser un número entero de 0 a 50',
  uk: 'має бути цілим числом від 0 до 50',
  pl: 'ma być liczbą całkowitą od 0 do 50',
};
export const NO_NOTE: Text = {
  en: 'a note is at most 500 characters of text',
  es: 'una nota tiene como máximo 500 caracteres de texto',
  uk: 'примітка має не більше 500 символів тексту',
  pl: 'uwaga ma najwyżej 500 znaków tekstu',
};
export const NO_CHILD: Text = {
  en: 'Choose at least one child',
  es: 'Elige al menos un niño o una niña',
  uk: 'Виберіть щонайменше одну дитину',
  pl: 'Wybierz co najmniej jedno dziecko',
};
export const NOTHING_TO_CHANGE: Text = {
  en: 'Send at least one field to change',
  es: 'Envía al menos un campo para cambiar',
  uk: 'Надішліть щонайменше одне поле для зміни',
  pl: 'Wyślij co najmniej jedno pole do zmiany',
};
export const LIST_FULL: Text = {
  en: `There are ${QUOTAS.openTodos} open to-dos on the list. Finish or delete one first.`,
  es: `Hay ${QUOTAS.openTodos} tareas pendientes en la lista. Termina o borra una primero.`,
  uk: `У списку ${QUOTAS.openTodos} відкритих справ. Спочатку заверши або видали одну.`,
  pl: `Na liście jest ${QUOTAS.openTodos} otwartych zadań. Najpierw ukończ lub usuń jedno.`,
};
export const TOO_MANY_WAITING: Text = {
  en: `${QUOTAS.waitingTodos} to-dos are waiting for a parent. They have to be checked before more can be handed in.`,
  es: `Hay ${QUOTAS.waitingTodos} tareas esperando a tu padre o a tu madre. Tienen que revisarlas antes de que entregues más.`,
  uk: `${QUOTAS.waitingTodos} справ чекають на перевірку батьків. Нові можна буде здати після неї.`,
  pl: `${QUOTAS.waitingTodos} zadań czeka na rodzica. Musi je sprawdzić, zanim oddasz kolejne.`,
};
export const LIST_TOO_LARGE: Text = {
  en: 'The texts of your to-dos take up too much space. Shorten or delete some first.',
  es: 'Los textos de tus tareas ocupan demasiado espacio. Acorta o borra alguna primero.',
  uk: 'Тексти твоїх справ займають забагато місця. Спочатку скороти або видали деякі.',
  pl: 'Teksty twoich zadań zajmują za dużo miejsca. Najpierw skróć lub usuń niektóre.',
};
export const TOO_MANY_UNDONE: Text = {
  en: `You have undone ${QUOTAS.undoneTodosPerDay} to-dos today. You can undo more tomorrow.`,
  es: `Hoy ya has deshecho ${QUOTAS.undoneTodosPerDay} tareas. Mañana podrás deshacer más.`,
  uk: `Сьогодні вже скасовано виконання ${QUOTAS.undoneTodosPerDay} справ. Завтра можна буде знову.`,
  pl: `Dzisiaj cofnięto już ${QUOTAS.undoneTodosPerDay} zadań. Jutro będzie można cofnąć kolejne.`,
};
export const NOT_FROM_HERE: Text = {
  en: 'This to-do cannot change like that any more.',
  es: 'Esta tarea ya no puede cambiar así.',
  uk: 'Цю справу вже не можна так змінити.',
  pl: 'Tego zadania nie można już tak zmienić.',
};
export const CHANGED_MEANWHILE: Text = {
  en: 'This to-do has just been changed. Please look again.',
  es: 'Esta tarea acaba de cambiar. Échale otro vistazo.',
  uk: 'Цю справу щойно змінили. Поглянь ще раз.',
  pl: 'To zadanie właśnie się zmieniło. Spójrz jeszcze raz.',
};
export const PARENTS_DECIDE: Text = {
  en: 'Only a parent can approve this.',
  es: 'Solo tu padre o tu madre puede aprobar esto.',
  uk: 'Це може схвалити лише хтось із батьків.',
  pl: 'Tylko rodzic może to zatwierdzić.',
};
export const FROM_A_PARENT: Text = {
  en: 'This to-do comes from your parent: you can do it and tick its checklist, but not change it.',
  es: 'Esta tarea es de tu padre o tu madre: puedes hacerla y marcar su lista, pero no cambiarla.',
  uk: 'Цю справу дали батьки: її можна виконати й позначити пункти, але не змінити.',
  pl: 'To zadanie jest od rodzica: możesz je wykonać i odhaczyć punkty, ale nie zmienić.',
};

/** Says from which day on an occurrence can be done or skipped. */
export function tooEarly(day: Day): Text {
  return {
    en: `It is too early for this to-do. It can be done from ${dayIn('en', day)}.`,
    es: `Es pronto para esta tarea. Se podrá hacer a partir del ${dayIn('es', day)}.`,
    uk: `Для цієї справи ще зарано: з ${dayIn('uk', day)} її можна буде виконати.`,
    pl: `Na to zadanie jest za wcześnie. Będzie można je wykonać od ${dayIn('pl', day)}.`,
  };
}

const formats = new Map<Language, Intl.DateTimeFormat>();

/** "November 21, 2026" */
function dayIn(language: Language, day: Day): string {
  const format = formats.get(language) ?? new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  formats.set(language, format);
  return format.format(Date.parse(day));
}
