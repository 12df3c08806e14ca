import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatEmailForDisplay, formatNameForEmail } from './link-safe-text.ts';

const formatName = (display_name: string) => formatNameForEmail({ display_name, pseudonym: 'Brave Otter 41' });

test('emails show ordinary display names', () => {
  const names = [
    'Anna',
    'Zoë-Marie O’Neil',
    'J. R.',
    'J.R.',
    'Анна 2017',
    'Ann :)',
    'St. John',
    '小明',
    'Mr. 3',
    '🦊!',
  ];
  assert.deepEqual(names.map(formatName), names);
});

test('emails show the pseudonym when an email program would turn the name into a link', () => {
  const names = [
    'https://evil.example/x',
    'evil.example',
    'Win at EVIL.COM now',
    'www.evil',
    'evil。com',
    'evil\u2024com',
    'evil.\u200dcom',
    'кіт.укр',
    '192.168.1.1',
    '1.1.1.1',
    'javascript:alert',
    'me@evil',
    '+1 900 555 0199',
  ];
  for (const name of names) assert.equal(formatName(name), 'Brave Otter 41', name);
});

test('an email address is displayed in full only if its local part cannot be a link', () => {
  for (const plainEmail of ["o'neil+kids_2-a.b@example.org", 'тест@example.org'])
    assert.equal(formatEmailForDisplay(plainEmail), plainEmail);
  assert.equal(formatEmailForDisplay(null), '');
  for (const localPart of ['www.evil.example/prize?x=', 'a&b', 'a=b', 'a%b', 'a#b', 'a|b', 'a!b'])
    assert.equal(formatEmailForDisplay(`${localPart}@attacker.org`), '…@attacker.org');
});
