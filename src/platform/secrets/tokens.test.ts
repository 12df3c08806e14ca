import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { createTokens } from './tokens.ts';

const NOW = '2026-11-20T08:00:00.000Z';
const LATER = '2026-11-20T09:00:00.000Z';
const CLAIMS = { sub: 'mia', role: 'child', jti: 'session-1' } as const;
const key = (id: string) => ({ id, key: randomBytes(32) });
const [current, former] = [key('new'), key('old')];
const tokens = createTokens([current, former]);
const token = tokens.sign(CLAIMS, NOW, LATER);

test('a signed token can be read until the second in which it expires', () => {
  assert.deepEqual(subset(tokens.read(token, NOW)), CLAIMS);
  assert.deepEqual(subset(tokens.read(token, '2026-11-20T08:59:59.999Z')), CLAIMS);
  assert.equal(tokens.read(token, LATER), undefined);
});

test('a token that was read before expires all the same, and a changed one is not found', () => {
  const fresh = tokens.sign(CLAIMS, NOW, LATER);
  for (let time = 0; time < 2; time += 1) assert.deepEqual(subset(tokens.read(fresh, NOW)), CLAIMS);
  assert.equal(tokens.read(fresh, LATER), undefined);
  assert.equal(tokens.read(`${fresh.slice(0, -2)}${fresh.endsWith('AA') ? 'BB' : 'AA'}`, NOW), undefined);
});

test('a token states its type, key, issuer, audience and lifetime', () => {
  const [header, payload] = parts(token)
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));
  assert.equal(header.alg, 'HS256');
  assert.equal(header.typ, 'at+jwt');
  assert.equal(header.kid, 'new');
  assert.equal(payload.exp - payload.iat, 3600);
  for (const claim of ['iss', 'aud', 'sub', 'role', 'jti']) assert.ok(payload[claim], claim);
});

test('tokens signed with the previous key are still accepted, and those of older keys are not', () => {
  const old = createTokens([former]).sign(CLAIMS, NOW, LATER);
  assert.deepEqual(subset(tokens.read(old, NOW)), CLAIMS);
  assert.equal(createTokens([current]).read(old, NOW), undefined);
});

test('forged and malformed tokens are rejected', () => {
  const [header = '', payload = '', signature = ''] = parts(token);
  const good = JSON.parse(Buffer.from(header, 'base64url').toString());
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const signed = (head: object, body: object, secret = current.key, hash = 'sha256') => {
    const text = `${encoded(head)}.${encoded(body)}`;
    return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`;
  };
  assert.deepEqual(subset(tokens.read(signed(good, claims), NOW)), CLAIMS, 'the test can sign a valid token');
  const forged = {
    'no algorithm': `${encoded({ ...good, alg: 'none' })}.${payload}.`,
    'no algorithm, signature kept': `${encoded({ ...good, alg: 'none' })}.${payload}.${signature}`,
    'another algorithm': signed({ ...good, alg: 'HS512' }, claims, current.key, 'sha512'),
    'another type': signed({ ...good, typ: 'JWT' }, claims),
    'no type': signed({ alg: 'HS256', kid: 'new' }, claims),
    'an unknown key': signed({ ...good, kid: 'other' }, claims),
    'no key': signed({ alg: 'HS256', typ: 'at+jwt' }, claims),
    'the name of a property as key': signed({ ...good, kid: '__proto__' }, claims),
    'the key of another': signed(good, claims, randomBytes(32)),
    'the other key of the ring': signed(good, claims, former.key),
    'an empty secret': signed(good, claims, Buffer.alloc(0)),
    'another issuer': signed(good, { ...claims, iss: 'somebody' }),
    'another audience': signed(good, { ...claims, aud: 'another-app' }),
    'a role of its own': signed(good, { ...claims, role: 'panel' }),
    'no session': signed(good, { ...claims, jti: undefined }),
    'no end': signed(good, { ...claims, exp: undefined }),
    'an end in words': signed(good, { ...claims, exp: 'never' }),
    'other claims': `${header}.${encoded({ ...claims, sub: 'leo' })}.${signature}`,
    'half a signature': token.slice(0, -20),
    'no signature': `${header}.${payload}.`,
    'two parts': `${header}.${payload}`,
    'four parts': `${token}.${signature}`,
    'a space before': ` ${token}`,
    'a session cookie': randomBytes(32).toString('base64url'),
    nothing: '',
  };
  for (const [what, text] of Object.entries(forged)) assert.equal(tokens.read(text, NOW), undefined, what);
});

test('changing any character of a token invalidates it', () => {
  fc.assert(
    fc.property(fc.nat({ max: token.length - 2 }), fc.constantFrom('A', 'z', '9', '.', '-'), (i, other) => {
      // The last character is left alone: base64url ignores some of its bits.
      if (token[i] !== other) assert.equal(tokens.read(token.slice(0, i) + other + token.slice(i + 1), NOW), undefined);
    }),
  );
});

function parts(text: string): string[] {
  return text.split('.');
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** The claims that callers use; a token carries others beside them. */
function subset({ sub, role, jti }: { sub?: string; role?: string; jti?: string } = {}) {
  return { sub, role, jti };
}
