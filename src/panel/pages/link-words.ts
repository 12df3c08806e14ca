import type { Language } from '../../core/languages.ts';
import { counted } from '../parts/words.ts';

export const LINK_WORDS = {
  en: {
    title: 'Link a child',
    lead: 'A code joins your child’s profile to your account. It is for one child, once.',
    make: 'Make a code',
    again: 'Make a new code',
    left: counted('en', { one: 'Good for # more minute.', other: 'Good for # more minutes.' }),
    steps: [
      'Take your child’s device and open the app there.',
      'Go to “Enter a parent’s code”.',
      'Type the code. Upper or lower case does not matter.',
    ],
    other: 'Is the child linked to somebody else already? Then that parent invites you, in the child’s settings.',
  },
  es: {
    title: 'Vincular un perfil',
    lead: 'Un código une el perfil a tu cuenta. Vale para un solo perfil y una vez.',
    make: 'Crear un código',
    again: 'Crear otro código',
    left: counted('es', { one: 'Vale # minuto más.', many: 'Vale # minutos más.', other: 'Vale # minutos más.' }),
    steps: [
      'Toma el dispositivo de tu hijo o hija y abre allí la aplicación.',
      'Ve a «Introduce el código de tu familia».',
      'Escribe el código. Da igual con mayúsculas o minúsculas.',
    ],
    other: '¿El perfil ya está vinculado a otra persona? Entonces ella te invita, en los ajustes del perfil.',
  },
  uk: {
    title: 'Додати дитину',
    lead: 'Код приєднує профіль дитини до вашого облікового запису. Він для однієї дитини й на один раз.',
    make: 'Створити код',
    again: 'Створити новий код',
    left: counted('uk', {
      one: 'Діє ще # хвилину.',
      few: 'Діє ще # хвилини.',
      many: 'Діє ще # хвилин.',
      other: 'Діє ще # хвилини.',
    }),
    steps: [
      'Візьміть пристрій дитини й відкрийте там застосунок.',
      'Перейдіть до «Введи код від батьків».',
      'Введіть код. Великі чи малі літери — байдуже.',
    ],
    other: 'Профіль уже з кимось пов’язано? Тоді ця людина запросить вас у налаштуваннях дитини.',
  },
  pl: {
    title: 'Połącz dziecko',
    lead: 'Kod łączy profil dziecka z twoim kontem. Jest dla jednego dziecka, na jeden raz.',
    make: 'Utwórz kod',
    again: 'Utwórz nowy kod',
    left: counted('pl', {
      one: 'Ważny jeszcze # minutę.',
      few: 'Ważny jeszcze # minuty.',
      many: 'Ważny jeszcze # minut.',
      other: 'Ważny jeszcze # minuty.',
    }),
    steps: [
      'Weź urządzenie dziecka i otwórz na nim aplikację.',
      'Przejdź do „Wpisz kod od rodzica”.',
      'Wpisz kod. Wielkość liter nie ma znaczenia.',
    ],
    other: 'Dziecko jest już z kimś połączone? Wtedy ta osoba zaprosi cię w ustawieniach dziecka.',
  },
} satisfies Record<Language, unknown>;
