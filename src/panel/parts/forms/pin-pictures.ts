import { type Html, html } from '../../../platform/html.ts';
import type { PanelMessages } from '../../endpoints.ts';

/** The pictures in place of the digits 0 to 9, as the child's app shows them. A test ensures that both lists are equal. */
export const DIGIT_PICTURES = [
  'frog',
  'sun-with-face',
  'dolphin',
  'balloon',
  'rocket',
  'tulip',
  'honeybee',
  'star',
  'rabbit',
  'sailboat',
] as const;

/**
 * Renders the pictures of a PIN below its input (`renderNewPinInput`). A tap on a picture adds its digit to the input. panel.js enables
 * the buttons and shows the chosen pictures; without it they say which picture stands for which digit. If the form asks for the birth
 * year, too, panel.js shows the pictures only for children born in `firstYear` or later.
 */
export function renderPinPictures(t: PanelMessages, firstYear?: number): Html {
  const { legend, tap, chosen, clear, names } = t.parts.pinPictures;
  const buttons = DIGIT_PICTURES.map(
    (picture, digit) =>
      html`<li><button type="button" data-digit="${digit}"><img src="/pictures/${picture}.svg" alt="${names[digit] ?? ''}" width="40" height="40">${digit}</button></li>`,
  );
  return html`<fieldset class="pin-pictures" disabled${firstYear === undefined ? '' : html` data-first-year="${firstYear}"`}><legend>${legend}</legend>
<p class="hint needs-script">${tap}</p>
<p class="chosen needs-script" role="status" aria-label="${chosen}"></p>
<ul>${buttons}</ul>
<button class="button outline needs-script" type="button" data-clear-pin>${clear}</button></fieldset>`;
}
