import type { AnswerPicture } from '../../features/learning/index.ts';
import type { Context } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';
import { toRelativePath } from './paths.ts';

/** Renders a picture with the correct areas and the point that the child chose. The text next to it has the same meaning. */
export function renderAnswerPicture(
  ctx: Context,
  { url, width, height, alt_text, point, right_areas }: AnswerPicture,
): Html {
  const areas = right_areas.map((area) => {
    const rectangle = {
      x: area.x * width,
      y: area.y * height,
      width: area.width * width,
      height: area.height * height,
    };
    const renderRectangle = (className: string) =>
      html`<rect class="${className}" x="${round(rectangle.x)}" y="${round(rectangle.y)}" width="${round(rectangle.width)}" height="${round(rectangle.height)}" rx="4"/>`;
    return html`${renderRectangle('halo')}${renderRectangle('area')}`;
  });
  const mark = point ? html`<g transform="${computeMarkTransform(point, { width, height })}">${renderCross()}</g>` : '';
  return html`<svg class="answer-picture" viewBox="0 0 ${width} ${height}" role="img" aria-label="${alt_text}"><image href="${toRelativePath(ctx, url)}" width="${width}" height="${height}"/>${areas}${mark}</svg>`;
}

/**
 * Computes the SVG transform that moves the cross to a point. The cross has the same size on all pictures and is never cut off.
 */
function computeMarkTransform(
  point: { x: number; y: number },
  { width, height }: { width: number; height: number },
): string {
  const scale = width / 400; // pictures are at most 400 CSS pixels wide (.answer-picture)
  const margin = 14 * scale; // half the size of the cross, with its outline
  const keepInside = (position: number, length: number) => round(Math.min(length - margin, Math.max(margin, position)));
  return `translate(${keepInside(point.x * width, width)} ${keepInside(point.y * height, height)}) scale(${round(scale)})`;
}

/** Renders the mark of the child's answer, next to the text of the answer. */
export function renderChildMark(): Html {
  return html`<svg class="answer-mark" viewBox="-16 -16 32 32" width="18" height="18" aria-hidden="true">${renderCross()}</svg>`;
}

/** Renders the mark of a correct area, next to the text of the correct answer. */
export function renderAreaMark(): Html {
  return html`<svg class="answer-mark" viewBox="-16 -16 32 32" width="18" height="18" aria-hidden="true"><rect class="halo" x="-12" y="-12" width="24" height="24" rx="4"/><rect class="area" x="-12" y="-12" width="24" height="24" rx="4"/></svg>`;
}

function renderCross(): Html {
  return html`<path class="halo" d="M-10-10 10 10M10-10-10 10"/><path class="chosen-point" d="M-10-10 10 10M10-10-10 10"/>`;
}

const round = (value: number) => Number(value.toFixed(2));
