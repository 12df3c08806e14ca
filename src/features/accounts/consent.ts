import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/index.ts';
import { CONSENT_VERSION } from './rules.ts';
import { insertConsent } from './store.ts';

/** Remembers that a parent has agreed, by linking, to the service keeping the child's profile. */
export async function recordConsent(ctx: Context, tx: Tx, child_id: string, parent_id: string): Promise<void> {
  const consent = { child_id, parent_id, text_version: CONSENT_VERSION, given_at: ctx.now() };
  await insertConsent(tx, { id: ctx.random.timeId(), ...consent });
}
