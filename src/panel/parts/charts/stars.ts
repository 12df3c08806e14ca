import { type Html, html } from '../../../platform/html.ts';
import type { PanelMessages } from '../../endpoints.ts';

/** Renders one to three stars, with their number as text for screen readers. */
export function renderStars(t: PanelMessages, count: number): Html {
  const star = html`<svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true"><path d="m12 2.8 2.8 5.8 6.4.9-4.6 4.5 1.1 6.3L12 17.3l-5.7 3 1.1-6.3L2.8 9.5l6.4-.9L12 2.8Z"/></svg>`;
  return html`<span class="tag stars"><span class="visually-hidden">${t.parts.stars({ count })}</span>${Array.from({ length: count }, () => star)}</span>`;
}
