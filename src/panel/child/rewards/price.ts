import { type Html, html } from '../../../platform/html.ts';
import type { PanelRequest } from '../../endpoints.ts';
import { renderIcon } from '../../parts/pictures.ts';

/** Renders a number of stars as a number and a star, with words for screen readers. */
export function renderPrice({ t }: Pick<PanelRequest, 't'>, stars: number): Html {
  return html`<span class="price"><span aria-hidden="true">${stars}${renderIcon('star')}</span><span class="visually-hidden">${t.child.rewards.stars({ count: stars })}</span></span>`;
}
