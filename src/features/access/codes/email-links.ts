import { generateLongCode } from '../../../core/one-time-codes.ts';
import { ApiError } from '../../../core/requests/api-error.ts';
import { addSeconds } from '../../../core/time/instant.ts';
import { localized } from '../../../locales/index.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import { findParentByEmail } from '../../accounts/index.ts';
import { endVouching } from '../address-changes/address-changes-store.ts';
import { LIFETIME_SECONDS } from '../rules.ts';
import { type CodePurpose, findLinkPurpose, insertCode, spendLink } from './codes-store.ts';
import { computeEmailCodeDigests, computeEmailKey } from './email-codes.ts';
import { computeLinkDigest, readLinkToken } from './link-tokens.ts';

/** What the link in an email with a code can do, and for which address. */
export interface EmailLink {
  readonly email: string;
  /** A link with a code for the panel opens the panel. Any link can show a code. */
  readonly purpose: CodePurpose;
}

/** Returns what a link can do, without using it up. Refuses a link that is invalid, used or expired (404). */
export async function getEmailLink(ctx: Context, token: string): Promise<EmailLink> {
  const email = readLinkToken(ctx, token);
  const purpose = email && (await findLinkPurpose(ctx, computeLinkDigest(ctx, token)));
  if (!email || !purpose) throw createInvalidLinkError();
  return { email, purpose };
}

/** Uses up a link and its code. Refuses a link that is no longer valid (404). */
export async function spendEmailLink(ctx: TxContext, token: string): Promise<EmailLink> {
  const link = await getEmailLink(ctx, token);
  if (!(await spendLink(ctx, computeLinkDigest(ctx, token)))) throw createInvalidLinkError();
  const parent = await findParentByEmail(ctx, link.email);
  if (parent) await endVouching(ctx, parent.id);
  return link;
}

/**
 * Uses up a link and returns a long code in place of the emailed one. Attempts at it are not counted, so nobody can keep the owner
 * of the mailbox out by entering wrong codes.
 */
export async function exchangeLinkForCode(ctx: Context, token: string): Promise<string> {
  const code = generateLongCode(ctx.random.int);
  await ctx.write(async (ctx) => {
    const { email, purpose } = await spendEmailLink(ctx, token);
    const subject = computeEmailKey(ctx, email);
    const [digest] = computeEmailCodeDigests(ctx, subject, code);
    const created_at = ctx.now();
    const expires_at = addSeconds(created_at, LIFETIME_SECONDS.emailCode);
    await insertCode(ctx, { purpose, subject, digest, link_digest: null, created_at, expires_at });
  });
  return code;
}

function createInvalidLinkError(): ApiError {
  return new ApiError('NOT_FOUND', localized.access.invalidLink);
}
