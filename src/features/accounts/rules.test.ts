import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { chooseStarterLook, normalizeEmail, normalizeName } from './rules.ts';
import { buildAvatarPathForRevision } from './serializers.ts';

/** Any text that a client can send: UTF-16 code units, including lone surrogates. */
const anyText = fc.string({ unit: fc.nat({ max: 0xffff }).map((unit) => String.fromCharCode(unit)) });

test('normalizeName trims and composes names, and changes nothing else', () => {
  const expected: Record<string, string> = {
    Mia: 'Mia',
    '  Mia  ': 'Mia',
    'Mia Sofía': 'Mia Sofía',
    'Mi\u0301a': 'Mía', // two characters become one
    Ґанна: 'Ґанна',
    محمد: 'محمد',
    孙悟空: '孙悟空',
    "O'Neill-Núñez 2": "O'Neill-Núñez 2",
    '<b>Mia</b>': '<b>Mia</b>', // plain text: pages escape it
    '🦊': '🦊',
    '\u00a0Mia\u2003': 'Mia',
    m: 'm',
  };
  for (const [input, name] of Object.entries(expected)) assert.equal(normalizeName(input), name, input);
});

test('a name has 1 to 40 characters, and an emoji counts as one character', () => {
  assert.equal(normalizeName('a'.repeat(40)), 'a'.repeat(40));
  assert.equal(normalizeName('a'.repeat(41)), undefined);
  assert.equal(normalizeName('🦊'.repeat(40)), '🦊'.repeat(40));
  assert.equal(normalizeName('🦊'.repeat(41)), undefined);
  assert.equal(normalizeName(` ${'e\u0301'.repeat(40)} `), 'é'.repeat(40), 'counted after trimming and NFC');
  assert.equal(normalizeName('a'.repeat(1_000_000)), undefined);
});

test('normalizeName rejects empty names, control characters and lone surrogates', () => {
  const invalidTexts = [
    '',
    ' ',
    '\t\n',
    '\u00a0',
    'Mia\nLeo',
    'Mia\tLeo',
    'Mia\0',
    '\x1b[31mMia',
    'Mia\x7f',
    'Mia\u0085Leo',
  ];
  for (const text of [...invalidTexts, 'Mia\ud83e', '\udd8aMia']) {
    assert.equal(normalizeName(text), undefined, JSON.stringify(text));
  }
});

test('normalizeEmail trims, composes and lower-cases the email address, with the domain in ASCII', () => {
  const expected: Record<string, string> = {
    'mom@example.org': 'mom@example.org',
    ' Mom@Example.ORG\n': 'mom@example.org',
    'mom+app@example.org': 'mom+app@example.org',
    "o'neill@example.org": "o'neill@example.org",
    'first.last_2-x@mail.example.co.uk': 'first.last_2-x@mail.example.co.uk',
    'mom@bücher.example': 'mom@xn--bcher-kva.example',
    'mom@BU\u0308CHER.example': 'mom@xn--bcher-kva.example',
    'mom@xn--bcher-kva.example': 'mom@xn--bcher-kva.example',
    'mom@XN--BCHER-KVA.example': 'mom@xn--bcher-kva.example',
    'мама@пошта.укр': 'мама@xn--80a1acn3a.xn--j1amh',
    'МАМА@ПОШТА.УКР': 'мама@xn--80a1acn3a.xn--j1amh',
    'mom@ｅｘａｍｐｌｅ.ｏｒｇ': 'mom@example.org',
    'mom@eⅹample.org': 'mom@example.org', // ⅹ is the Roman numeral ten
    'mom@straße.example': 'mom@xn--strae-oqa.example',
    'mom@1and1.example': 'mom@1and1.example',
    '🦊@example.org': '🦊@example.org',
    'J\u030C@example.org': '\u01f0@example.org', // composed only in lower case
  };
  for (const [input, email] of Object.entries(expected)) assert.equal(normalizeEmail(input), email, input);
});

