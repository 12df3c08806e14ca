import type { Language } from '../../core/languages.ts';

export const PANEL_WORDS = {
  en: {
    title: 'Your children',
    waits: 'Waits for you',
    allWaiting: (n: number) => `All ${n}`,
    linkNow: 'Link a child',
    none: 'Link your first child',
    noneLead: 'Then you will see here how your child is doing.',
    steps: [
      'Open the app on your phone and sign in as a parent.',
      'Ask there for a code to link a child. It is good for 15 minutes.',
      'Enter the code in the app on your child’s device.',
    ],
  },
  es: {
    title: 'Tus hijos e hijas',
    waits: 'Te espera',
    allWaiting: (n: number) => `Ver todo (${n})`,
    linkNow: 'Vincular un perfil',
    none: 'Vincula el primer perfil',
    noneLead: 'Después verás aquí cómo le va a tu hijo o hija.',
    steps: [
      'Abre la aplicación en tu teléfono y entra como madre o padre.',
      'Pide allí un código para vincular un perfil. Vale durante 15 minutos.',
      'Introduce el código en la aplicación del dispositivo de tu hijo o hija.',
    ],
  },
  uk: {
    title: 'Ваші діти',
    waits: 'Чекає на вас',
    allWaiting: (n: number) => `Усі ${n}`,
    linkNow: 'Додати дитину',
    none: 'Додайте першу дитину',
    noneLead: 'Тоді ви побачите тут, як справи у вашої дитини.',
    steps: [
      'Відкрийте застосунок на своєму телефоні й увійдіть як мама чи тато.',
      'Створіть там код для приєднання дитини. Він діє 15 хвилин.',
      'Введіть цей код у застосунку на пристрої дитини.',
    ],
  },
  pl: {
    title: 'Twoje dzieci',
    waits: 'Czeka na ciebie',
    allWaiting: (n: number) => `Wszystkie (${n})`,
    linkNow: 'Dodaj dziecko',
    none: 'Dodaj pierwsze dziecko',
    noneLead: 'Potem zobaczysz tutaj, jak sobie radzi.',
    steps: [
      'Otwórz aplikację na swoim telefonie i zaloguj się jako rodzic.',
      'Poproś tam o kod do połączenia z dzieckiem. Jest ważny 15 minut.',
      'Wpisz ten kod w aplikacji na urządzeniu dziecka.',
    ],
  },
} satisfies Record<Language, unknown>;
