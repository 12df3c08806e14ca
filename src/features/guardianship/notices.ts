import type { PanelParent } from '../../core/requests/caller.ts';
import { messages } from '../../locales/index.ts';
import type { Context, UnitOfWork } from '../../platform/context.ts';
import { composeEmail, type EmailRecipient } from '../../platform/email/compose.ts';
import type { Email } from '../../platform/email/transport.ts';
import { displayEmail, findProfile, listGuardians, nameInEmail, type Profile } from '../accounts/index.ts';
import { notifyOfAction } from './notify-parent.ts';

/** What another guardian did, and to which of the recipient's children. */
interface GuardianAction {
  readonly actorEmail: string;
  readonly children: readonly Profile[];
}

/** Notifies a child's other guardians of a new PIN. */
export function notifyOfNewPin(unit: UnitOfWork, caller: PanelParent, child: Profile): Promise<void> {
  return notifyOtherGuardians(unit, caller, { topic: 'new pin', children: [child], compose: newPinEmail });
}

/** Notifies each child's other guardians that its stored data was downloaded. */
export function notifyOfExport(unit: UnitOfWork, caller: PanelParent, children: readonly Profile[]): Promise<void> {
  return notifyOtherGuardians(unit, caller, { topic: 'export', children, compose: exportEmail });
}

interface Notice {
  readonly topic: string;
  readonly children: readonly Profile[];
  readonly compose: (ctx: Context, recipient: EmailRecipient, action: GuardianAction) => Email;
}

/** Sends one email to each guardian about all affected children. */
async function notifyOtherGuardians(
  unit: UnitOfWork,
  { profileId }: PanelParent,
  { topic, children, compose }: Notice,
) {
  const { ctx, tx } = unit;
  const actorEmail = (await findProfile(tx, profileId))?.email ?? '';
  const affectedByGuardian = new Map<string, { guardian: Profile; affected: Profile[] }>();
  for (const child of children) {
    for (const guardian of await listGuardians(tx, child.id)) {
      if (guardian.id === profileId) continue;
      const entry = affectedByGuardian.get(guardian.id) ?? { guardian, affected: [] };
      entry.affected.push(child);
      affectedByGuardian.set(guardian.id, entry);
    }
  }
  for (const { guardian, affected } of affectedByGuardian.values()) {
    await notifyOfAction(unit, guardian, { topic, actorId: profileId }, (recipient) =>
      compose(ctx, recipient, { actorEmail, children: affected }),
    );
  }
}

function newPinEmail({ settings }: Context, recipient: EmailRecipient, action: GuardianAction): Email {
  const { actorEmail, children } = action;
  const [child] = children;
  const { subject, body, talk, button } = messages(recipient.language).emails.guardianship.newPin;
  const text = child ? body({ who: displayEmail(actorEmail), name: nameInEmail(child) }) : '';
  const url = `${settings.baseUrl}/panel/children/${child?.id}/settings`;
  return composeEmail(recipient, { subject, parts: [text, talk, { label: button, url }] });
}

function exportEmail({ settings }: Context, recipient: EmailRecipient, action: GuardianAction): Email {
  const { actorEmail, children } = action;
  const { subject, body, talk, button } = messages(recipient.language).emails.guardianship.export;
  const list = { heading: body({ who: displayEmail(actorEmail) }), lines: children.map(nameInEmail) };
  const parts = [list, talk, { label: button, url: `${settings.baseUrl}/panel` }];
  return composeEmail(recipient, { subject, parts });
}
