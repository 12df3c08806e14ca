import { generateLinkingCode, generateManagerCode } from '../../../core/one-time-codes.ts';
import type { PanelParent, Parent } from '../../../core/requests/caller.ts';
import type { Client } from '../../../core/requests/client.ts';
import { addSeconds, type Instant } from '../../../core/time/instant.ts';
import type { Context } from '../../../platform/context.ts';
import { requireOpenSession } from '../active-sessions.ts';
import { LIFETIME } from '../rules.ts';
import { requesterKeys } from '../sessions/devices.ts';
import { replaceCode } from './codes-store.ts';

const KINDS = {
  manager: { generate: generateManagerCode, lifetime: LIFETIME.managerCode },
  linking: { generate: generateLinkingCode, lifetime: LIFETIME.linkingCode },
};

/** Creates a code that identifies its parent by itself; it replaces the previous one. */
export async function issueCode(
  ctx: Context,
  purpose: keyof typeof KINDS,
  caller: Parent | PanelParent,
  client: Client,
): Promise<{ code: string; expires_at: Instant }> {
  const { generate, lifetime } = KINDS[purpose];
  const code = generate(ctx.random.int);
  const created_at = ctx.now();
  const expires_at = addSeconds(created_at, lifetime);
  const [digest = ''] = codeHashes(ctx, purpose, code.replace('-', ''));
  const asker = requesterKeys(ctx, client)[0];
  await ctx.write(async ({ tx }) => {
    await requireOpenSession(tx, caller);
    await replaceCode(tx, { purpose, subject: caller.profileId, digest, asker, created_at, expires_at });
  });
  return { code, expires_at };
}

/** The hashes under which a code of this kind may be stored; `code` as `core/one-time-codes` parses it. */
export function codeHashes({ secrets }: Context, purpose: keyof typeof KINDS, code: string): string[] {
  return secrets.hashes(`${purpose} code`, code);
}
