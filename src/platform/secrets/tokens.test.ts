import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { createTokens } from './tokens.ts';

const NOW = '2026-11-20T08:00:00.000Z';
const LATER = '2026-11-20T09:00:00.000Z';
const CLAIMS = { sub: 'mia', role: 'child', jti: 'session-1' } as const;
const createKey = (id: string) => ({ id, key: randomBytes(32) });
const [currentKey, formerKey] = [createKey('new'), createKey('old')];
const tokens = createTokens([currentKey, formerKey]);
const token = tokens.sign(CLAIMS, NOW, LATER);

test('a signed token is valid until the second in which it expires', () => {
  assert.deepEqual(selectClaims(tokens.verify(token, NOW)), CLAIMS);
  assert.deepEqual(selectClaims(tokens.verify(token, '2026-11-20T08:59:59.999Z')), CLAIMS);
  assert.equal(tokens.verify(token, LATER), undefined);
});

test('a token whose claims are cached still expires, and a changed token is rejected', () => {
  const newToken = tokens.sign(CLAIMS, NOW, LATER);
  for (let call = 0; call < 2; call += 1) assert.deepEqual(selectClaims(tokens.verify(newToken, NOW)), CLAIMS);
  assert.equal(tokens.verify(newToken, LATER), undefined);
  assert.equal(tokens.verify(`${newToken.slice(0, -2)}${newToken.endsWith('AA') ? 'BB' : 'AA'}`, NOW), undefined);
});

test('a token states its type, key, issuer, audience and lifetime', () => {
  const [header, payload] = splitToken(token)
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));
  assert.equal(header.alg, 'HS256');
  assert.equal(header.typ, 'at+jwt');
  assert.equal(header.kid, 'new');
  assert.equal(payload.exp - payload.iat, 3600);
  for (const claim of ['iss', 'aud', 'sub', 'role', 'jti']) assert.ok(payload[claim], claim);
});

test('tokens signed with the previous key are still accepted, and tokens signed with older keys are not', () => {
  const oldToken = createTokens([formerKey]).sign(CLAIMS, NOW, LATER);
  assert.deepEqual(selectClaims(tokens.verify(oldToken, NOW)), CLAIMS);
  assert.equal(createTokens([currentKey]).verify(oldToken, NOW), undefined);
});

test('forged and malformed tokens are rejected', () => {
  const [header = '', payload = '', signature = ''] = splitToken(token);
  const validHeader = JSON.parse(Buffer.from(header, 'base64url').toString());
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const signManually = (head: object, body: object, secret = currentKey.key, hash = 'sha256') => {
    const text = `${encodeJson(head)}.${encodeJson(body)}`;
    return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`;
  };
  assert.deepEqual(
    selectClaims(tokens.verify(signManually(validHeader, claims), NOW)),
    CLAIMS,
    'signManually should create a valid token',
  );
  const forged = {
    'no algorithm': `${encodeJson({ ...validHeader, alg: 'none' })}.${payload}.`,
    'no algorithm, signature kept': `${encodeJson({ ...validHeader, alg: 'none' })}.${payload}.${signature}`,
    'another algorithm': signManually({ ...validHeader, alg: 'HS512' }, claims, currentKey.key, 'sha512'),
    'another type': signManually({ ...validHeader, typ: 'JWT' }, claims),
    'no type': signManually({ alg: 'HS256', kid: 'new' }, claims),
    'an unknown key': signManually({ ...validHeader, kid: 'other' }, claims),
    'no key': signManually({ alg: 'HS256', typ: 'at+jwt' }, claims),
    'the name of a property as key': signManually({ ...validHeader, kid: '__proto__' }, claims),
    'a random key': signManually(validHeader, claims, randomBytes(32)),
    'the other key of the ring': signManually(validHeader, claims, formerKey.key),
    'an empty secret': signManually(validHeader, claims, Buffer.alloc(0)),
    'another issuer': signManually(validHeader, { ...claims, iss: 'somebody' }),
    'another audience': signManually(validHeader, { ...claims, aud: 'another-app' }),
    'an unknown role': signManually(validHeader, { ...claims, role: 'panel' }),
    'no session': signManually(validHeader, { ...claims, jti: undefined }),
    'no expiry': signManually(validHeader, { ...claims, exp: undefined }),
    'an expiry that is not a number': signManually(validHeader, { ...claims, exp: 'never' }),
    'other claims': `${header}.${encodeJson({ ...claims, sub: 'leo' })}.${signature}`,
    'half a signature': token.slice(0, -20),
    'no signature': `${header}.${payload}.`,
    'two parts': `${header}.${payload}`,
    'four parts': `${token}.${signature}`,
    'a space before': ` ${token}`,
    'a session cookie': randomBytes(32).toString('base64url'),
    nothing: '',
  };
  for (const [name, text] of Object.entries(forged)) assert.equal(tokens.verify(text, NOW), undefined, name);
});

test('changing any character but the last one invalidates a token', () => {
  fc.assert(
    fc.property(fc.nat({ max: token.length - 2 }), fc.constantFrom('A', 'z', '9', '.', '-'), (i, replacement) => {
      // The last character is not changed: base64url ignores some of its bits.
      if (token[i] !== replacement)
        assert.equal(tokens.verify(token.slice(0, i) + replacement + token.slice(i + 1), NOW), undefined);
    }),
  );
});

function splitToken(text: string): string[] {
  return text.split('.');
}

function encodeJson(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** Selects the claims that callers use from all claims of a token. */
function selectClaims({ sub, role, jti }: { sub?: string; role?: string; jti?: string } = {}) {
  return { sub, role, jti };
}
