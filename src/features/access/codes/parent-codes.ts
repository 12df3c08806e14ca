import type { PanelParent, Parent } from '../../../core/caller.ts';
import { addSeconds, type Instant } from '../../../core/instant.ts';
import { newLinkingCode, newManagerCode } from '../../../core/one-time-codes.ts';
import type { Context } from '../../../platform/context.ts';
import type { Client } from '../../../platform/http/client.ts';
import { requireOpenSession } from '../active-sessions.ts';
import { LIFETIME } from '../rules.ts';
import { requesterKeys } from '../sessions/devices.ts';
import { replaceCode } from './codes-store.ts';

const KINDS = {
  manager: { make: newManagerCode, life: LIFETIME.managerCode },
  linking: { make: newLinkingCode, life: LIFETIME.linkingCode },
};

/** A new code that stands for its parent by itself; the one before it is no longer good. */
export async function issueCode(
  ctx: Context,
  purpose: keyof typeof KINDS,
  caller: Parent | PanelParent,
  client: Client,
): Promise<{ code: string; expires_at: Instant }> {
  const { make, life } = KINDS[purpose];
  const code = make(ctx.random.int);
  const created_at = ctx.now();
  const expires_at = addSeconds(created_at, life);
  const [digest = ''] = codeHashes(ctx, purpose, code.replace('-', ''));
  const asker = requesterKeys(ctx, client)[0];
  await ctx.write(async (tx) => {
    await requireOpenSession(tx, caller);
    await replaceCode(tx, { purpose, subject: caller.profileId, digest, asker, created_at, expires_at });
  });
  return { code, expires_at };
}

/** The hashes under which a code of this kind may be kept; `code` as core/codes reads it. */
export function codeHashes({ secrets }: Context, purpose: keyof typeof KINDS, code: string): string[] {
  return secrets.hashes(`${purpose} code`, code);
}
