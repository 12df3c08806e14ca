import type { AnswerPicture } from '../../features/learning/index.ts';
import type { Context } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';
import { toRelativePath } from './paths.ts';

/** A picture with the right areas and the place that the child chose. The places are also in the text beside it. */
export function renderAnswerPicture(
  ctx: Context,
  { url, width, height, alt_text, point, right_areas }: AnswerPicture,
): Html {
  const areas = right_areas.map((area) => {
    const place = { x: area.x * width, y: area.y * height, width: area.width * width, height: area.height * height };
    const renderRectangle = (className: string) =>
      html`<rect class="${className}" x="${round(place.x)}" y="${round(place.y)}" width="${round(place.width)}" height="${round(place.height)}" rx="4"/>`;
    return html`${renderRectangle('halo')}${renderRectangle('area')}`;
  });
  const mark = point ? html`<g transform="${placeMark(point, { width, height })}">${renderCross()}</g>` : '';
  return html`<svg class="answer-picture" viewBox="0 0 ${width} ${height}" role="img" aria-label="${alt_text}"><image href="${toRelativePath(ctx, url)}" width="${width}" height="${height}"/>${areas}${mark}</svg>`;
}

/** Moves the cross to a place. It has the same size on all pictures, and is not cut off at their edges. */
function placeMark(point: { x: number; y: number }, { width, height }: { width: number; height: number }): string {
  const scale = width / 400; // the width at which the picture is shown
  const margin = 14 * scale;
  const keepInside = (place: number, size: number) => round(Math.min(size - margin, Math.max(margin, place)));
  return `translate(${keepInside(point.x * width, width)} ${keepInside(point.y * height, height)}) scale(${round(scale)})`;
}

/** The mark of the child's answer, beside its text. */
export function renderChildMark(): Html {
  return html`<svg class="answer-mark" viewBox="-16 -16 32 32" width="18" height="18" aria-hidden="true">${renderCross()}</svg>`;
}

/** The mark of a right area, beside its text. */
export function renderArea(): Html {
  return html`<svg class="answer-mark" viewBox="-16 -16 32 32" width="18" height="18" aria-hidden="true"><rect class="halo" x="-12" y="-12" width="24" height="24" rx="4"/><rect class="area" x="-12" y="-12" width="24" height="24" rx="4"/></svg>`;
}

function renderCross(): Html {
  return html`<path class="halo" d="M-10-10 10 10M10-10-10 10"/><path class="choice" d="M-10-10 10 10M10-10-10 10"/>`;
}

const round = (n: number) => Number(n.toFixed(2));
