import assert from 'node:assert/strict';
import { it } from 'node:test';
import { RATE_LIMIT_BY_GROUP } from '../../../src/app/rate-limits.ts';
import { describeWithRateLimits, type TestResponse } from '../../support/test-app.ts';

const LANGUAGES = ['en', 'es', 'uk', 'pl'] as const;
type Language = (typeof LANGUAGES)[number];

describeWithRateLimits('Languages', (app) => {
  const getMessage = ({ body, text }: TestResponse): string => {
    const message = body.error?.message ?? body.data?.message;
    assert.ok(typeof message === 'string' && message.length > 0, text);
    return message;
  };
  const getMessagesInEachLanguage = async (
    sendRequest: (language: Language) => Promise<TestResponse>,
  ): Promise<Record<Language, string>> => ({
    en: getMessage(await sendRequest('en')),
    es: getMessage(await sendRequest('es')),
    uk: getMessage(await sendRequest('uk')),
    pl: getMessage(await sendRequest('pl')),
  });
  const post = (path: string, body: unknown, language: string) =>
    app.call('POST', path, { body, headers: { 'accept-language': language } });

  it('messages without a session are in the language of Accept-Language', async () => {
    const messages = await getMessagesInEachLanguage((language) =>
      post('/app/auth/login/child', { profile_id: 'x', pin: '1' }, language),
    );
    assert.deepEqual(messages, {
      en: 'This profile doesn’t exist.',
      es: 'Este perfil no existe.',
      uk: 'Такого профілю немає.',
      pl: 'Nie ma takiego profilu.',
    });
  });

  it('messages are in the preferred supported language of Accept-Language, or else in English', async () => {
    const getMessageFor = async (header: string) =>
      getMessage(await post('/app/auth/login/child', { profile_id: 'x', pin: '1' }, header));
    for (const [header, message] of [
      ['es-MX,es;q=0.9,en;q=0.8', 'Este perfil no existe.'],
      ['fr, pl;q=0.5, en;q=0.4', 'Nie ma takiego profilu.'],
      ['en;q=0.2, uk;q=0.7', 'Такого профілю немає.'],
      ['UK', 'Такого профілю немає.'],
      ['pl;q=0, es', 'Este perfil no existe.'],
      ['*', 'This profile doesn’t exist.'],
      ['de', 'This profile doesn’t exist.'],
      ['', 'This profile doesn’t exist.'],
      [';;;,,q=,pl;q=x', 'This profile doesn’t exist.'],
      [`${'a,'.repeat(5000)}pl`, 'This profile doesn’t exist.'], // only the first languages of a long header are considered
    ] as const)
      assert.equal(await getMessageFor(header), message, header);
  });

  it('messages to a signed-in profile are in the language of the profile', async () => {
    const { token } = await app.registerChild();
    const headers = { 'accept-language': 'pl' };
    const messages = await getMessagesInEachLanguage(async (language) => {
      await app.call('PATCH', '/app/users/me', { token, body: { language } });
      return app.call('PATCH', '/app/avatar', { token, body: { hat: 'crown-gold' }, headers });
    });
    assert.equal(messages.en, '“Golden crown” unlocks at level 30.');
    assert.equal(new Set(Object.values(messages)).size, 4);
    for (const message of Object.values(messages)) assert.match(message, /30/);
    assert.match(messages.uk, /рівні/);
    assert.match(messages.pl, /poziomie/);
    assert.match(messages.es, /nivel/);
  });

  it('messages about an invalid PIN mention its 4 digits in each language', async () => {
    const { id } = await app.registerChild();
    const loginMessages = await getMessagesInEachLanguage((language) =>
      post('/app/auth/login/child', { profile_id: id, pin: 'x' }, language),
    );
    const body = { birth_year: 2017, language: 'en', avatar_id: 'fox', pin: 'x' };
    const registerMessages = await getMessagesInEachLanguage((language) =>
      post('/app/auth/register/child', body, language),
    );
    for (const message of [...Object.values(loginMessages), ...Object.values(registerMessages)])
      assert.match(message, /\b4\b/);
    assert.equal(new Set(Object.values(loginMessages)).size, 4);
    assert.match(registerMessages.es, /4 dígitos/);
  });

  it('messages name every invalid field in each language', async () => {
    const messages = await getMessagesInEachLanguage((language) =>
      post('/app/auth/register/child', { birth_year: 'x', pin: null }, language),
    );
    assert.equal(new Set(Object.values(messages)).size, 4);
    for (const message of Object.values(messages))
      for (const field of ['birth_year', 'language', 'avatar_id', 'pin']) assert.ok(message.includes(field), message);
    assert.match(messages.en, /birth_year: must be a whole number\./);
    assert.match(messages.uk, /language: відсутнє\./);
  });

  it('messages about codes, email addresses, paths and bodies are different in each language', async () => {
    const { email } = await app.registerParent();
    const refusedRequests: ((language: string) => Promise<TestResponse>)[] = [
      (language) => post('/app/auth/verify-email', { email, code: 'x' }, language),
      (language) => post('/app/auth/register/parent', { email: 'x' }, language),
      (language) => post('/api/auth/send-email-code', { email: 'x' }, language),
      (language) => post('/api/auth/send-email-code', { email: 'nobody@example.org' }, language),
      (language) => post('/api/auth/verify-code', { code: 'x' }, language),
      (language) => post('/app/nowhere', {}, language),
      (language) => post('/app/auth/link/generate', {}, language),
      (language) => post('/app/auth/login/child', [], language),
      (language) => app.call('GET', '/app/auth/profiles', { headers: { 'accept-language': language } }),
      (language) => app.call('GET', '/app/auth/profiles', { device: ' ', headers: { 'accept-language': language } }),
      (language) =>
        app.call('POST', '/app/auth/login/child', {
          raw: '{',
          headers: { 'content-type': 'application/json', 'accept-language': language },
        }),
      (language) =>
        app.call('POST', '/app/auth/login/child', {
          raw: 'x',
          headers: { 'content-type': 'text/plain', 'accept-language': language },
        }),
    ];
    for (const sendRequest of refusedRequests) {
      const messages = await getMessagesInEachLanguage(sendRequest);
      assert.equal(new Set(Object.values(messages)).size, 4, messages.en);
    }
  });

  it('messages about a wrong role are in the language of the profile', async () => {
    const child = await app.registerChild();
    const parent = await app.registerParent();
    const setLanguage = (token: string, language: string) =>
      app.call('PATCH', '/app/users/me', { token, body: { language } });
    const childMessages = await getMessagesInEachLanguage(async (language) => {
      await setLanguage(child.token, language);
      return app.call('POST', '/app/auth/manager-code', { token: child.token });
    });
    const parentMessages = await getMessagesInEachLanguage(async (language) => {
      await setLanguage(parent.token, language);
      return app.call('POST', '/app/auth/link/redeem', { token: parent.token, body: { code: 'x' } });
    });
    assert.equal(childMessages.en, 'Only a parent can do this.');
    assert.equal(parentMessages.en, 'Only a child can do this.');
    for (const messages of [childMessages, parentMessages]) assert.equal(new Set(Object.values(messages)).size, 4);
  });

  it('messages about rate limits are in the language of the request', async () => {
    const messages = await getMessagesInEachLanguage(async (language) => {
      const sendRequest = () =>
        app.call('POST', '/app/auth/login/child', {
          body: { profile_id: 'x', pin: '1' },
          from: `198.51.100.${LANGUAGES.indexOf(language)}`,
          headers: { 'accept-language': language },
        });
      for (let i = 0; i < RATE_LIMIT_BY_GROUP['app-auth'].requests; i += 1) await sendRequest();
      return sendRequest();
    });
    assert.match(messages.en, /^Too many attempts\. Please try again in \d+ s\.$/);
    assert.match(messages.es, /^Demasiados intentos\./);
    assert.match(messages.uk, /^Забагато спроб\./);
    assert.match(messages.pl, /^Zbyt wiele prób\./);
  });

  it('the first email to a parent is in the language of the request, which the new profile stores', async () => {
    const defaultNames = { en: 'Parent', es: 'Familia', uk: 'Батьки', pl: 'Rodzic' };
    const subjects = {
      en: 'Your sign-in code',
      es: 'Tu código de acceso',
      uk: 'Ваш код для входу',
      pl: 'Twój kod logowania',
    };
    const messages = await getMessagesInEachLanguage(async (language) => {
      const email = `speaks-${language}@example.org`;
      const headers = { 'accept-language': `${language}-XX, en;q=0.1` };
      const response = await app.call('POST', '/app/auth/register/parent', { body: { email }, headers });
      const body = { email, code: await app.fetchEmailedCode(email) };
      const sentEmail = (await app.deliverEmails()).at(-1);
      assert.equal(sentEmail?.subject, subjects[language]);
      assert.match(sentEmail?.html ?? '', new RegExp(`<html lang="${language}"`));
      const { token } = (await app.call('POST', '/app/auth/verify-email', { body, headers })).body.data;
      const me = (await app.call('GET', '/app/users/me', { token })).body.data;
      assert.equal(me.language, `${language}-XX`);
      assert.equal(me.display_name, defaultNames[language]);
      return response;
    });
    assert.equal(new Set(Object.values(messages)).size, 4);
  });

  it('a parent with an unsupported language receives English texts, and the language is stored', async () => {
    const headers = { 'accept-language': 'fr-CA, de;q=0.8' };
    const { token } = await app.registerParent('french@example.org', { headers });
    assert.equal((await app.deliverEmails()).at(-1)?.subject, 'Your sign-in code');
    const me = (await app.call('GET', '/app/users/me', { token })).body.data;
    assert.deepEqual([me.language, me.display_name], ['fr-CA', 'Parent']);
  });

  it('later emails are in the parent’s language, even if the request is in another language', async () => {
    const { email, token } = await app.registerParent();
    await app.call('PATCH', '/app/users/me', { token, body: { language: 'uk' } });
    for (const path of ['/app/auth/login/parent', '/api/auth/send-email-code']) {
      await post(path, { email }, 'es');
      assert.equal((await app.deliverEmails()).at(-1)?.subject, 'Ваш код для входу', path);
    }
  });

  it('generated names are in the child’s language, or else in English', async () => {
    const namePatterns = { en: /^[A-Za-z]+ [A-Za-z]+ \d\d$/, uk: /^[А-ЯІЇЄҐа-яіїєґ’]+ [А-ЯІЇЄҐа-яіїєґ’]+ \d\d$/ };
    for (const [language, pattern] of [
      ['en-GB', namePatterns.en],
      ['uk', namePatterns.uk],
      ['fr', namePatterns.en],
    ] as const) {
      const body = { birth_year: 2017, language, avatar_id: 'fox', pin: '1234' };
      const { token } = (await post('/app/auth/register/child', body, 'pl')).body.data;
      assert.match((await app.call('GET', '/app/users/me', { token })).body.data.display_name, pattern);
    }
  });
});
