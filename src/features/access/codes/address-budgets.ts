import { secondsUntil } from '../../../core/instant.ts';
import { ADDRESS_QUOTAS } from '../../../core/quotas.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database/index.ts';
import type { Client } from '../../../platform/http/client.ts';
import { rateLimited } from '../../../platform/http/security/auth.ts';
import { spendBudget } from './budgets-store.ts';

/** Counts what a client address does in a day, and refuses (429) what is one too many; `RATE_LIMITS=off` lifts it. */
export async function countForAddress(
  ctx: Context,
  tx: Tx,
  what: keyof typeof ADDRESS_QUOTAS,
  { address }: Client,
): Promise<void> {
  if (!ctx.settings.rateLimits) return;
  const now = ctx.now();
  const { within, endsAt } = await spendBudget(tx, ADDRESS_QUOTAS[what], ctx.secrets.lookup('address', address), now);
  if (!within) throw rateLimited(secondsUntil(now, endsAt));
}
