import { createHash } from 'node:crypto';

/** Hashes a secret that contains at least 16 random bytes, such as a cookie or a token, so an unkeyed hash is safe. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
