import { type Html, html } from '../../platform/html.ts';
import { assetUrl } from '../assets.ts';

/** Where nothing is yet: what will be here, and how it comes. */
export function emptyState(title: string, more: string): Html {
  return html`<div class="empty"><img src="${assetUrl('icon.svg')}" alt="" width="48" height="48"><h2>${title}</h2><p>${more}</p></div>`;
}
