import { counted } from './parts/words.ts';

export const SHELL_WORDS = {
  en: {
    navigation: 'Panel',
    children: 'Children',
    approvals: 'Approvals',
    link: 'Link',
    account: 'Account',
    leave: 'Sign out',
    waiting: counted('en', { one: '# waits for you', other: '# wait for you' }),
  },
  es: {
    navigation: 'Panel',
    children: 'Familia',
    approvals: 'Por aprobar',
    link: 'Vincular',
    account: 'Cuenta',
    leave: 'Cerrar sesión',
    waiting: counted('es', { one: '# te espera', many: '# te esperan', other: '# te esperan' }),
  },
  uk: {
    navigation: 'Панель',
    children: 'Діти',
    approvals: 'На розгляд',
    link: 'Додати',
    account: 'Акаунт',
    leave: 'Вийти',
    waiting: counted('uk', {
      one: '# чекає на вас',
      few: '# чекають на вас',
      many: '# чекають на вас',
      other: '# чекають на вас',
    }),
  },
  pl: {
    navigation: 'Panel',
    children: 'Dzieci',
    approvals: 'Do oceny',
    link: 'Połącz',
    account: 'Konto',
    leave: 'Wyloguj się',
    waiting: counted('pl', {
      one: '# czeka na ciebie',
      few: '# czekają na ciebie',
      many: '# czeka na ciebie',
      other: '# czeka na ciebie',
    }),
  },
};
