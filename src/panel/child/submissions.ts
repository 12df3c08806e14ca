import { type Static, Type } from 'typebox';
import { type Language, languageFor } from '../../core/languages.ts';
import { listChildSubmissions, SubmissionShape } from '../../features/learning/index.ts';
import { messages } from '../../locales/index.ts';
import type { Context } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';
import { submissionReviewForm } from '../approvals/review-forms.ts';
import { stars } from '../parts/charts/stars.ts';
import { emptyState } from '../parts/empty.ts';
import { formatMoment } from '../parts/format.ts';
import { relativePath } from '../parts/paged-list.ts';
import { stickerPicture } from '../parts/stickers.ts';

import { type ChildList, childTable } from './child-list.ts';

const WorkShape = Type.Object({
  ...SubmissionShape.properties,
  title: Type.String({ description: 'of the task' }),
});
type Work = Static<typeof WorkShape>;

export const submissionsList: ChildList<typeof WorkShape> = {
  name: 'submissions',
  page: 'works',
  summary: 'What a child has handed in for a parent to look at',
  description: 'The newest first.',
  item: WorkShape,
  async load(ctx, caller, { id }, offset) {
    const { rows, total } = await listChildSubmissions(ctx, caller, id, offset);
    return {
      rows: rows.map(({ profile_id, child_name, task_title, ...work }) => ({ ...work, title: task_title })),
      total,
    };
  },
  view(ctx, reading) {
    const { locale, zone, childId } = reading;
    const language = languageFor(locale);
    const t = messages(language).panel.submissions;
    const deciding = { ...reading, back: `/panel/children/${childId}/works` };
    return {
      kind: 'cards works',
      empty: emptyState(t.none, t.noneMore),
      row: (work) => html`<article class="work" id="work-${work.id}">
<h2 class="what">${work.title}</h2>
<p class="hint">${formatMoment(language, work.submitted_at, zone)}</p>
${submissionView(ctx, language, work)}
<p class="marks"><span class="mark ${TONES[work.status]}">${work.auto_approved ? t.byItself : t[work.status]}</span></p>
${feedbackView(language, work)}
${work.status === 'pending_review' ? submissionReviewForm(ctx, deciding, work.id) : ''}
</article>`,
    };
  },
};

export const listSubmissionsOfChild = childTable(submissionsList);

/** What was made: pictures to open, sounds to hear, words to read. */
export function submissionView(
  ctx: Context,
  language: Language,
  { title, media, text, caption }: Pick<Work, 'title' | 'media' | 'text' | 'caption'>,
): Html {
  const t = messages(language).panel.submissions;
  const shown = media.map(({ url, mime }, i) => {
    const path = relativePath(ctx.settings.baseUrl, url);
    if (mime.startsWith('audio/'))
      return html`<audio controls preload="none" src="${path}" aria-label="${t.sound({ title })}"></audio>`;
    return html`<a href="${path}" hx-boost="false"><img src="${path}" alt="${t.picture({ title, n: i + 1 })}" loading="lazy" width="640" height="480"></a>`;
  });
  return html`${media.length > 0 ? html`<div class="made">${shown}</div>` : ''}${text ? html`<p class="said written">${text}</p>` : ''}${caption ? html`<p class="said hint">${caption}</p>` : ''}`;
}

function feedbackView(language: Language, { feedback }: Work): Html | string {
  if (!feedback) return '';
  const { sticker, text, stars: given } = feedback;
  return html`<div class="feedback">${sticker ? stickerPicture(language, sticker, 48) : ''}<div>${given ? stars(language, given) : ''}${text ? html`<p class="said">${text}</p>` : ''}</div></div>`;
}

const TONES: Readonly<Record<Work['status'], string>> = {
  pending_review: 'warm',
  approved: 'good',
  changes_requested: '',
  withdrawn: '',
};
