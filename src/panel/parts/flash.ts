import { type Html, html } from '../../platform/html.ts';
import type { PanelMessages } from '../endpoints.ts';

type Notices = PanelMessages['parts']['notices'];

/**
 * Finds the message to show at the top of a page after a form was accepted. The redirect contains the key of the message in
 * `done`. Only the given messages can be shown, so a forged link cannot show any other text on the page.
 */
export function findFlash(texts: Readonly<Record<string, string>>, key: string | undefined): Html | undefined {
  const text = key !== undefined && Object.hasOwn(texts, key) ? texts[key] : undefined;
  return text === undefined ? undefined : renderFlash(text);
}

export function renderFlash(text: string): Html {
  return html`<p class="flash">${text}</p>`;
}

/** Adds the key of a shared message to a path. */
export function addFlash(path: string, key: keyof Notices): string {
  return `${path}${path.includes('?') ? '&' : '?'}done=${key}`;
}
