const PART_PATTERN = /<svg[^>]*>.*?<\/svg>|<(?:circle|ellipse|path|rect)[^>]*\/>/gs;
/** The first parts of the picture appear this many seconds after each other; many parts appear faster. */
const SECONDS_PER_PART = 0.45;
const MAX_SECONDS = 4;

/**
 * Lets the parts of a picture that `previousSvg` does not have appear one after the other. A picture that moves by itself stays as it is.
 * Without a previous picture, and for people who prefer reduced motion, nothing moves.
 */
export function animateNewParts(svg: string, previousSvg: string | undefined): string {
  if (!previousSvg || svg.includes('<style>')) return svg;
  const [root = '', content = ''] = svg.split(/(?<=^<svg[^>]*>)/);
  const previousParts = new Set(previousSvg.replace(/^<svg[^>]*>/, '').match(PART_PATTERN));
  const [background, ...parts] = content.match(PART_PATTERN) ?? [];
  const newParts = parts.filter((part) => !previousParts.has(part));
  if (newParts.length === 0 || newParts.length === parts.length) return svg;
  const delay = Math.min(SECONDS_PER_PART, MAX_SECONDS / newParts.length);
  let newCount = 0;
  const animated = content.replace(PART_PATTERN, (part) => {
    if (part === background || previousParts.has(part)) return part;
    newCount += 1;
    return `<g class="new" style="animation-delay:${(newCount * delay).toFixed(2)}s">${part}</g>`;
  });
  return `${root}<style>@media (prefers-reduced-motion:no-preference){.new{animation:appear .4s both}}@keyframes appear{from{opacity:0}}</style>${animated}`;
}
