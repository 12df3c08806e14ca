import { QUOTAS } from '../../core/quotas.ts';
import { ApiError, createFieldError } from '../../core/requests/api-error.ts';
import type { Client, PanelParent } from '../../core/requests/caller.ts';
import { addSeconds, DAY, type Instant } from '../../core/time/instant.ts';
import { localized } from '../../locales/index.ts';
import { createNotFoundError } from '../../platform/api-errors.ts';
import type { Context, TxContext } from '../../platform/context.ts';
import type { NonEmpty } from '../../platform/secrets/secrets.ts';
import { hashToken } from '../../platform/secrets/secrets.ts';
import {
  countEmailOrRefuse,
  INVITATION_LIMIT,
  notifyParent,
  requireFreshCode,
  requireOpenSession,
  sendCodeToInvitedAddress,
  signInWithInvitedAddress,
} from '../access/index.ts';
import {
  addGuardian,
  checkChildLimit,
  deleteInvitation,
  findInvitation,
  findParentByEmail,
  findPlannedDeletion,
  findProfile,
  type Invitation,
  listChildren,
  listGuardians,
  listOpenInvitations,
  loadFamily,
  lockProfile,
  markInvitationAccepted,
  normalizeEmail,
  type Profile,
  recordConsent,
  replaceInvitation,
  requireNoChildDeletion,
} from '../accounts/index.ts';
import { getLinkedChild, updateAsGuardian } from './child-settings.ts';
import { composeInvitationEmail, composeInvitationSentEmail, composeNewGuardianEmail } from './emails.ts';
import { notifyOfAction } from './notices.ts';
import { updatePlannedDeletion } from './planned-deletion.ts';

/** How long an invitation can be accepted (gap 92). */
const INVITATION_LIFETIME_SECONDS = 7 * DAY;

/**
 * Invites the owner of an email address to become another guardian of a child. Replaces an earlier invitation for the same
 * address. Requires a fresh code, because the new guardian will have almost the same permissions as the caller.
 */
export async function inviteGuardian(
  ctx: Context,
  caller: PanelParent,
  childId: string,
  emailInput: string,
  { isForSiblings } = { isForSiblings: false },
): Promise<void> {
  const { profileId } = caller;
  await getLinkedChild(ctx, profileId, childId);
  await requireFreshCode(ctx, caller);
  const email = normalizeEmail(emailInput);
  if (email === undefined) throw createFieldError('email', localized.accounts.invalidEmail);
  const { childrenWithoutDeletion } = await loadFamily(ctx, profileId);
  const siblings = isForSiblings ? childrenWithoutDeletion.filter(({ id }) => id !== childId) : [];
  const token = ctx.random.bytes(24).toString('base64url');
  await updateAsGuardian(ctx, caller, childId, async (ctx, child) => {
    // Guardians who are deleting their accounts may still invite a new guardian, so that the child is not deleted with the
    // accounts (gap 128). While a guardian has planned the deletion of the child itself, nobody may be invited.
    if ((await findPlannedDeletion(ctx, childId))?.with_account === null) await requireNoChildDeletion(ctx, childId);
    await checkGuardianLimit(ctx, childId, email);
    await countEmailOrRefuse(ctx, email, INVITATION_LIMIT, profileId);
    await saveInvitation(ctx, { childId, inviterId: profileId, email, token });
    const inviter = await findProfile(ctx, profileId);
    const invitedPerson = (await findParentByEmail(ctx, email)) ?? { email, language: inviter?.language ?? 'en' };
    await notifyParent(ctx, { ...invitedPerson, email }, { topic: 'invitation', kind: 'other' }, (recipient) =>
      composeInvitationEmail(ctx, recipient, { pseudonym: formatPseudonyms([child, ...siblings]), token }),
    );
    if (inviter)
      await notifyOfAction(ctx, inviter, { topic: 'invitation sent', actorId: profileId }, (recipient) =>
        composeInvitationSentEmail(ctx, recipient, { child, invitedEmail: email }),
      );
  });
  ctx.logSecurity({ event: 'power-used', kind: 'invitation', subject: childId, actor: profileId });
  // A transaction for each child: none holds the locks of several children. If the process ends between them, the others can be invited to.
  for (const { id } of siblings) await inviteToSibling(ctx, caller, id, { email, token: toSiblingToken(token, id) });
}

