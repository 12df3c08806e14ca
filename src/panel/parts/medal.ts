import type { Static } from 'typebox';
import type { BadgeSchema } from '../../features/progress/index.ts';
import { type Html, html } from '../../platform/html.ts';

type Rarity = Static<typeof BadgeSchema>['rarity'];

/**
 * The number of points of a medal's rim, and the radii between which the rim zigzags. A rarer badge has a more
 * elaborate rim.
 */
const RIMS: Readonly<Record<Rarity, readonly [points: number, outer: number, inner: number]>> = {
  common: [48, 43, 43],
  rare: [14, 45, 40],
  epic: [20, 47, 40],
  legendary: [10, 48, 37],
};

/** Renders the frame of a medal around the picture of a badge. */
export function renderMedal(rarity: Rarity, picture: Html | ''): Html {
  const rim = computeRimPath(rarity);
  return html`<span class="medal ${rarity}"><svg viewBox="0 0 100 112" aria-hidden="true"><path class="ribbon" d="M28 60L16 104l16-5 11 12 7-30 7 30 11-12 16 5-12-44z"/><path class="edge" d="${rim}" transform="translate(0 3)"/><path class="rim" d="${rim}"/><circle class="ring" cx="50" cy="49" r="35"/><circle class="face" cx="50" cy="49" r="32"/></svg>${picture}</span>`;
}

function computeRimPath(rarity: Rarity): string {
  const [points, outer, inner] = RIMS[rarity];
  const corners = Array.from({ length: points * 2 }, (_, i) => {
    const angle = (i / points) * Math.PI;
    const radius = i % 2 ? inner : outer;
    return `${(50 + radius * Math.sin(angle)).toFixed(1)} ${(49 - radius * Math.cos(angle)).toFixed(1)}`;
  });
  return `M${corners.join('L')}z`;
}
