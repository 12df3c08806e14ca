import type { PlannedDeletion } from '../../features/accounts/index.ts';
import { type Html, html } from '../../platform/html.ts';
import type { PanelRequest } from '../endpoints.ts';
import { formatLongDate } from '../parts/format.ts';
import { renderButtonForm } from '../parts/forms/form.ts';

/** Renders a notice of the day on which the parent's account will be deleted, with a button that cancels the deletion. */
export function renderAccountDeletionNotice(request: PanelRequest, { due_at }: PlannedDeletion): Html {
  const { language } = request;
  return html`<section class="card deletion-notice"><p>${request.t.account.page.plannedDeletion({ day: formatLongDate(language, due_at) })}</p>
${renderButtonForm(request, '/panel/account/keep', request.t.account.page.keep, { variant: 'primary' })}</section>`;
}
