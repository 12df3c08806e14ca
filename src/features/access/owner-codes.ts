import type { PanelParent, Parent } from '../../core/caller.ts';
import { newLinkingCode, newManagerCode } from '../../core/codes.ts';
import { type Instant, plusSeconds } from '../../core/instant.ts';
import type { Context } from '../../platform/context.ts';
import type { Client } from '../../platform/http/client.ts';
import { replaceCode } from './codes-store.ts';
import { askerKeys } from './devices.ts';
import { LIFE } from './rules.ts';
import { requireOpenSession } from './sign-ins.ts';

const KINDS = {
  manager: { make: newManagerCode, life: LIFE.managerCode },
  linking: { make: newLinkingCode, life: LIFE.linkingCode },
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
  const expires_at = plusSeconds(created_at, life);
  const [digest = ''] = ownerDigests(ctx, purpose, code.replace('-', ''));
  const asker = askerKeys(ctx, client)[0];
  await ctx.write(async (tx) => {
    await requireOpenSession(tx, caller);
    await replaceCode(tx, { purpose, subject: caller.profileId, digest, asker, created_at, expires_at });
  });
  return { code, expires_at };
}

/** The hashes under which a code of this kind may be kept; `code` as core/codes reads it. */
export function ownerDigests({ secrets }: Context, purpose: keyof typeof KINDS, code: string): string[] {
  return secrets.hashes(`${purpose} code`, code);
}
