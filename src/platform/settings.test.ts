import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readSettings, SETTINGS } from './settings.ts';

const S3 = { S3_URL: 'https://s3.example.org', S3_BUCKET: 'family', S3_ACCESS_KEY_ID: 'x', S3_SECRET_ACCESS_KEY: 'x' };
const PRODUCTION = {
  ...S3,
  NODE_ENV: 'production',
  BASE_URL: 'https://family.example.org',
  SMTP_URL: 'smtps://mail.example.org',
  MAIL_FROM: 'family@example.org',
};

test('production needs TLS to other machines, unless the URL says otherwise', () => {
  const cases: readonly [name: string, url: string, isAccepted: boolean][] = [
    ['DATABASE_URL', 'postgres://family@db.internal/family', false],
    ['DATABASE_URL', 'postgres://family@db.internal/family?sslmode=prefer', false],
    ['DATABASE_URL', 'postgres://family@/family?host=db.internal', false],
    ['DATABASE_URL', 'postgres://family@db.internal/family?sslmode=verify-full', true],
    ['DATABASE_URL', 'postgres://family@db.internal/family?pgbouncer=true&sslmode=disable', true],
    ['DATABASE_URL', 'postgres://family@127.0.0.1/family', true],
    ['DATABASE_URL', 'postgres://family@/family?host=/var/run/postgresql', true],
    ['REDIS_URL', 'redis://redis.internal:6379/0', false],
    ['REDIS_URL', 'rediss://redis.internal:6379/0', true],
    ['REDIS_URL', 'redis://[::1]:6379', true],
    ['REDIS_URL', 'redis://redis.internal:6379/0?tls=off', true],
    ['S3_URL', 'http://s3.internal:9000', false],
    ['S3_URL', 'https://s3.internal:9000', true],
    ['S3_URL', 'http://localhost:9000', true],
    ['S3_URL', 'http://s3.internal:9000/?tls=off', true],
  ];
  for (const [name, url, isAccepted] of cases) {
    const read = () => readSettings({ ...PRODUCTION, [name]: url });
    if (isAccepted) read();
    else assert.throws(read, new RegExp(`- ${name} .*TLS`), url);
    readSettings({ ...S3, [name]: url });
  }
  const { redisUrl } = readSettings({ ...PRODUCTION, REDIS_URL: 'redis://redis.internal:6379/0?tls=off' });
  const { s3 } = readSettings({ ...PRODUCTION, S3_URL: 'http://s3.internal:9000/?tls=off' });
  assert.deepEqual([redisUrl, s3?.url], ['redis://redis.internal:6379/0', 'http://s3.internal:9000']);
});

test('the release feed needs TLS, except on this machine', () => {
  for (const RELEASE_FEED_URL of ['http://git.example.org/releases.atom', 'file:///etc/passwd', 'git.example.org'])
    assert.throws(() => readSettings({ RELEASE_FEED_URL }), /- RELEASE_FEED_URL must be an https/);
  for (const RELEASE_FEED_URL of ['https://git.example.org/releases.atom', 'http://127.0.0.1:8080/releases.atom'])
    assert.equal(readSettings({ RELEASE_FEED_URL }).releaseFeedUrl, RELEASE_FEED_URL);
});

test('.env.example lists the variables of compose.yaml, which passes only settings to the service', () => {
  const read = (name: string) => readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8');
  const compose = read('compose.yaml');
  const used = new Set([...compose.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name));
  const listed = [...read('.env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name);
  assert.deepEqual([...used].sort(), listed.sort());
  const passed = /^x-app:[\s\S]*?environment:\n([\s\S]*?)\n {2}volumes:/m.exec(compose)?.[1] ?? '';
  const names = [...passed.matchAll(/^ {4}(\w+):/gm)].map(([, name = '']) => name);
  assert.ok(names.includes('OPERATOR_TOKEN'));
  assert.deepEqual(
    names.filter((name) => !SETTINGS.some(([setting]) => setting === name)),
    [],
  );
});
