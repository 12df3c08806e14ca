import type { Language } from '../../core/languages.ts';
import { localized, type Messages } from '../../locales/index.ts';
import { type Html, html } from '../../platform/html.ts';

/**
 * What a page may say at its top after a form: an address carries the word in `done`, so a made-up link can say nothing
 * but one of these.
 */
export function flashMessage(language: Language, done: string | undefined): Html | undefined {
  const text =
    done !== undefined && Object.hasOwn(localized.panel.parts.notices, done)
      ? localized.panel.parts.notices[done as FlashId]
      : undefined; // just looked
  return text && successNotice(text[language]);
}

/** Something good that has happened. */
export function successNotice(text: string): Html {
  return html`<p class="told">${text}</p>`;
}

/** An address with the word for what was done there. */
export function withFlash(path: string, done: FlashId): string {
  return `${path}${path.includes('?') ? '&' : '?'}done=${done}`;
}

export type FlashId = keyof Messages['panel']['parts']['notices'];
