import { formatEmailForDisplay } from '../../features/accounts/index.ts';
import { listVouchingsAround } from '../../features/guardianship/index.ts';
import { type Html, html } from '../../platform/html.ts';
import type { PanelRequest } from '../endpoints.ts';
import { formatInstant } from '../parts/format.ts';
import { renderButtonForm } from '../parts/forms/form.ts';
import { getChildPath } from '../parts/paths.ts';

const PRIMARY = { variant: 'primary' } as const;

/** Renders what takes away a parent's access unless somebody stops it: departures of the parent, and vouchings for the family's guardians. */
export async function renderGuardianNotices(request: PanelRequest): Promise<Html> {
  return html`${await renderDepartures(request)}${await renderVouchings(request)}`;
}

async function renderDepartures(request: PanelRequest): Promise<Html[]> {
  const { children } = await request.loadFamily();
  if (children.every(({ leaves_at }) => leaves_at === null)) return [];
  const timeZone = await request.loadTimeZone();
  return children.flatMap(({ leaves_at, ...child }) => {
    if (leaves_at === null) return [];
    const at = formatInstant(request.language, leaves_at, timeZone);
    const text = request.t.children.page.leaving({ name: child.display_name, at });
    return renderNotice(
      text,
      renderButtonForm(request, `${getChildPath(child)}/stay`, request.t.child.settings.stay, PRIMARY),
    );
  });
}

async function renderVouchings(request: PanelRequest): Promise<Html[]> {
  const { ctx, parent, language, t } = request;
  const vouchings = await listVouchingsAround(ctx, parent.profileId);
  if (vouchings.length === 0) return [];
  const timeZone = await request.loadTimeZone();
  return vouchings.map(({ parent: guardian, voucher, newEmail, opensAt, childId }) => {
    const details = { who: formatEmailForDisplay(voucher.email), at: formatInstant(language, opensAt, timeZone) };
    if (guardian.id === parent.profileId)
      return renderNotice(
        t.account.address.vouching({ ...details, email: newEmail }),
        renderButtonForm(request, '/panel/account/address/cancel', t.account.address.cancel, PRIMARY),
      );
    const { vouching, vouchingDetails, stopVouching } = t.child.settings;
    const path = `/panel/children/${childId}/vouch/stop`;
    return renderNotice(
      html`<b>${vouching({ email: formatEmailForDisplay(guardian.email) })}</b><br>${vouchingDetails({ ...details, email: formatEmailForDisplay(newEmail) })}`,
      renderButtonForm(request, path, stopVouching, { ...PRIMARY, fields: { guardian: guardian.id } }),
    );
  });
}

function renderNotice(text: Html | string, form: Html): Html {
  return html`<section class="card deletion-notice"><p>${text}</p>${form}</section>`;
}
