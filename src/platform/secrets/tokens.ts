import { createSigner, createVerifier } from 'fast-jwt';
import { epochSeconds, type Instant } from '../../core/instant.ts';
import type { Secrets } from './secrets.ts';

/** What a bearer token says: whose it is, and which session row it stands for. */
export interface Claims {
  readonly sub: string;
  readonly role: 'child' | 'parent';
  readonly jti: string;
}

export interface Tokens {
  sign(claims: Claims, issuedAt: Instant, expiresAt: Instant): string;
  /** The claims of a token that we signed and that has not expired; undefined for any other text. */
  read(token: string, now: Instant): Claims | undefined;
}

const ISSUER = 'family-learning-service';
const AUDIENCE = 'family-learning-app';
const TYPE = 'at+jwt';

/**
 * JWTs (HS256) for the app, with a key ring so that the signing key can change while old tokens live on. A token of ours
 * begins with exactly the header that we write: no other algorithm, type or key is ever considered.
 */
export function createTokens(keys: Secrets['tokenKeys']): Tokens {
  const ring = keys.map(({ id, key }) => {
    const header = { alg: 'HS256' as const, typ: TYPE, kid: id };
    return {
      header: Buffer.from(JSON.stringify(header)).toString('base64url'),
      sign: createSigner({ key, algorithm: 'HS256', header }),
      verify: verifierOf(key),
    };
  });
  const [signing] = ring;
  if (!signing) throw new Error('There is no key to sign tokens with.');
  const verifiers = new Map(ring.map(({ header, verify }) => [header, verify]));
  return {
    sign: (claims, issuedAt, expiresAt) =>
      signing.sign({
        ...claims,
        iss: ISSUER,
        aud: AUDIENCE,
        iat: epochSeconds(issuedAt),
        exp: epochSeconds(expiresAt),
      }),
    read(token, now) {
      const verify = verifiers.get(token.slice(0, token.indexOf('.')));
      if (!verify) return undefined;
      try {
        const claims: unknown = verify(token);
        return isClaims(claims) && claims.exp > epochSeconds(now) ? claims : undefined;
      } catch {
        return undefined; // fast-jwt throws for every way in which a text is no token of ours
      }
    },
  };
}

/** Expiry is judged by the caller's clock, not by the library's: hence `ignoreExpiration` here and `exp` above. */
function verifierOf(key: Buffer) {
  return createVerifier({
    key,
    algorithms: ['HS256'],
    allowedIss: ISSUER,
    allowedAud: AUDIENCE,
    requiredClaims: ['iss', 'aud', 'sub', 'jti', 'iat', 'exp'],
    ignoreExpiration: true,
    cache: 5000,
  });
}

function isClaims(value: unknown): value is Claims & { exp: number } {
  if (typeof value !== 'object' || value === null) return false;
  const claims = value as Partial<Record<string, unknown>>; // any object: each field is judged below
  return (
    typeof claims.sub === 'string' &&
    typeof claims.jti === 'string' &&
    typeof claims.exp === 'number' &&
    (claims.role === 'child' || claims.role === 'parent')
  );
}
