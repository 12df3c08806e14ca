import { ApiError } from '../../core/requests/api-error.ts';
import { localized } from '../../locales/index.ts';
import type { Context } from '../../platform/context.ts';
import { findProfile } from '../accounts/index.ts';

/** The emails that a parent can unsubscribe from. The texts are part of links in emails that were already sent: do not change them. */
const TOKEN_PREFIXES = { weekly: 'no letter about the week: ', daily: 'no email of the day: ' } as const;

export type RegularEmail = keyof typeof TOKEN_PREFIXES;

/**
 * Builds the link in an email that unsubscribes without signing in, and the headers for email programs (RFC 8058). Its token is
 * encrypted, so that nobody can forge that of another parent.
 */
export function buildUnsubscribeLink({ secrets, settings }: Context, email: RegularEmail, parentId: string) {
  const url = `${settings.baseUrl}/unsubscribe/${secrets.encrypt(TOKEN_PREFIXES[email] + parentId)}`;
  return { url, headers: { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } };
}

/**
 * Returns whose email the token of a link is about. Refuses a token that is forged or was encrypted with a removed key, and the token
 * of a parent who has been deleted.
 */
export async function readUnsubscribeToken(ctx: Context, token: string) {
  const text = decrypt(ctx, token);
  for (const email of ['weekly', 'daily'] as const) {
    const prefix = TOKEN_PREFIXES[email];
    const parent = text.startsWith(prefix) ? await findProfile(ctx, text.slice(prefix.length)) : undefined;
    if (parent) return { email, parentId: parent.id };
  }
  throw new ApiError('NOT_FOUND', localized.guardianship.unsubscribeLinkInvalid);
}

function decrypt({ secrets }: Context, token: string): string {
  try {
    return secrets.decrypt(token);
  } catch {
    return '';
  }
}
