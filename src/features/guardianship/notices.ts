import type { PanelParent } from '../../core/requests/caller.ts';
import { languageFor } from '../../core/text/languages.ts';
import { addSeconds, DAY } from '../../core/time/instant.ts';
import type { Context, UnitOfWork } from '../../platform/context.ts';
import type { EmailRecipient } from '../../platform/email/compose.ts';
import type { EmailKind } from '../../platform/email/rules.ts';
import type { Email } from '../../platform/email/transport.ts';
import { countAgainstLimit, GUARDIAN_NOTICE_LIMIT } from '../access/index.ts';
import { findProfile, listGuardians, type Profile } from '../accounts/index.ts';
import { exportEmail, type GuardianAction, newPinEmail } from './emails.ts';

type Compose = (recipient: EmailRecipient) => Email;

/** Enqueues an email to a parent, in the parent's language. The topic is unique, so that no email replaces another. */
export async function notifyParent(
  { ctx, tx, now }: UnitOfWork,
  { email, language }: Pick<Profile, 'email' | 'language'>,
  { topic, kind }: { readonly topic: string; readonly kind: EmailKind },
  compose: Compose,
): Promise<void> {
  if (email === null) return;
  await ctx.mail.enqueue(tx, compose({ email, language: languageFor(language) }), {
    topic: `${topic} ${ctx.random.timeId()}`,
    now,
    expiresAt: addSeconds(now, 3 * DAY),
    kind,
  });
}

/**
 * Enqueues an email about what a parent did, which the same parent can repeat at will: at most five a day on the same
 * topic, so that these emails neither fill the outbox nor delay others to the recipient.
 */
export async function notifyOfAction(
  unit: UnitOfWork,
  recipient: Pick<Profile, 'id' | 'email' | 'language'>,
  { topic, actorId }: { readonly topic: string; readonly actorId: string },
  compose: Compose,
): Promise<void> {
  // A hash, because nothing with the id of a deleted profile may remain (gap 96).
  const subject = unit.ctx.secrets.lookup('notice', `${topic} by ${actorId} to ${recipient.id}`);
  const { within } = await countAgainstLimit(unit.tx, GUARDIAN_NOTICE_LIMIT, subject, unit.now);
  if (within) await notifyParent(unit, recipient, { topic, kind: 'security' }, compose);
}

/** Notifies a child's other guardians of a new PIN. */
export function notifyOfNewPin(unit: UnitOfWork, caller: PanelParent, child: Profile): Promise<void> {
  return notifyOtherGuardians(unit, caller, { topic: 'new pin', children: [child], compose: newPinEmail });
}

/** Notifies each child's other guardians that the stored data was downloaded. */
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
