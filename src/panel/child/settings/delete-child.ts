import { planChildDeletion } from '../../../features/data-rights/index.ts';
import { computeDeletionTime } from '../../../features/guardianship/index.ts';
import { type Html, html } from '../../../platform/html.ts';
import { Redirect } from '../../../platform/http/responses/responses.ts';
import { type ChildPageRequest, defineChildForm, defineChildPage } from '../../endpoints.ts';
import { renderDangerZonePage } from '../../parts/danger-zone.ts';
import { formatLongDate } from '../../parts/format.ts';
import { renderButtonForm } from '../../parts/forms/form.ts';
import { runWithFreshCode } from '../../sign-in/confirm.ts';

export const showChildDelete = defineChildPage({
  summary: 'Show what deleting a child means',
  description:
    'If no fresh code has been entered, redirects to the page that asks for one. Redirects to the settings if the deletion is already planned.',
  run: (request) => {
    if (request.deletion?.with_account === null) return new Redirect(`${request.path}/settings`);
    return runWithFreshCode(request, `${request.path}/delete`, () => renderDeletePage(request));
  },
});

export const submitChildDelete = defineChildForm({
  summary: 'Plan the deletion of a child',
  description:
    'The profile is closed immediately and deleted after seven days. Until then, a guardian can cancel the deletion.',
  run: (request) => {
    const { ctx, parent, child } = request;
    return runWithFreshCode(request, `${request.path}/delete`, async () => {
      await planChildDeletion(ctx, parent, child.id);
      return new Redirect(`${request.path}/settings`);
    });
  },
});

function renderDeletePage(request: ChildPageRequest): Promise<Html> {
  const { ctx, child, language } = request;
  return renderDangerZonePage(request, {
    child,
    title: request.t.dangerZone.remove.title({ name: child.display_name }),
    intro: request.t.dangerZone.remove.intro({ day: formatLongDate(language, computeDeletionTime(ctx)) }),
    card: html`<div class="card">${renderButtonForm(request, `${request.path}/delete`, request.t.dangerZone.remove.submit, { variant: 'danger' })}</div>`,
  });
}
