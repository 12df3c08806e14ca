import { html } from '../../platform/html.ts';
import { definePublicPage } from '../endpoints.ts';
import { renderLayout } from '../layout/layout.ts';
import { renderPrivacyNotice } from '../parts/privacy-notice.ts';

/** The notice that everybody can read before there is an account, in the language of the browser or of the signed-in parent. */
export const showPublicPrivacy = definePublicPage({
  summary: 'Explain to parents and children what is stored, why, for how long, and who sees it',
  run: ({ ctx, locale, t: { privacy } }) => {
    const main = html`<div class="prose"><h1>${privacy.title}</h1>${renderPrivacyNotice(ctx, privacy)}</div>`;
    return renderLayout({ title: privacy.title, locale, main });
  },
});
