import type { Language } from '../../core/languages.ts';
import { type Html, html } from '../../platform/html.ts';
import { counted } from './words.ts';

/** One to three stars, said in words to who cannot see them. */
export function stars(language: Language, n: number): Html {
  const star = html`<svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true"><path d="m12 2.8 2.8 5.8 6.4.9-4.6 4.5 1.1 6.3L12 17.3l-5.7 3 1.1-6.3L2.8 9.5l6.4-.9L12 2.8Z"/></svg>`;
  return html`<span class="mark stars"><span class="unseen">${STARS[language](n)}</span>${Array.from({ length: n }, () => star)}</span>`;
}

const STARS: Readonly<Record<Language, (n: number) => string>> = {
  en: counted('en', { one: '# star', other: '# stars' }),
  es: counted('es', { one: '# estrella', many: '# estrellas', other: '# estrellas' }),
  uk: counted('uk', { one: '# зірка', few: '# зірки', many: '# зірок', other: '# зірки' }),
  pl: counted('pl', { one: '# gwiazdka', few: '# gwiazdki', many: '# gwiazdek', other: '# gwiazdki' }),
};