/** Adds a brother or a sister to an invitation, unless the invited person is its guardian or it has enough guardians. */
async function inviteToSibling(
  ctx: Context,
  caller: PanelParent,
  childId: string,
  { email, token }: { readonly email: string; readonly token: string },
): Promise<void> {
  try {
    await updateAsGuardian(ctx, caller, childId, async (ctx) => {
      await requireNoChildDeletion(ctx, childId);
      await checkGuardianLimit(ctx, childId, email);
      await saveInvitation(ctx, { childId, inviterId: caller.profileId, email, token });
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error; // the invitation to the first child has been sent, and stands
  }
}

/** The link in the email has one token. Those of the brothers and sisters follow from it. */
function toSiblingToken(token: string, childId: string): string {
  return `${token} ${childId}`;
}

interface NewInvitation {
  readonly childId: string;
  readonly inviterId: string;
  readonly email: string;
  readonly token: string;
}

async function saveInvitation(ctx: TxContext, { childId, inviterId, email, token }: NewInvitation): Promise<void> {
  await replaceInvitation(ctx, {
    id: ctx.random.timeOrderedId(),
    child_id: childId,
    inviter_id: inviterId,
    email_key: computeInvitedEmailKeys(ctx, email)[0],
    sealed_email: ctx.secrets.encrypt(email),
    digest: hashToken(token),
    created_at: ctx.now(),
    expires_at: addSeconds(ctx.now(), INVITATION_LIFETIME_SECONDS),
    accepted_by: null,
  });
}

/** The invitations to brothers and sisters that belong to the token of an invitation. */
async function listSiblingInvitations(ctx: Context, { inviter_id, child_id }: Invitation, token: string) {
  const invitations: { child: Profile; invitation: Invitation; token: string }[] = [];
  for (const child of await listChildren(ctx, inviter_id)) {
    const siblingToken = toSiblingToken(token, child.id);
    const invitation = child.id === child_id ? undefined : await findInvitation(ctx, hashToken(siblingToken));
    if (invitation) invitations.push({ child, invitation, token: siblingToken });
  }
  return invitations;
}

function formatPseudonyms(children: readonly Pick<Profile, 'pseudonym'>[]): string {
  return children.map(({ pseudonym }) => pseudonym ?? '').join(', ');
}

/** The invitations to a child that can still be accepted, each with the invited email address. */
export async function loadOpenInvitations(ctx: Context, childId: string) {
  const rows = await listOpenInvitations(ctx, childId);
  return rows.map(({ id, sealed_email, expires_at }) => ({ id, email: decryptEmail(ctx, sealed_email), expires_at }));
}

export async function cancelInvitation(ctx: Context, caller: PanelParent, childId: string, id: string) {
  await updateAsGuardian(ctx, caller, childId, (ctx) => deleteInvitation(ctx, childId, id));
}

export interface InvitationDetails {
  readonly childId: string;
  /** The pseudonyms of the child and the brothers and sisters: an invitation contains no chosen name. */
  readonly childName: string;
  readonly inviterEmail: string;
  /** The email address of the invited person; nobody else may accept the invitation. */
  readonly email: string;
  readonly expires_at: Instant;
}

/**
 * Returns the invitation for the token of an emailed link. Refuses a token that is invalid, used, canceled or expired, or
 * whose email address was encrypted with a removed key.
 */
export async function getInvitation(ctx: Context, token: string): Promise<InvitationDetails> {
  const invitation = await findInvitation(ctx, hashToken(token));
  const email = invitation?.accepted_by === null ? decryptEmail(ctx, invitation.sealed_email) : undefined;
  if (!invitation || !email) throw createInvalidInvitationError();
  const child = await getLinkedChild(ctx, invitation.inviter_id, invitation.child_id);
  const inviter = await findProfile(ctx, invitation.inviter_id);
  const siblings = await listSiblingInvitations(ctx, invitation, token);
  return {
    childId: child.id,
    childName: formatPseudonyms([child, ...siblings.map((sibling) => sibling.child)]),
    inviterEmail: inviter?.email ?? '',
    email,
    expires_at: invitation.expires_at,
  };
}

/** Accepts an invitation for a signed-in parent, who must have the invited email address. Returns the child's id. */
export async function acceptInvitation(ctx: Context, caller: PanelParent, token: string): Promise<string> {
  return ctx.write(async (ctx) => {
    const parent = await findProfile(ctx, caller.profileId);
    if (!parent) throw createNotFoundError();
    const childId = await acceptAsParent(ctx, parent, token);
    // `requireOpenSession` locks the parent. It is called after `acceptAsParent`, because the child is always locked first.
    await requireOpenSession(ctx, caller);
    return childId;
  });
}

/** Sends a sign-in code to the invited email address, and to no other. */
export async function sendInvitationCode(ctx: Context, token: string, client: Client): Promise<void> {
  const { email } = await getInvitation(ctx, token);
  await sendCodeToInvitedAddress(ctx, email, client);
}

/** Signs the invited person in to the panel, as a new parent if necessary, and accepts the invitation in the same transaction. */
export async function signInAndAcceptInvitation(ctx: Context, token: string, code: string, client: Client) {
  const { email } = await getInvitation(ctx, token);
  return signInWithInvitedAddress(ctx, { email, code, client }, (ctx, parent) => acceptAsParent(ctx, parent, token));
}

/**
 * Accepts an invitation and returns the child's id. Accepting it again changes nothing. Refuses an invalid token (404), a
 * parent with another email address (403), and a child or parent at the limit of links (409).
 */
async function acceptAsParent(ctx: TxContext, parent: Profile, token: string): Promise<string> {
  const invitation = await findInvitation(ctx, hashToken(token));
  if (!invitation) throw createInvalidInvitationError();
  const siblings = await listSiblingInvitations(ctx, invitation, token);
  await lockProfile(ctx, invitation.child_id);
  for (const { child } of siblings) await lockProfile(ctx, child.id);
  if (decryptEmail(ctx, invitation.sealed_email) !== parent.email) {
    throw new ApiError('FORBIDDEN', localized.guardianship.anotherAddress, { reason: 'another_address' });
  }
  if (await markInvitationAccepted(ctx, hashToken(token), parent.id))
    await addAsGuardian(ctx, parent, invitation.child_id);
  for (const sibling of siblings)
    if (await markInvitationAccepted(ctx, hashToken(sibling.token), parent.id))
      await addAsGuardian(ctx, parent, sibling.child.id);
  return invitation.child_id;
}

/** Makes a parent a guardian, and notifies the others. Refuses a fifth guardian (409). The caller must hold the lock on the child. */
export async function addAsGuardian(ctx: TxContext, parent: Profile, child_id: string): Promise<void> {
  const now = ctx.now();
  const previousGuardians = await listGuardians(ctx, child_id);
  const child = await findProfile(ctx, child_id);
  const outcome = await addGuardian(ctx, child_id, parent.id, now);
  if (outcome === 'full') throw createTooManyGuardiansError();
  if (outcome === 'already-guardian' || !child) return;
  await checkChildLimit(ctx, parent.id);
  await recordConsent(ctx, child_id, parent.id);
  ctx.logSecurity({ event: 'power-used', kind: 'link', subject: child_id, actor: parent.id });
  await updatePlannedDeletion(ctx, child);
  for (const guardian of previousGuardians) {
    await notifyOfAction(ctx, guardian, { topic: 'new guardian', actorId: parent.id }, (recipient) =>
      composeNewGuardianEmail(ctx, recipient, { child, guardianEmail: parent.email ?? '' }),
    );
  }
}

/**
 * Refuses to invite a guardian of the child (409), and to invite anybody when the guardians and the other open invitations
 * reach the limit (409).
 */
async function checkGuardianLimit(ctx: TxContext, childId: string, email: string): Promise<void> {
  const guardians = await listGuardians(ctx, childId);
  if (guardians.some((guardian) => guardian.email === email)) {
    throw new ApiError('ALREADY_LINKED', localized.guardianship.alreadyGuardian, { fields: ['email'] });
  }
  const emailKeys = computeInvitedEmailKeys(ctx, email);
  const openInvitations = await listOpenInvitations(ctx, childId);
  const otherInvitations = openInvitations.filter(({ email_key }) => !emailKeys.includes(email_key));
  if (guardians.length + otherInvitations.length >= QUOTAS.guardiansPerChild) throw createTooManyGuardiansError();
}

export function computeInvitedEmailKeys({ secrets }: Context, email: string): NonEmpty<string> {
  return secrets.hashWithAllKeys('invited', email);
}

/** Returns '' for an email address that was encrypted with a removed key, so that nobody can accept the invitation or make the change. */
export function decryptEmail({ secrets }: Context, encryptedEmail: string): string {
  try {
    return normalizeEmail(secrets.decrypt(encryptedEmail)) ?? '';
  } catch {
    return '';
  }
}

function createInvalidInvitationError(): ApiError {
  return new ApiError('NOT_FOUND', localized.guardianship.invitationInvalid);
}

function createTooManyGuardiansError(): ApiError {
  return new ApiError('CONFLICT', localized.guardianship.tooManyGuardians, {
    reason: 'too_many_guardians',
    fields: ['email'],
  });
}
