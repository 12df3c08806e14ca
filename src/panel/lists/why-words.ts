import type { Language } from '../../core/languages.ts';
import type { Reason } from '../../features/progress/index.ts';

/** A reason as a sentence, with and without the name of what it is about. */
export interface Why {
  readonly plain: string;
  readonly named: (name: string) => string;
}

const why = (plain: string, before: string, [open, close]: string): Why => ({
  plain,
  named: (name) => `${before} ${open}${name}${close}`,
});
const en = (plain: string, before = plain) => why(plain, before, '“”');
const es = (plain: string, before = plain) => why(plain, before, '«»');
const uk = (plain: string, before = plain) => why(plain, before, '«»');
const pl = (plain: string, before = plain) => why(plain, before, '„”');

export const WHY_WORDS: Readonly<Record<Language, Readonly<Record<Reason | 'other', Why>>>> = {
  en: {
    quiz_passed: en('Passed a quiz', 'Passed'),
    quiz_improved: en('More stars than before', 'More stars than before in'),
    quiz_perfect: en('All right at the first try', 'All right at the first try:'),
    lesson_done: en('Finished a lesson', 'Finished the lesson'),
    real_world_done: en('Did a task away from the screen', 'Did away from the screen:'),
    practice: en('Practised', 'Practised'),
    location_completed: en('Finished a place', 'Finished the place'),
    world_completed: en('Finished a world', 'Finished the world'),
    creative_submitted: en('Handed in creative work', 'Handed in'),
    creative_approved: en('Creative work was approved', 'Approved:'),
    daily_first: en('The first step of the day'),
    todo_approved: en('Did a to-do from you', 'Did your to-do'),
    todo_own: en('Did an own to-do', 'Did the own to-do'),
    todo_undone: en('A to-do was taken back', 'Taken back:'),
    other: en('Something learnt', 'For'),
  },
  es: {
    quiz_passed: es('Superó un test', 'Superó'),
    quiz_improved: es('Más estrellas que antes', 'Más estrellas que antes en'),
    quiz_perfect: es('Todo bien a la primera', 'Todo bien a la primera:'),
    lesson_done: es('Terminó una lección', 'Terminó la lección'),
    real_world_done: es('Hizo una tarea fuera de la pantalla', 'Hizo fuera de la pantalla:'),
    practice: es('Practicó', 'Practicó'),
    location_completed: es('Completó un lugar', 'Completó el lugar'),
    world_completed: es('Completó un mundo', 'Completó el mundo'),
    creative_submitted: es('Entregó un trabajo creativo', 'Entregó'),
    creative_approved: es('Se aprobó un trabajo creativo', 'Aprobado:'),
    daily_first: es('El primer paso del día'),
    todo_approved: es('Hizo una tarea tuya', 'Hizo tu tarea'),
    todo_own: es('Hizo una tarea propia', 'Hizo su tarea'),
    todo_undone: es('Se deshizo una tarea', 'Deshecha:'),
    other: es('Algo aprendido', 'Por'),
  },
  uk: {
    quiz_passed: uk('Пройдено вікторину', 'Пройдено'),
    quiz_improved: uk('Більше зірок, ніж раніше', 'Більше зірок, ніж раніше:'),
    quiz_perfect: uk('Усе правильно з першої спроби', 'Усе правильно з першої спроби:'),
    lesson_done: uk('Пройдено урок', 'Пройдено урок'),
    real_world_done: uk('Виконано завдання поза екраном', 'Виконано поза екраном:'),
    practice: uk('Повторення', 'Повторення:'),
    location_completed: uk('Пройдено місце', 'Пройдено місце'),
    world_completed: uk('Пройдено світ', 'Пройдено світ'),
    creative_submitted: uk('Здано творчу роботу', 'Здано'),
    creative_approved: uk('Творчу роботу схвалено', 'Схвалено:'),
    daily_first: uk('Перший крок дня'),
    todo_approved: uk('Виконано вашу справу', 'Виконано вашу справу'),
    todo_own: uk('Виконано власну справу', 'Виконано власну справу'),
    todo_undone: uk('Справу скасовано', 'Скасовано:'),
    other: uk('Щось вивчено', 'За'),
  },
  pl: {
    quiz_passed: pl('Zaliczony quiz', 'Zaliczone:'),
    quiz_improved: pl('Więcej gwiazdek niż wcześniej', 'Więcej gwiazdek niż wcześniej:'),
    quiz_perfect: pl('Wszystko dobrze za pierwszym razem', 'Wszystko dobrze za pierwszym razem:'),
    lesson_done: pl('Ukończona lekcja', 'Ukończona lekcja'),
    real_world_done: pl('Zadanie zrobione poza ekranem', 'Zrobione poza ekranem:'),
    practice: pl('Powtórka', 'Powtórka:'),
    location_completed: pl('Ukończone miejsce', 'Ukończone miejsce'),
    world_completed: pl('Ukończony świat', 'Ukończony świat'),
    creative_submitted: pl('Oddana praca twórcza', 'Oddane:'),
    creative_approved: pl('Zatwierdzona praca twórcza', 'Zatwierdzone:'),
    daily_first: pl('Pierwszy krok dnia'),
    todo_approved: pl('Zrobione zadanie od ciebie', 'Zrobione zadanie od ciebie:'),
    todo_own: pl('Zrobione własne zadanie', 'Zrobione własne zadanie:'),
    todo_undone: pl('Zadanie cofnięte', 'Cofnięte:'),
    other: pl('Coś nowego', 'Za'),
  },
};
