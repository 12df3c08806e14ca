import { generateLinkingCode, generateManagerCode } from '../../../core/one-time-codes.ts';
import type { PanelParent, Parent } from '../../../core/requests/caller.ts';
import { addSeconds, type Instant } from '../../../core/time/instant.ts';
import type { Context } from '../../../platform/context.ts';
import type { NonEmpty } from '../../../platform/secrets/secrets.ts';
import { requireOpenSession } from '../open-sessions.ts';
import { LIFETIME_SECONDS } from '../rules.ts';
import { insertCode } from './codes-store.ts';

const PARENT_CODES = {
  manager: { generate: generateManagerCode, lifetimeSeconds: LIFETIME_SECONDS.managerCode },
  linking: { generate: generateLinkingCode, lifetimeSeconds: LIFETIME_SECONDS.linkingCode },
};

/** Creates a linking code or a manager code. Each identifies the parent without an email address. */
export async function issueParentCode(
  ctx: Context,
  purpose: keyof typeof PARENT_CODES,
  caller: Parent | PanelParent,
): Promise<{ code: string; expires_at: Instant }> {
  const { generate, lifetimeSeconds } = PARENT_CODES[purpose];
  const code = generate(ctx.random.int);
  const created_at = ctx.now();
  const expires_at = addSeconds(created_at, lifetimeSeconds);
  const [digest] = computeParentCodeDigests(ctx, purpose, code.replace('-', ''));
  await ctx.write(async (ctx) => {
    await requireOpenSession(ctx, caller);
    await insertCode(ctx, { purpose, subject: caller.profileId, digest, link_digest: null, created_at, expires_at });
  });
  return { code, expires_at };
}

/**
 * The keyed hashes under which a code may be stored, the one with the newest secret first. `code` has no dash, as the parsers in
 * `core/one-time-codes` return it.
 */
export function computeParentCodeDigests(
  { secrets }: Context,
  purpose: keyof typeof PARENT_CODES,
  code: string,
): NonEmpty<string> {
  return secrets.hashWithAllKeys(`${purpose} code`, code);
}
