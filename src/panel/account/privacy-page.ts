import { confirmPrivacyPage, findPrivacyConfirmationTime } from '../../features/onboarding/index.ts';
import { html } from '../../platform/html.ts';
import { Redirect } from '../../platform/http/responses/responses.ts';
import { definePanelForm, definePanelPage } from '../endpoints.ts';
import { renderFlash, renderPanelLayout } from '../layout/panel-layout.ts';
import { formatLongDate } from '../parts/format.ts';
import { renderButtonForm } from '../parts/forms/form.ts';
import { renderPrivacyNotice } from '../parts/privacy-notice.ts';

export const showPrivacy = definePanelPage({
  summary: 'Explain what is stored about a family, and for how long',
  run: async (request) => {
    const { ctx, parent, language } = request;
    const t = request.t.privacy;
    const confirmedAt = await findPrivacyConfirmationTime(ctx, parent.profileId);
    const confirmation = confirmedAt
      ? renderFlash(t.confirmedOn({ day: formatLongDate(language, confirmedAt) }))
      : renderButtonForm(request, '/panel/privacy', t.confirm, { variant: 'primary' });
    const main = html`<a class="back-link" href="/panel/account">${t.back}</a>
<div class="prose"><h1>${t.title}</h1>${renderPrivacyNotice(ctx, t)}</div><div class="spaced">${confirmation}</div>`;
    return renderPanelLayout(request, { title: t.title, section: 'settings', main });
  },
});

/**
 * Completes the step `review_privacy` of onboarding. Opening the page is not enough, because a GET request must not change
 * anything.
 */
export const submitPrivacy = definePanelForm({
  summary: 'Confirm that the parent has read the explanation of what is stored',
  run: async ({ ctx, parent }) => {
    await confirmPrivacyPage(ctx, parent.profileId);
    return new Redirect('/panel/privacy');
  },
});
