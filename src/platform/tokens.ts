import { createDecoder, createSigner, createVerifier } from 'fast-jwt';
import { epochSeconds, type Instant } from '../core/instant.ts';
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

/** JWTs (HS256) for the app, with a key ring so that the signing key can change while old tokens live on. */
export function createTokens(keys: Secrets['tokenKeys']): Tokens {
  const [signing] = keys;
  if (!signing) throw new Error('There is no key to sign tokens with.');
  const sign = createSigner({
    key: signing.key,
    algorithm: 'HS256',
    kid: signing.id,
    header: { alg: 'HS256', typ: TYPE },
  });
  const decode = createDecoder({ complete: true });
  const verifiers = new Map(keys.map(({ id, key }) => [id, verifierOf(key)]));
  return {
    sign: (claims, issuedAt, expiresAt) =>
      sign({ ...claims, iss: ISSUER, aud: AUDIENCE, iat: epochSeconds(issuedAt), exp: epochSeconds(expiresAt) }),
    read(token, now) {
      try {
        const { header } = decode(token);
        if (header.typ !== TYPE) return undefined;
        const claims: unknown = verifiers.get(header.kid)?.(token);
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
