import { QUOTAS } from '../../../core/quotas.ts';
import { ApiError, createFieldError } from '../../../core/requests/api-error.ts';
import type { Client, PanelParent } from '../../../core/requests/caller.ts';
import { isStorable, normalizeLine } from '../../../core/text/normalize-text.ts';
import { localized } from '../../../locales/index.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import { findProfile } from '../../accounts/index.ts';
import { confirmCallerSession, requireFreshCode } from '../codes/confirm-session.ts';
import { composePasskeyEmail } from '../emails.ts';
import { notifyWithinLimit } from '../notices.ts';
import { requireOpenSession } from '../open-sessions.ts';
import { PASSKEY_EMAIL_LIMIT } from '../rules.ts';
import { findConfirmation } from '../sessions/sessions-store.ts';
import { spendChallenge } from './challenges.ts';
import { deletePasskey, insertPasskey, listPasskeys, updatePasskeyUse } from './passkeys-store.ts';
import { verifyNewPasskey, verifyPasskeyUse } from './verify-passkey.ts';

const MAX_NAME_LENGTH = 40;

/** A passkey that a browser has created, and the name that the parent has given it. Without a name it is called after the browser. */
export interface NewPasskey {
  readonly name: string;
  readonly answer: string;
}

/** Adds a passkey to the caller's account. Refuses a wrong answer (400), one passkey too many (409), and without a fresh proof (403). */
export async function addPasskey(
  ctx: Context,
  caller: PanelParent,
  entered: NewPasskey,
  client: Client,
): Promise<void> {
  await requireFreshCode(ctx, caller);
  const { profileId } = caller;
  const name = normalizeLine(entered.name.trim() || (client.program ?? 'Passkey'), MAX_NAME_LENGTH);
  if (name === undefined) throw createFieldError('name', localized.accounts.invalidName);
  const created = await verifyNewPasskey(ctx, client, entered.answer);
  if (!created) throw refusePasskey(ctx, profileId);
  await ctx.write(async (ctx) => {
    await requireOpenSession(ctx, caller);
    if (!(await insertPasskey(ctx, { ...created.passkey, profile_id: profileId, name }))) return; // a second tap
    if (!(await spendChallenge(ctx, created.challenge))) throw refusePasskey(ctx, profileId);
    const limit = QUOTAS.passkeysPerParent;
    if ((await listPasskeys(ctx, profileId)).length > limit)
      throw new ApiError('CONFLICT', localized.access.tooManyPasskeys({ limit }));
    await recordChange(ctx, profileId, 'added', client);
  });
}

/** Removes a passkey from the caller's account. Refused without a fresh proof (403). */
export async function removePasskey(ctx: Context, caller: PanelParent, id: string, client: Client): Promise<void> {
  await requireFreshCode(ctx, caller);
  if (!isStorable(id)) return; // no passkey has such an id
  await ctx.write(async (ctx) => {
    await requireOpenSession(ctx, caller);
    if (await deletePasskey(ctx, caller.profileId, id)) await recordChange(ctx, caller.profileId, 'removed', client);
  });
}

async function recordChange(ctx: TxContext, profileId: string, change: 'added' | 'removed', { program }: Client) {
  ctx.logSecurity({ event: 'power-used', kind: `passkey-${change}`, subject: profileId });
  const parent = await findProfile(ctx, profileId);
  if (!parent) return;
  await notifyWithinLimit(ctx, parent, { topic: 'passkey', limit: PASSKEY_EMAIL_LIMIT, key: profileId }, (recipient) =>
    composePasskeyEmail(ctx, recipient, { change, at: ctx.now(), program }),
  );
}

/** The answer of a browser to `buildPasskeyRequest`. */
export interface PasskeyUse {
  readonly answer: string;
  readonly client: Client;
  /** The parent whose passkey it must be, if that is known. */
  readonly callerId?: string;
}

/** Checks a passkey and runs `work` for its owner in the transaction that uses up the challenge. Refuses a wrong answer (400). */
export async function usePasskey<T>(
  ctx: Context,
  { answer, client, callerId }: PasskeyUse,
  work: (ctx: TxContext, profileId: string) => Promise<T>,
): Promise<T> {
  const use = await verifyPasskeyUse(ctx, client, answer, callerId);
  if (!use) throw refusePasskey(ctx, callerId);
  const { passkey, challenge, counter } = use;
  return ctx.write(async (ctx) => {
    const isFirstUse = (await spendChallenge(ctx, challenge)) && (await updatePasskeyUse(ctx, passkey, counter));
    if (!isFirstUse) throw refusePasskey(ctx, passkey.profile_id);
    return work(ctx, passkey.profile_id);
  });
}

/** Confirms the caller's session with a passkey: a fresh proof, like an emailed code. */
export async function confirmWithPasskey(ctx: Context, caller: PanelParent, answer: string, client: Client) {
  await usePasskey(ctx, { answer, client, callerId: caller.profileId }, async (ctx) => {
    ctx.logSecurity({ event: 'power-used', kind: 'passkey-confirm', subject: caller.profileId });
    await confirmCallerSession(ctx, caller, client);
  });
}

/**
 * Finds the id of the passkey that has given the latest proof of the caller's session, if it was a passkey. Its use and the proof are stored
 * in one transaction, at the same instant.
 */
export async function findPasskeyOfSession(ctx: Context, caller: PanelParent): Promise<string | undefined> {
  const session = await findConfirmation(ctx, caller.profileId, caller.sessionId);
  const passkeys = await listPasskeys(ctx, caller.profileId);
  return passkeys.find(({ last_used_at }) => last_used_at !== null && last_used_at === session?.confirmed_at)?.id;
}

/** The error is always the same, so that it tells nobody which passkeys exist. */
export function refusePasskey(ctx: Context, profileId: string | undefined): ApiError {
  ctx.logSecurity({ event: 'sign-in-failed', kind: 'passkey', ...(profileId !== undefined && { subject: profileId }) });
  return new ApiError('INVALID_CODE', localized.access.wrongPasskey);
}
