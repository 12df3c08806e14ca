import type { Static } from 'typebox';
import type { SubmissionSchema } from '../../features/learning/index.ts';
import { type Html, html } from '../../platform/html.ts';
import type { PanelRequest } from '../endpoints.ts';
import { toRelativePath } from './paths.ts';

type Submission = Pick<Static<typeof SubmissionSchema>, 'media' | 'text' | 'caption'> & { readonly title: string };

/**
 * Renders what a child submitted: pictures as links to their files, sounds with a player, and texts. `hx-boost="false"`
 * prevents htmx from inserting the bytes of a picture into the page.
 */
export function renderSubmissionContent({ ctx, t }: PanelRequest, { title, media, text, caption }: Submission): Html {
  const files = media.map(({ url, mime }, i) => {
    const path = toRelativePath(ctx, url);
    if (mime.startsWith('audio/'))
      return html`<audio controls preload="none" src="${path}" aria-label="${t.child.submissions.sound({ title })}"></audio>`;
    return html`<a href="${path}" hx-boost="false"><img src="${path}" alt="${t.child.submissions.picture({ title, n: i + 1 })}" loading="lazy" width="640" height="480"></a>`;
  });
  return html`${media.length > 0 ? html`<div class="submission-media">${files}</div>` : ''}${text ? html`<p class="user-text submission-text">${text}</p>` : ''}${caption ? html`<p class="user-text hint">${caption}</p>` : ''}`;
}
