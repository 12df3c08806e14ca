import type { PanelParent } from '../../../core/caller.ts';
import { addSeconds, MINUTE } from '../../../core/instant.ts';
import { parseManagerCode } from '../../../core/one-time-codes.ts';
import { Refusal } from '../../../core/refusal.ts';
import { localized } from '../../../locales/index.ts';
import type { Context } from '../../../platform/context.ts';
import type { Client } from '../../../platform/http/client.ts';
import { notFound } from '../../../platform/http/responses/error-response.ts';
import { findProfile } from '../../accounts/index.ts';

import { confirmPanelSession, findConfirmedAt } from '../sessions/sessions-store.ts';
import { spendCode } from './codes-store.ts';
import { redeemEmailCode, sendEmailCode, wrongCode } from './email-codes.ts';
import { codeHashes } from './parent-codes.ts';

/** How long a typed code vouches for what cannot be undone; signing in is typing one (gap 91). */
const FRESH_FOR = 15 * MINUTE;

export async function isFreshlyConfirmed(ctx: Context, { sessionId }: PanelParent): Promise<boolean> {
  const at = await findConfirmedAt(ctx.db, sessionId);
  return at !== null && ctx.now() < addSeconds(at, FRESH_FOR);
}

/** Refuses a session whose last code is not fresh: whoever finds an open panel goes no further. */
export async function requireFreshCode(ctx: Context, caller: PanelParent): Promise<void> {
  if (await isFreshlyConfirmed(ctx, caller)) return;
  throw new Refusal('FORBIDDEN', localized.access.confirmFirst, { reason: 'confirmation_required' });
}

/** Sends the caller a code that confirms this very session, and nothing else. */
export async function sendConfirmCode(ctx: Context, { profileId }: PanelParent, client: Client): Promise<void> {
  const parent = await findProfile(ctx.db, profileId);
  if (!parent?.email) throw notFound();
  await sendEmailCode(ctx, 'confirm-email', parent.email, parent, client);
}

/** Confirms the caller's session with a code from a letter; budgets of tries are those of signing in. */
export async function confirmWithEmailCode(ctx: Context, caller: PanelParent, typed: string, client: Client) {
  const parent = await findProfile(ctx.db, caller.profileId);
  if (!parent?.email) throw notFound();
  await redeemEmailCode(ctx, 'confirm-email', parent.email, typed, client, (tx) =>
    confirmPanelSession(tx, caller.sessionId, ctx.now()),
  );
}

/** Confirms the caller's session with a code that the app has just made for the same parent. */
export async function confirmWithManagerCode(ctx: Context, caller: PanelParent, typed: string): Promise<void> {
  const code = parseManagerCode(typed);
  if (code === undefined) throw wrongCode();
  await ctx.write(async (tx) => {
    const owner = await spendCode(tx, 'manager', codeHashes(ctx, 'manager', code), ctx.now());
    if (owner !== caller.profileId) throw wrongCode(); // and somebody else's stays unspent
    await confirmPanelSession(tx, caller.sessionId, ctx.now());
  });
}
