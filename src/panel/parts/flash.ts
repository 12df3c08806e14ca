import type { Language } from '../../core/text/languages.ts';
import { type Messages, messages } from '../../locales/index.ts';
import { type Html, html } from '../../platform/html.ts';

type Notices = Messages['panel']['parts']['notices'];

/**
 * The message at the top of a page after a form was accepted. The redirect carries its key in `done`, and only the given
 * messages can be shown, so a forged link cannot put a text of its own on the page.
 */
export function findFlash(texts: Readonly<Record<string, string>>, done: string | undefined): Html | undefined {
  const text = done !== undefined && Object.hasOwn(texts, done) ? texts[done] : undefined;
  return text === undefined ? undefined : flash(text);
}

/** The messages that several pages share. */
export function findSharedFlash(language: Language, done: string | undefined): Html | undefined {
  return findFlash(messages(language).panel.parts.notices, done);
}

export function flash(text: string): Html {
  return html`<p class="flash">${text}</p>`;
}

/** A path with the key of a shared message. */
export function withFlash(path: string, done: keyof Notices): string {
  return `${path}${path.includes('?') ? '&' : '?'}done=${done}`;
}
