import type { Language } from '../../core/languages.ts';

const n = (language: Language) => (value: number) => value.toLocaleString(language);

export const LIST_WORDS = {
  en: {
    pages: 'Pages',
    previous: 'Back',
    next: 'More',
    page: (page: number, last: number) => `${n('en')(page)} of ${n('en')(last)}`,
    standing: (first: number, last: number, total: number) => `${n('en')(first)}–${n('en')(last)} of ${n('en')(total)}`,
    pastTheEnd: 'There is nothing here any more.',
  },
  es: {
    pages: 'Páginas',
    previous: 'Atrás',
    next: 'Más',
    page: (page: number, last: number) => `${n('es')(page)} de ${n('es')(last)}`,
    standing: (first: number, last: number, total: number) => `${n('es')(first)}–${n('es')(last)} de ${n('es')(total)}`,
    pastTheEnd: 'Aquí ya no hay nada.',
  },
  uk: {
    pages: 'Сторінки',
    previous: 'Назад',
    next: 'Далі',
    page: (page: number, last: number) => `${n('uk')(page)} з ${n('uk')(last)}`,
    standing: (first: number, last: number, total: number) => `${n('uk')(first)}–${n('uk')(last)} з ${n('uk')(total)}`,
    pastTheEnd: 'Тут уже нічого немає.',
  },
  pl: {
    pages: 'Strony',
    previous: 'Wstecz',
    next: 'Dalej',
    page: (page: number, last: number) => `${n('pl')(page)} z ${n('pl')(last)}`,
    standing: (first: number, last: number, total: number) => `${n('pl')(first)}–${n('pl')(last)} z ${n('pl')(total)}`,
    pastTheEnd: 'Tutaj nic już nie ma.',
  },
} satisfies Record<Language, unknown>;
