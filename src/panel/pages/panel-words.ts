import type { Language } from '../../core/languages.ts';

export const PANEL_WORDS = {
  en: {
    title: 'Your children',
    waits: 'Waits for you',
    allWaiting: (n: number) => `All ${n}`,
    none: 'Link your first child',
    noneLead: 'Then you will see here how your child is doing.',
  },
  es: {
    title: 'Tus hijos e hijas',
    waits: 'Te espera',
    allWaiting: (n: number) => `Ver todo (${n})`,
    none: 'Vincula el primer perfil',
    noneLead: 'Después verás aquí cómo le va a tu hijo o hija.',
  },
  uk: {
    title: 'Ваші діти',
    waits: 'Чекає на вас',
    allWaiting: (n: number) => `Усі ${n}`,
    none: 'Додайте першу дитину',
    noneLead: 'Тоді ви побачите тут, як справи у вашої дитини.',
  },
  pl: {
    title: 'Twoje dzieci',
    waits: 'Czeka na ciebie',
    allWaiting: (n: number) => `Wszystkie (${n})`,
    none: 'Dodaj pierwsze dziecko',
    noneLead: 'Potem zobaczysz tutaj, jak sobie radzi.',
  },
} satisfies Record<Language, unknown>;
