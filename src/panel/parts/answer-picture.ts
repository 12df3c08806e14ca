import type { AnswerPicture } from '../../features/learning/index.ts';
import type { Context } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';
import { relativePath } from './paths.ts';

/** A picture with the right areas and the place that the child chose. The places are also in the text beside it. */
export function answerPicture(ctx: Context, { url, width, height, alt_text, point, right_areas }: AnswerPicture): Html {
  const areas = right_areas.map((area) => {
    const place = { x: area.x * width, y: area.y * height, width: area.width * width, height: area.height * height };
    const rectangle = (className: string) =>
      html`<rect class="${className}" x="${round(place.x)}" y="${round(place.y)}" width="${round(place.width)}" height="${round(place.height)}" rx="4"/>`;
    return html`${rectangle('halo')}${rectangle('area')}`;
  });
  const mark = point ? html`<g transform="${placeMark(point, { width, height })}">${cross()}</g>` : '';
  return html`<svg class="answer-picture" viewBox="0 0 ${width} ${height}" role="img" aria-label="${alt_text}"><image href="${relativePath(ctx, url)}" width="${width}" height="${height}"/>${areas}${mark}</svg>`;
}

/** Moves the cross to a place. It has the same size on all pictures, and is not cut off at their edges. */
function placeMark(point: { x: number; y: number }, { width, height }: { width: number; height: number }): string {
  const scale = width / 400; // the width at which the picture is shown
  const margin = 14 * scale;
  const keepInside = (place: number, size: number) => round(Math.min(size - margin, Math.max(margin, place)));
  return `translate(${keepInside(point.x * width, width)} ${keepInside(point.y * height, height)}) scale(${round(scale)})`;
}

/** The mark of the child's answer, beside its text. */
export function childMark(): Html {
  return html`<svg class="answer-mark" viewBox="-16 -16 32 32" width="18" height="18" aria-hidden="true">${cross()}</svg>`;
}

/** The mark of a right area, beside its text. */
export function areaMark(): Html {
  return html`<svg class="answer-mark" viewBox="-16 -16 32 32" width="18" height="18" aria-hidden="true"><rect class="halo" x="-12" y="-12" width="24" height="24" rx="4"/><rect class="area" x="-12" y="-12" width="24" height="24" rx="4"/></svg>`;
}

function cross(): Html {
  return html`<path class="halo" d="M-10-10 10 10M10-10-10 10"/><path class="choice" d="M-10-10 10 10M10-10-10 10"/>`;
}

const round = (n: number) => Number(n.toFixed(2));
