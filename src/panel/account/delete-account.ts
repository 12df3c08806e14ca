import { listChildrenDeletedWithAccount, planAccountDeletion } from '../../features/data-rights/index.ts';
import { computeDeletionTime } from '../../features/guardianship/index.ts';
import { type Html, html } from '../../platform/html.ts';
import { Redirect } from '../../platform/http/responses/responses.ts';
import { definePanelForm, definePanelPage, type PanelRequest } from '../endpoints.ts';
import { renderDangerZonePage } from '../parts/danger-zone.ts';
import { formatLongDate } from '../parts/format.ts';
import { renderButtonForm } from '../parts/forms/form.ts';
import { runWithFreshCode } from '../sign-in/confirm.ts';

const PATH = '/panel/account/delete';

export const showAccountDelete = definePanelPage({
  summary: 'Show what deleting the account means',
  description:
    'If no fresh code has been entered, redirects to the page that asks for one. Redirects to the account if its deletion is already planned.',
  run: async (request) => {
    const { deletions } = await request.loadFamily();
    if (deletions.has(request.parent.profileId)) return new Redirect('/panel/account');
    return runWithFreshCode(request, PATH, () => renderDeletePage(request));
  },
});

export const submitAccountDelete = definePanelForm({
  summary: 'Plan the deletion of the account',
  description: 'The account is deleted after seven days, with the children that have no other guardian.',
  run: (request) =>
    runWithFreshCode(request, PATH, async () => {
      await planAccountDeletion(request.ctx, request.parent);
      return new Redirect('/panel/account');
    }),
});

async function renderDeletePage(request: PanelRequest): Promise<Html> {
  const { ctx, parent, language } = request;
  const t = request.t.dangerZone.account;
  const children = await listChildrenDeletedWithAccount(ctx, parent.profileId);
  const childItems = children.map(({ display_name }) => html`<li><bdi>${display_name}</bdi></li>`);
  const deletedChildren = html`<p>${t.deletedChildren}</p><ul>${childItems}</ul><p class="hint">${t.keepHint}</p>`;
  const button = renderButtonForm(request, PATH, t.submit, { variant: 'danger' });
  return renderDangerZonePage(request, {
    title: t.removeTitle,
    intro: t.removeIntro({ day: formatLongDate(language, computeDeletionTime(ctx)) }),
    card: html`<div class="card">${children.length > 0 ? deletedChildren : ''}${button}</div>`,
  });
}
