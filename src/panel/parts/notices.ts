import type { Language, Text } from '../../core/languages.ts';
import { type Html, html } from '../../platform/html.ts';

/**
 * What a page may say at its top after a form: an address carries the word in `done`, so a made-up link can say nothing
 * but one of these.
 */
export function noticeOf(language: Language, done: string | undefined): Html | undefined {
  const text = done !== undefined && Object.hasOwn(NOTICES, done) ? NOTICES[done as NoticeId] : undefined; // just looked
  return text && told(text[language]);
}

/** Something good that has happened. */
export function told(words: string): Html {
  return html`<p class="told">${words}</p>`;
}

/** An address with the word for what was done there. */
export function withNotice(path: string, done: NoticeId): string {
  return `${path}${path.includes('?') ? '&' : '?'}done=${done}`;
}

export type NoticeId = keyof typeof NOTICES;

const NOTICES = {
  approved: { en: 'Approved.', es: 'Aprobado.', uk: 'Схвалено.', pl: 'Zatwierdzone.' },
  'sent-back': {
    en: 'Sent back with your words.',
    es: 'Devuelto con tus palabras.',
    uk: 'Повернуто з вашими словами.',
    pl: 'Odesłane z twoimi słowami.',
  },
  assigned: {
    en: 'The to-do is on its way.',
    es: 'La tarea está en camino.',
    uk: 'Справу додано.',
    pl: 'Zadanie jest w drodze.',
  },
} satisfies Record<string, Text>;
