import type { Badge } from '../../../../typescript/src/index.ts';
import { toLocalPath } from '../local-path.ts';

/**
 * The number of points of a medal's rim, and the radii between which the rim zigzags. A rarer badge has a more
 * elaborate rim.
 */
const RIMS: Readonly<Record<Badge['rarity'], readonly [pointCount: number, outerRadius: number, innerRadius: number]>> =
  { common: [48, 43, 43], rare: [14, 45, 40], epic: [20, 47, 40], legendary: [10, 48, 37] };

/** The picture of a badge in the frame of a medal. */
export function Medal({ badge: { icon_url, rarity } }: { badge: Pick<Badge, 'icon_url' | 'rarity'> }) {
  const rim = buildRimPath(rarity);
  return (
    <span class={`medal ${rarity}`}>
      <svg viewBox="0 0 100 112" aria-hidden="true">
        <path class="ribbon" d="M28 60L16 104l16-5 11 12 7-30 7 30 11-12 16 5-12-44z" />
        <path class="edge" d={rim} transform="translate(0 3)" />
        <path class="rim" d={rim} />
        <circle class="ring" cx="50" cy="49" r="35" />
        <circle class="face" cx="50" cy="49" r="32" />
      </svg>
      <img class="dim-in-dark" src={toLocalPath(icon_url)} alt="" />
    </span>
  );
}

function buildRimPath(rarity: Badge['rarity']): string {
  const [pointCount, outerRadius, innerRadius] = RIMS[rarity];
  const corners = Array.from({ length: pointCount * 2 }, (_, i) => {
    const angle = (i / pointCount) * Math.PI;
    const radius = i % 2 ? innerRadius : outerRadius;
    return `${(50 + radius * Math.sin(angle)).toFixed(1)} ${(49 - radius * Math.cos(angle)).toFixed(1)}`;
  });
  return `M${corners.join('L')}z`;
}