test('normalizeEmail rejects invalid email addresses', () => {
  const invalidTexts = [
    '',
    '@',
    'mom',
    'mom@',
    '@example.org',
    'mom@example',
    'mom@localhost',
    'mom@@example.org',
    'mom@dad@example.org',
    'mom@example.org@',
    'mom@example..org',
    'mom@.example.org',
    'mom@example.org.',
    'mom@-example.org',
    'mom@example-.org',
    'mom@exam_ple.org',
    'mom@[127.0.0.1]',
    'mom＠example.org', // a full-width @
    'mom@example．org', // a full-width dot
    'mo m@example.org',
    'mom@exam ple.org',
    'mom@example.org\r\nBcc: evil@example.org',
    'mom\r\n@example.org',
    'mom@example.org\nevil@example.org',
    'mom\0@example.org',
    'mom@example.org\0',
    'mom\u200b@example.org',
    'mo\u034fm@example.org', // invisible character
    'mom\ufe0f@example.org',
    'mom\u3164@example.org',
    'ｍom@example.org', // full-width: a different mailbox that looks the same
    'ﬁona@example.org',
    'mom@１２７.0.0.1', // an IP address, in any digits
    'mom@127.1',
    'mom@0x7f.0.0.1',
    'mom@example.١',
    `mom@${'ü'.repeat(63)}.example`, // too long in ASCII
    'mom\u202e@example.org',
    'mom\ud800@example.org',
    'Mom <mom@example.org>',
    '<mom@example.org>',
    '"mom"@example.org',
    'mom,dad@example.org',
    'mom@example.org,dad@example.org',
    'mom@example.org;dad@example.org',
    'mom@example.org?bcc=dad@example.org',
    'mailto:mom@example.org',
    'mom@example.org/..',
    `mom@${'a'.repeat(64)}.org`,
    `${'a'.repeat(65)}@example.org`,
  ];
  for (const text of invalidTexts) assert.equal(normalizeEmail(text), undefined, JSON.stringify(text));
});

test('an email address has at most 254 characters', () => {
  const createEmail = (length: number) => {
    const start = `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.`;
    return `${start}${'d'.repeat(length - start.length - 4)}.org`;
  };
  assert.equal(createEmail(254).length, 254);
  assert.equal(normalizeEmail(createEmail(254)), createEmail(254));
  assert.equal(normalizeEmail(` ${createEmail(254)} `), createEmail(254));
  assert.equal(normalizeEmail(createEmail(255)), undefined);
  const startedAt = performance.now();
  for (const longText of ['a'.repeat(1_000_000), `a@${'a.'.repeat(200_000)}`, `a@${'a-'.repeat(120)}`]) {
    assert.equal(normalizeEmail(longText), undefined);
  }
  assert.ok(performance.now() - startedAt < 1000, 'rejects them within a second');
});

test('normalizeEmail is idempotent and never returns whitespace or control characters', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.emailAddress(),
        anyText,
        anyText.map((text) => `${text}@example.org`),
      ),
      (input) => {
        const email = normalizeEmail(input);
        if (email === undefined) return;
        assert.equal(normalizeEmail(email), email);
        assert.match(email, /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u);
      },
    ),
    { numRuns: 2000 },
  );
});

test('the URL of an avatar picture contains its items and changes with the look and the artwork', () => {
  const look = { skin: 'skin-sand', hair: 'hair-bob', hat: null, shirt: 'shirt-blue', accessory: 'acc-glasses' };
  const path = buildAvatarPathForRevision(look, 'art-1');
  assert.match(path, /^\/avatars\/skin-sand\.hair-bob\._\.shirt-blue\.acc-glasses\.png\?v=[\w-]{10}$/);
  assert.equal(buildAvatarPathForRevision({ ...look }, 'art-1'), path);
  assert.notEqual(buildAvatarPathForRevision({ ...look, hat: 'hat-cap' }, 'art-1').split('?')[1], path.split('?')[1]);
  assert.notEqual(buildAvatarPathForRevision(look, 'art-2'), path);
});

test('chooseStarterLook finds a look by id, and always chooses the same look for the same unknown id', () => {
  const looks: [{ id: string }, ...{ id: string }[]] = [{ id: 'fox' }, { id: 'owl' }, { id: 'cat' }];
  for (const look of looks) assert.equal(chooseStarterLook(look.id, looks), look);
  const chosenIds = Array.from({ length: 100 }, (_, i) => chooseStarterLook(`look-of-2031-${i}`, looks).id);
  assert.deepEqual(
    chosenIds,
    Array.from({ length: 100 }, (_, i) => chooseStarterLook(`look-of-2031-${i}`, looks).id),
  );
  assert.deepEqual([...new Set(chosenIds)].sort(), ['cat', 'fox', 'owl'], 'each look is chosen for some id');
});
