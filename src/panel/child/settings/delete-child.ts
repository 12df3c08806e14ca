import { planChildDeletion } from '../../../features/data-rights/index.ts';
import { computeDeletionTime } from '../../../features/guardianship/index.ts';
import { getMessages } from '../../../locales/index.ts';
import { type Html, html } from '../../../platform/html.ts';
import { Redirect } from '../../../platform/http/responses/responses.ts';
import { type ChildPageRequest, childForm, childPage } from '../../endpoints.ts';
import { dangerZonePage } from '../../parts/danger-zone.ts';
import { formatLongDate } from '../../parts/format.ts';
import { buttonForm } from '../../parts/forms/form.ts';
import { childPath } from '../../parts/paths.ts';
import { requireFreshCode } from '../../sign-in/confirm.ts';

export const showChildDelete = childPage({
  summary: 'Show what deleting a child means',
  description: 'Redirects to the page that asks for a fresh code first, and to the settings if it is planned already.',
  run: (request) => {
    if (request.deletion?.with_account === null) return new Redirect(`${childPath(request.child)}/settings`);
    return requireFreshCode(request, deletePath(request), () => deletePage(request));
  },
});

export const submitChildDelete = childForm({
  summary: 'Plan the deletion of a child',
  description:
    'The profile is closed at once and deleted after seven days. Until then, a guardian can cancel the deletion.',
  run: (request) => {
    const { ctx, parent, child } = request;
    return requireFreshCode(request, deletePath(request), async () => {
      await planChildDeletion(ctx, parent, child.id);
      return new Redirect(`${childPath(child)}/settings`);
    });
  },
});

function deletePath({ child }: ChildPageRequest): string {
  return `${childPath(child)}/delete`;
}

function deletePage(request: ChildPageRequest): Promise<Html> {
  const { ctx, child, language } = request;
  const t = getMessages(language).panel.dangerZone.remove;
  return dangerZonePage(request, {
    child,
    title: t.title({ name: child.display_name }),
    intro: t.lead({ day: formatLongDate(language, computeDeletionTime(ctx)) }),
    card: html`<div class="card">${buttonForm(request, deletePath(request), t.submit, { variant: 'danger' })}</div>`,
  });
}
