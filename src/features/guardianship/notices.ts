import type { PanelParent } from '../../core/caller.ts';
import type { Language } from '../../core/languages.ts';
import { messages } from '../../locales/index.ts';
import type { Context, Unit } from '../../platform/context.ts';
import { composeEmail } from '../../platform/email/compose.ts';
import type { Email } from '../../platform/email/transport.ts';
import { GUARDIAN_NOTICES, spendBudget } from '../access/index.ts';
import { findProfile, listGuardians, nameInEmail, type Profile } from '../accounts/index.ts';
import { notifyParent } from './notify-parent.ts';

type Children = readonly Profile[];

/** Notifies a child's other guardians of a new PIN. */
export function notifyOfNewPin(unit: Unit, caller: PanelParent, child: Profile): Promise<void> {
  return notifyOtherGuardians(unit, caller, { topic: 'new pin', children: [child], compose: newPinEmail });
}

/** Notifies each child's other guardians that its stored data was downloaded. */
export function notifyOfExport(unit: Unit, caller: PanelParent, children: Children): Promise<void> {
  return notifyOtherGuardians(unit, caller, { topic: 'export', children, compose: exportEmail });
}

interface Notice {
  readonly topic: string;
  readonly children: Children;
  readonly compose: (ctx: Context, to: string, language: Language, actorEmail: string, children: Children) => Email;
}

/** Sends one email to each guardian about all affected children; at most 10 an hour for the same action by the same guardian. */
async function notifyOtherGuardians(unit: Unit, { profileId }: PanelParent, { topic, children, compose }: Notice) {
  const { tx, now } = unit;
  const actorEmail = (await findProfile(tx, profileId))?.email ?? '';
  const recipients = new Map<string, { guardian: Profile; children: Profile[] }>();
  for (const child of children) {
    for (const guardian of await listGuardians(tx, child.id)) {
      if (guardian.id === profileId) continue;
      const recipient = recipients.get(guardian.id) ?? { guardian, children: [] };
      recipient.children.push(child);
      recipients.set(guardian.id, recipient);
    }
  }
  for (const { guardian, children: affected } of recipients.values()) {
    const { within } = await spendBudget(tx, GUARDIAN_NOTICES, `${topic} by ${profileId} to ${guardian.id}`, now);
    if (within) await notifyParent(unit, guardian, topic, compose, actorEmail, affected);
  }
}

function newPinEmail(
  { settings }: Context,
  to: string,
  language: Language,
  actorEmail: string,
  [child]: Children,
): Email {
  const { subject, body, talk, button } = messages(language).guardianship.newPin;
  const text = child ? body({ who: actorEmail, name: nameInEmail(child) }) : '';
  const url = `${settings.baseUrl}/panel/children/${child?.id}/settings`;
  return composeEmail({ to, language, subject, parts: [text, talk, { label: button, url }] });
}

function exportEmail(
  { settings }: Context,
  to: string,
  language: Language,
  actorEmail: string,
  children: Children,
): Email {
  const { subject, body, talk, button } = messages(language).guardianship.export;
  const list = { heading: body({ who: actorEmail }), lines: children.map(nameInEmail) };
  const parts = [list, talk, { label: button, url: `${settings.baseUrl}/panel` }];
  return composeEmail({ to, language, subject, parts });
}
