import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findTexts, localize } from './multilingual-text.ts';

const hello = { en: 'Hello', es: 'Hola', 'es-MX': '¿Qué onda?' };

test('localize falls back from the locale to its language, then to the first language of the pack', () => {
  const expectedByLocale: Record<string, [string, string]> = {
    en: ['Hello', 'en'],
    'es-MX': ['¿Qué onda?', 'es-MX'],
    'es-mx': ['¿Qué onda?', 'es-MX'],
    'es-419': ['Hola', 'es'],
    'en-GB': ['Hello', 'en'],
    uk: ['Hello', 'en'],
    '': ['Hello', 'en'],
  };
  for (const [locale, [text, language_served]] of Object.entries(expectedByLocale)) {
    assert.deepEqual(localize(hello, locale), { text, language_served }, locale);
  }
  assert.equal(localize(hello, 'constructor').language_served, 'en', 'inherited properties are not languages');
});

test('findTexts finds every multilingual text and nothing else', () => {
  const file = {
    title: hello,
    kind: 'quiz',
    items: [
      {
        id: 'a',
        prompt: hello,
        left: [{ id: 'fox', text: hello }],
        right: [{ id: 'den', text: hello, speech: hello }],
      },
      { id: 'b', pairs: { fox: 'den' }, accepted: { en: ['one'] }, hints: [hello], feedback: { right: hello } },
    ],
  };
  const paths = [...findTexts(file)].map(({ path }) => path.join('.'));
  assert.deepEqual(paths, [
    'title',
    'items.0.prompt',
    'items.0.left.0.text',
    'items.0.right.0.text',
    'items.0.right.0.speech',
    'items.1.accepted',
    'items.1.hints.0',
    'items.1.feedback.right',
  ]);
});
