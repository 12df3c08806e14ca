import type { Instant } from '../../core/instant.ts';
import type { Language } from '../../core/languages.ts';
import { messages } from '../../locales/index.ts';
import type { Context } from '../../platform/context.ts';
import { composeEmail } from '../../platform/email/compose.ts';
import type { Email } from '../../platform/email/transport.ts';
import { nameInEmail, type Profile } from '../accounts/index.ts';

type Child = Pick<Profile, 'id' | 'display_name' | 'pseudonym'>;
interface Parent {
  readonly id: string;
  readonly email: string | null;
}

/** Invites somebody, who may never have heard of this service, to be a further guardian. */
export function invitationEmail(
  { settings }: Context,
  to: string,
  language: Language,
  child: Child,
  from: string,
  token: string,
): Email {
  const t = messages(language).emails.guardianship.invitation;
  const button = { label: t.button, url: `${settings.baseUrl}/invitations/${token}` };
  const parts = [t.body({ from, name: nameInEmail(child) }), t.life, button];
  return composeEmail({ to, language, subject: t.subject, parts, foot: [t.not] });
}

/** Tells a guardian that there is one more. */
export function newGuardianEmail(ctx: Context, to: string, language: Language, child: Child, parent: Parent): Email {
  const t = messages(language).emails.guardianship.newGuardian;
  const name = nameInEmail(child);
  const parts = [t.body({ who: parent.email ?? '', name }), settingsButton(ctx, t.button, child)];
  return composeEmail({ to, language, subject: t.subject, parts });
}

/** Tells all who are concerned that a link has ended; those who stay, that a new PIN is due. */
export function guardianRemovedEmail(
  { settings }: Context,
  to: string,
  language: Language,
  child: Child,
  parent: Parent,
  stays: boolean,
): Email {
  const t = messages(language).emails.guardianship.guardianGone;
  const button = { label: t.button, url: `${settings.baseUrl}/panel/children/${child.id}/pin` };
  const parts = [t.body({ who: parent.email ?? '', name: nameInEmail(child) }), ...(stays ? [t.pin, button] : [])];
  return composeEmail({ to, language, subject: t.subject, parts });
}

/** Tells that a child goes because all its guardians do; a guardian can still keep it. */
export function leftBehindLetter(
  { settings }: Context,
  to: string,
  language: Language,
  child: Child,
  due: Instant,
  isGuardian: boolean,
): Email {
  const t = messages(language).emails.guardianship.leftBehind;
  const undo = [t.undo, { label: t.button, url: `${settings.baseUrl}/panel/account` }];
  const parts = [t.body({ name: nameInEmail(child), day: dayIn(language, due) }), ...(isGuardian ? undo : [])];
  return composeEmail({ to, language, subject: t.subject, parts });
}

/** Tells a guardian that a child's profile is to be gone, and how to keep it. */
export function childDeletionEmail(ctx: Context, to: string, language: Language, child: Child, due: Instant): Email {
  const t = messages(language).emails.guardianship.childDeletion;
  const name = nameInEmail(child);
  const parts = [t.body({ name, day: dayIn(language, due) }), t.undo, settingsButton(ctx, t.button, child)];
  return composeEmail({ to, language, subject: t.subject, parts });
}

/** Tells a parent that the account is to be gone, which children go with it, and how to keep all of it. */
export function accountDeletionEmail(
  { settings }: Context,
  to: string,
  language: Language,
  going: readonly Child[],
  due: Instant,
): Email {
  const t = messages(language).emails.guardianship.accountDeletion;
  const children = { heading: t.children, lines: going.map(nameInEmail) };
  const button = { label: t.button, url: `${settings.baseUrl}/panel/account` };
  const parts = [t.body({ day: dayIn(language, due) }), ...(going.length > 0 ? [children] : []), t.undo, button];
  return composeEmail({ to, language, subject: t.subject, parts });
}

function settingsButton({ settings }: Context, label: string, { id }: Child) {
  return { label, url: `${settings.baseUrl}/panel/children/${id}/settings` };
}

function dayIn(language: Language, instant: Instant): string {
  return new Date(instant).toLocaleDateString(language, { dateStyle: 'long', timeZone: 'UTC' });
}
