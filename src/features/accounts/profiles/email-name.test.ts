import assert from 'node:assert/strict';
import { it } from 'node:test';
import { nameInEmail } from './email-name.ts';

const said = (display_name: string) => nameInEmail({ display_name, pseudonym: 'Brave Otter 41' });

it('emails show ordinary display names', () => {
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
  assert.deepEqual(names.map(said), names);
});

it('emails show the pseudonym when a mail program would turn the name into a link', () => {
  const names = [
    'https://evil.example/x',
    'evil.example',
    'Win at EVIL.COM now',
    'www.evil',
    'evil。com',
    'evil.\u200dcom',
    'кіт.укр',
    '192.168.1.1',
    '1.1.1.1',
    'javascript:alert',
    'me@evil',
    '+1 900 555 0199',
  ];
  for (const name of names) assert.equal(said(name), 'Brave Otter 41', name);
});
