import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  generateEmailCode,
  generateLinkingCode,
  generateManagerCode,
  generateRecoveryCode,
  parseEmailCode,
  parseLinkingCode,
  parseManagerCode,
  parseRecoveryCode,
  type RandomInt,
} from './one-time-codes.ts';

/** Any text that a client can send: any UTF-16 code units, including lone surrogates. */
const anyText = fc.string({ unit: fc.nat({ max: 0xffff }).map((unit) => String.fromCharCode(unit)) });

/** A random source from fast-check: any whole number below the limit. */
const anyRandomSource = fc
  .array(fc.nat(), { minLength: 8, maxLength: 8 })
  .map((numbers) => (below: number) => (numbers.shift() ?? 0) % below);

test('email codes have six digits and may start with zero', () => {
  assert.equal(
    generateEmailCode(() => 0),
    '000000',
  );
  fc.assert(fc.property(anyRandomSource, (random) => /^[0-9]{6}$/.test(generateEmailCode(random))));
});

test('manager codes use Crockford base32 in two groups, and linking codes omit characters that look alike', () => {
  assert.equal(getAlphabet(generateManagerCode), '0123456789ABCDEFGHJKMNPQRSTVWXYZ');
  assert.equal(getAlphabet(generateLinkingCode), '23456789ABCDEFGHJKMNPQRSTVWXYZ');
  fc.assert(fc.property(anyRandomSource, (random) => /^[0-9A-Z]{4}-[0-9A-Z]{4}$/.test(generateManagerCode(random))));
  fc.assert(
    fc.property(anyRandomSource, (random) => /^[0-9A-Z]{4}(-[0-9A-Z]{4}){2}$/.test(generateRecoveryCode(random))),
  );
  fc.assert(fc.property(anyRandomSource, (random) => /^[0-9A-Z]{8}$/.test(generateLinkingCode(random))));
});

test('codes are parsed regardless of case, spaces and dashes', () => {
  const waysToType = [
    (code: string) => code,
    (code: string) => code.toLowerCase(),
    (code: string) => [...code].join(' '),
    (code: string) => [...code].join('-'),
    (code: string) => `\t ${code.slice(0, 3)} – ${code.slice(3)}\n`,
    (code: string) => [...code].join('\u00a0\u2011\u2212'),
  ];
  fc.assert(
    fc.property(anyRandomSource, fc.constantFrom(...waysToType), (random, type) => {
      const emailCode = generateEmailCode(random);
      const managerCode = generateManagerCode(random);
      const linkingCode = generateLinkingCode(random);
      const recoveryCode = generateRecoveryCode(random);
      assert.equal(parseEmailCode(type(emailCode)), emailCode);
      assert.equal(parseManagerCode(type(managerCode)), managerCode.replace('-', ''));
      assert.equal(parseLinkingCode(type(linkingCode)), linkingCode);
      assert.equal(parseRecoveryCode(type(recoveryCode)), recoveryCode.replaceAll('-', ''));
    }),
  );
});

test('manager codes accept O for 0, and I or L for 1', () => {
  assert.equal(parseManagerCode('oOiI-lL01'), '00111101');
  assert.equal(parseManagerCode('OIL0 ABCD'), '0110ABCD');
});

test('linking codes reject characters outside their alphabet', () => {
  for (const letter of '0O1ILUoilu') assert.equal(parseLinkingCode(`ABCDEFG${letter}`), undefined, letter);
});

test('invalid codes are rejected', () => {
  const invalidCodes = [
    '',
    ' ',
    '-',
    '12345',
    '1234567',
    'ABCDEFG',
    'ABCDEFGHJ',
    'ABCD_EFGH',
    'ABCD.EFGH',
    'АВСЕНКМР',
    '👍',
  ];
  for (const input of invalidCodes) {
    assert.equal(parseManagerCode(input), undefined, input);
    assert.equal(parseLinkingCode(input), undefined, input);
    assert.equal(parseEmailCode(input), undefined, input);
    assert.equal(parseRecoveryCode(input), undefined, input);
  }
  for (const input of ['１２３４５６', '١٢٣٤٥٦', '12345O', '+12345', '1e5000']) {
    assert.equal(parseEmailCode(input), undefined, input);
  }
  assert.equal(parseManagerCode('ABCD-EFGU'), undefined, 'U is not a Crockford digit');
});

test('parsing arbitrary text returns a well-formed code or undefined', () => {
  fc.assert(
    fc.property(anyText, (input) => {
      assert.match(parseEmailCode(input) ?? '000000', /^[0-9]{6}$/);
      assert.match(parseManagerCode(input) ?? '00000000', /^[0-9A-HJKMNP-TV-Z]{8}$/);
      assert.match(parseLinkingCode(input) ?? '22222222', /^[2-9A-HJKMNP-TV-Z]{8}$/);
    }),
  );
  assert.equal(parseManagerCode(' '.repeat(100_000)), undefined);
});

function getAlphabet(generate: (random: RandomInt) => string): string {
  let alphabetSize = 0;
  generate((below) => {
    alphabetSize = below;
    return 0;
  });
  return Array.from({ length: alphabetSize }, (_, i) => generate(() => i)[0]).join('');
}
