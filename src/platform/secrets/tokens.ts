import { createSigner, createVerifier } from 'fast-jwt';
import { LRUCache } from 'lru-cache';
import { type Instant, toEpochSeconds } from '../../core/time/instant.ts';
import { createReadCounter } from '../observability/metrics.ts';
import type { Secrets } from './secrets.ts';

/** The claims of a bearer token: the profile, its role, and the id of the session row. */
export interface Claims {
  readonly sub: string;
  readonly role: 'child' | 'parent';
  readonly jti: string;
}

export interface Tokens {
  sign(claims: Claims, issuedAt: Instant, expiresAt: Instant): string;
  /** Returns the claims of a token that this service signed and that has not expired; undefined for any other text. */
  verify(token: string, now: Instant): Claims | undefined;
}

const ISSUER = 'family-learning-service';
const AUDIENCE = 'family-learning-app';
const TYPE = 'at+jwt';

/** How many tokens are cached with their verified claims. So many use about 10 MB. */
const MAX_CACHED_TOKENS = 10_000;
const countRead = createReadCounter('tokens');

/**
 * Signs and verifies the JWTs (HS256) of the app. With the key ring, tokens stay valid while the signing key changes. A token
 * must begin with a header that this service writes, byte for byte, so no other algorithm, type or key is ever accepted.
 */
export function createTokens(keys: Secrets['tokenKeys']): Tokens {
  const signersAndVerifiers = keys.map(({ id, key }) => {
    const header = { alg: 'HS256' as const, typ: TYPE, kid: id };
    return {
      header: Buffer.from(JSON.stringify(header)).toString('base64url'),
      sign: createSigner({ key, algorithm: 'HS256', header }),
      verify: createTokenVerifier(key),
    };
  });
  const [currentSigner] = signersAndVerifiers;
  if (!currentSigner) throw new Error('There is no key for signing tokens.');
  const verifyByHeader = new Map(signersAndVerifiers.map(({ header, verify }) => [header, verify]));
  // The library's own cache would hash the token at each look-up, which takes much longer.
  const verifiedClaims = new LRUCache<string, CheckedClaims>({ max: MAX_CACHED_TOKENS });
  return {
    sign: (claims, issuedAt, expiresAt) =>
      currentSigner.sign({
        ...claims,
        iss: ISSUER,
        aud: AUDIENCE,
        iat: toEpochSeconds(issuedAt),
        exp: toEpochSeconds(expiresAt),
      }),
    verify(token, now) {
      const claims = countRead(verifiedClaims.get(token)) ?? verifySignature(token);
      return claims && claims.exp > toEpochSeconds(now) ? claims : undefined;
    },
  };

  function verifySignature(token: string): CheckedClaims | undefined {
    try {
      const claims: unknown = verifyByHeader.get(token.slice(0, token.indexOf('.')))?.(token);
      if (!isClaims(claims)) return undefined;
      verifiedClaims.set(token, claims);
      return claims;
    } catch {
      return undefined; // fast-jwt throws for every invalid token
    }
  }
}

type CheckedClaims = Claims & { readonly exp: number };

/** Creates the function that verifies a token. It ignores the expiry, which `Tokens.verify` checks against the given time. */
function createTokenVerifier(key: Buffer) {
  return createVerifier({
    key,
    algorithms: ['HS256'],
    allowedIss: ISSUER,
    allowedAud: AUDIENCE,
    requiredClaims: ['iss', 'aud', 'sub', 'jti', 'iat', 'exp'],
    ignoreExpiration: true,
  });
}

function isClaims(value: unknown): value is CheckedClaims {
  if (typeof value !== 'object' || value === null) return false;
  const claims = value as Partial<Record<string, unknown>>; // any object: each field is checked below
  return (
    typeof claims.sub === 'string' &&
    typeof claims.jti === 'string' &&
    typeof claims.exp === 'number' &&
    (claims.role === 'child' || claims.role === 'parent')
  );
}
