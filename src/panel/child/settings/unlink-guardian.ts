import { addSeconds } from '../../../core/time/instant.ts';
import { formatEmailForDisplay, listGuardiansWithDeletion, type Profile } from '../../../features/accounts/index.ts';
import {
  computeDeletionTime,
  LEAVING_SECONDS,
  leaveChild,
  unlinkGuardian,
} from '../../../features/guardianship/index.ts';
import { createNotFoundError } from '../../../platform/api-errors.ts';
import { type Html, html } from '../../../platform/html.ts';
import { Redirect } from '../../../platform/http/responses/responses.ts';
import { type ChildPageRequest, defineChildForm, defineChildPage } from '../../endpoints.ts';
import { renderDangerZonePage } from '../../parts/danger-zone.ts';
import { formatLongDate } from '../../parts/format.ts';
import { TextField } from '../../parts/forms/field.ts';
import { renderButtonForm } from '../../parts/forms/form.ts';
import { runWithFreshCode } from '../../sign-in/confirm.ts';

export const showUnlink = defineChildPage({
  summary: 'Show what unlinking a guardian means',
  description: 'If no fresh code has been entered, redirects to the page that asks for one.',
  query: { guardian: TextField },
  run: (request, { query: { guardian: guardianId } }) =>
    runWithFreshCode(request, getUnlinkPath(request, guardianId), () => renderUnlinkPage(request, guardianId)),
});

export const submitUnlink = defineChildForm({
  summary: 'Unlink a guardian from a child',
  body: { guardian: TextField },
  run: (request, { body: { guardian: guardianId } }) => {
    const { ctx, parent, child } = request;
    return runWithFreshCode(request, getUnlinkPath(request, guardianId), async () => {
      const isSelf = guardianId === parent.profileId;
      await (isSelf ? leaveChild(ctx, parent, child.id) : unlinkGuardian(ctx, parent, child.id, guardianId));
      return new Redirect(`${request.path}/settings?done=${isSelf ? 'leaving' : 'unlinked'}`);
    });
  },
});

function getUnlinkPath({ path }: ChildPageRequest, guardianId: string): string {
  return `${path}/unlink?${new URLSearchParams({ guardian: guardianId })}`;
}

async function renderUnlinkPage(request: ChildPageRequest, guardianId: string): Promise<Html> {
  const { ctx, child } = request;
  const guardian = (await listGuardiansWithDeletion(ctx, child.id)).find(({ id }) => id === guardianId);
  if (!guardian) throw createNotFoundError();
  const { unlink, leave } = request.t.dangerZone;
  const isSelf = guardianId === request.parent.profileId;
  const fields = { guardian: guardianId };
  const button = renderButtonForm(request, `${request.path}/unlink`, isSelf ? leave.submit : unlink.submit, {
    variant: 'danger',
    fields,
  });
  const name = child.display_name;
  const title = isSelf ? leave.title({ name }) : unlink.title({ who: formatEmailForDisplay(guardian.email), name });
  const card = html`<div class="card">${await describeConsequences(request, guardian)}${button}</div>`;
  return renderDangerZonePage(request, { child, title, intro: isSelf ? leave.intro : unlink.intro, card });
}

/** Describes what happens to the child if no other guardian remains, or if all others will delete their accounts. */
async function describeConsequences(
  { ctx, parent, child, path, deletion, language, t }: ChildPageRequest,
  guardian: Profile,
): Promise<Html | string> {
  const otherGuardians = (await listGuardiansWithDeletion(ctx, child.id)).filter(({ id }) => id !== guardian.id);
  const waitSeconds = guardian.id === parent.profileId ? LEAVING_SECONDS : 0;
  const day = formatLongDate(language, deletion?.due_at ?? addSeconds(computeDeletionTime(ctx), waitSeconds));
  if (otherGuardians.length === 0) {
    if (deletion?.with_account === null) return html`<p>${t.dangerZone.unlink.lastPlanned({ day })}</p>`;
    return html`<p>${t.dangerZone.unlink.lastGuardian}</p><p>${t.dangerZone.unlink.eraseInstead}</p>
<p><a class="button outline danger" href="${path}/delete">${t.dangerZone.remove.submit}</a></p>`;
  }
  return otherGuardians.some(({ deletion_due_at }) => deletion_due_at === null)
    ? ''
    : html`<p>${t.dangerZone.unlink.othersLeaving({ day })}</p>`;
}
