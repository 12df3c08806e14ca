import type { Context } from '../../../platform/context.ts';

/**
 * Creates the token of the link in an email with a code: 128 random bits and the email address, encrypted. So nobody can guess it,
 * and the database does not store the address of a person who has not signed in.
 */
export function createLinkToken({ random, secrets }: Context, email: string): string {
  return secrets.encrypt(`${random.bytes(16).toString('base64url')} ${email}`);
}

/** Returns the email address of a token, or undefined if the token is invalid. */
export function readLinkToken({ secrets }: Context, token: string): string | undefined {
  try {
    return secrets.decrypt(token).split(' ')[1];
  } catch {
    return undefined; // forged, or encrypted with a key that has been removed
  }
}

/** The keyed hash under which a token is stored. */
export function computeLinkDigest({ secrets }: Context, token: string): string {
  return secrets.hashWithPepper('code link', token);
}
