import type { Text } from '../../core/languages.ts';
import type { StepId } from './rules.ts';

export const TITLES: Readonly<Record<StepId, Text>> = {
  pick_name: { en: 'Pick a name', es: 'Elige un nombre', uk: 'Обери ім’я', pl: 'Wybierz imię' },
  dress_avatar: {
    en: 'Dress your avatar',
    es: 'Viste tu avatar',
    uk: 'Одягни свого аватара',
    pl: 'Ubierz swój awatar',
  },
  first_task: {
    en: 'Do your first task',
    es: 'Haz tu primera tarea',
    uk: 'Виконай перше завдання',
    pl: 'Zrób pierwsze zadanie',
  },
  link_parent: {
    en: 'Enter a parent’s code',
    es: 'Introduce el código de tu familia',
    uk: 'Введи код від батьків',
    pl: 'Wpisz kod od rodzica',
  },
  link_child: { en: 'Link your child', es: 'Vincula a tu peque', uk: 'Приєднайте дитину', pl: 'Połącz swoje dziecko' },
  review_privacy: {
    en: 'Read what we keep',
    es: 'Lee qué datos guardamos',
    uk: 'Прочитайте, що ми зберігаємо',
    pl: 'Przeczytaj, co przechowujemy',
  },
};
