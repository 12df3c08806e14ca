import { generateRecoveryCode, parseRecoveryCode } from '../../../core/one-time-codes.ts';
import { ApiError } from '../../../core/requests/api-error.ts';
import type { Client, PanelParent } from '../../../core/requests/caller.ts';
import { localized } from '../../../locales/index.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import { findParentByEmail, findProfile, type Profile } from '../../accounts/index.ts';
import { requireFreshCode } from '../codes/confirm-session.ts';
import { computeEmailKey, countAgainstLimits, hashIpSite } from '../codes/email-codes.ts';
import { countAgainstIpAddressLimit } from '../codes/ip-address-limits.ts';
import { refundAttempt } from '../codes/limits-store.ts';
import { composeRecoveryCodesEmail, composeRecoveryUsedEmail } from '../emails.ts';
import { notifyParent, notifyWithinLimit } from '../notices.ts';
import { requireOpenSession } from '../open-sessions.ts';
import { GUARDIAN_NOTICE_LIMIT, RECOVERY_LIMIT } from '../rules.ts';
import { replaceRecoveryCodes, spendRecoveryCode } from './recovery-codes-store.ts';

/** How many codes a parent gets at a time. */
const CODES = 10;

/** Makes new codes, which are shown once, in place of the earlier ones. Requires a fresh code, and tells the parent by email. */
export async function createRecoveryCodes(ctx: Context, caller: PanelParent): Promise<string[]> {
  await requireFreshCode(ctx, caller);
  const { profileId } = caller;
  const codes = Array.from({ length: CODES }, () => generateRecoveryCode(ctx.random.int));
  await ctx.write(async (ctx) => {
    await requireOpenSession(ctx, caller);
    const rows = codes.map((code) => ({
      profile_id: profileId,
      digest: computeDigest(ctx, profileId, code.replaceAll('-', '')),
      created_at: ctx.now(),
    }));
    await replaceRecoveryCodes(ctx, profileId, rows);
    const parent = await findProfile(ctx, profileId);
    const notice = { topic: 'recovery', limit: GUARDIAN_NOTICE_LIMIT, key: `recovery codes of ${profileId}` };
    if (parent) await notifyWithinLimit(ctx, parent, notice, (recipient) => composeRecoveryCodesEmail(ctx, recipient));
    ctx.logSecurity({ event: 'power-used', kind: 'recovery-codes', subject: profileId });
  });
  return codes;
}

/** An email address and a recovery code, as a client entered them. */
export interface EnteredRecoveryCode {
  readonly email: string;
  readonly code: string;
  readonly client: Client;
}

/**
 * Uses up a recovery code and runs `work` in the same transaction. The parent's mailbox is told. Refuses a wrong code or an address without
 * an account with the same error (400). An attempt is counted before the code is compared (429).
 */
export async function redeemRecoveryCode<T>(
  ctx: Context,
  { email, code: enteredCode, client }: EnteredRecoveryCode,
  work: (ctx: TxContext, parent: Profile) => Promise<T>,
): Promise<T> {
  const code = parseRecoveryCode(enteredCode);
  if (code === undefined) throw createWrongRecoveryCodeError();
  const emailKey = computeEmailKey(ctx, email);
  const outcome = await ctx.write(async (ctx) => {
    const parent = await findParentByEmail(ctx, email);
    if (!parent) {
      const createError = createWrongRecoveryCodeError; // 429 would reveal which addresses have an account
      await countAgainstIpAddressLimit(ctx, 'attemptsWithoutCode', client, { createError });
    }
    const limitKey = `${emailKey} from ${hashIpSite(ctx, client)}`;
    const refusal = await countAgainstLimits(ctx, [RECOVERY_LIMIT], limitKey);
    if (refusal) return refusal;
    if (!parent || !(await spendRecoveryCode(ctx, parent.id, computeDigest(ctx, parent.id, code)))) {
      ctx.logSecurity({ event: 'sign-in-failed', kind: 'recovery', subject: emailKey });
      return createWrongRecoveryCodeError();
    }
    await refundAttempt(ctx, RECOVERY_LIMIT, limitKey);
    await notifyParent(ctx, parent, { topic: 'recovery', kind: 'security' }, (recipient) =>
      composeRecoveryUsedEmail(ctx, recipient, client.program),
    );
    ctx.logSecurity({ event: 'power-used', kind: 'recovery-code', subject: parent.id });
    return work(ctx, parent);
  });
  if (outcome instanceof ApiError) throw outcome; // thrown after the transaction, so that the attempt stays counted
  return outcome;
}

function createWrongRecoveryCodeError(): ApiError {
  return new ApiError('INVALID_CODE', localized.access.wrongRecoveryCode);
}

/** A code may be years old, so its hash does not depend on a key that is rotated. */
function computeDigest({ secrets }: Context, parentId: string, code: string): string {
  return secrets.hashWithPepper('recovery code', `${parentId} ${code}`);
}
