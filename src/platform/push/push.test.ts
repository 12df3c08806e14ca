import assert from 'node:assert/strict';
import { createECDH } from 'node:crypto';
import { test } from 'node:test';
import type { Secrets } from '../secrets/secrets.ts';
import { readSettings } from '../settings.ts';
import { classifyResponse, parsePushTarget } from './push.ts';

const keys = {
  p256dh: createECDH('prime256v1').generateKeys('base64url'),
  auth: Buffer.alloc(16).toString('base64url'),
};
const secrets = { vapidKeys: [{ publicKey: 'public', privateKey: 'private' }] } as unknown as Secrets; // nothing else is read

test('only endpoints of the listed push services are accepted, with https at the usual port', () => {
  const own = 'https://push.example.org:8443';
  const lists = { default: undefined, own, none: 'none' };
  for (const [list, endpoint, isAccepted] of [
    ['default', 'https://fcm.googleapis.com/fcm/send/x', true],
    ['default', 'https://FCM.googleapis.com:443/wp/x', true],
    ['default', 'https://updates.push.services.mozilla.com/wpush/v2/x', true],
    ['default', 'https://web.push.apple.com/x', true],
    ['default', 'https://db5p.notify.windows.com/w/?token=x', true],
    ['default', 'http://fcm.googleapis.com/fcm/send/x', false],
    ['default', 'https://fcm.googleapis.com:8443/x', false],
    ['default', 'https://fcm.googleapis.com@evil.example/x', false],
    ['default', 'https://x:y@fcm.googleapis.com/x', false],
    ['default', 'https://fcm.googleapis.com.evil.example/x', false],
    ['default', 'https://evil-push.apple.com/x', false],
    ['default', 'https://push.apple.com/x', false],
    ['default', 'https://evilpush.apple.com/x', false],
    ['default', 'https://169.254.169.254/latest', false],
    ['default', 'https://localhost/x', false],
    ['default', 'file:///etc/passwd', false],
    ['default', 'x', false],
    ['own', `${own}/x`, true],
    ['own', 'https://push.example.org/x', false],
    ['own', 'https://fcm.googleapis.com/fcm/send/x', false],
    ['none', 'https://fcm.googleapis.com/fcm/send/x', false],
  ] as const) {
    const settings = readSettings({ PUSH_SERVICES: lists[list] });
    const target = parsePushTarget({ settings, secrets }, JSON.stringify({ endpoint, keys }));
    assert.equal(target !== undefined, isAccepted, `${list}: ${endpoint}`);
  }
  for (const PUSH_SERVICES of [
    '*',
    'localhost',
    'http://push.example.org',
    'https://push.example.org/x',
    'a.example,,',
  ])
    assert.throws(() => readSettings({ PUSH_SERVICES }), /PUSH_SERVICES/, PUSH_SERVICES);
});

test('a response decides whether a message is sent again, and when', () => {
  const now = '2026-11-20T08:00:00.000Z';
  for (const [status, retryAfter, outcome, retryAt] of [
    [201, null, 'sent', undefined],
    [404, null, 'gone', undefined],
    [410, '60', 'gone', undefined],
    [400, null, 'refused', undefined],
    [403, null, 'refused', undefined],
    [413, null, 'refused', undefined],
    [307, null, 'refused', undefined],
    [408, null, 'retry', undefined],
    [429, '90', 'retry', '2026-11-20T08:01:30.000Z'],
    [429, 'Fri, 20 Nov 2026 08:05:00 GMT', 'retry', '2026-11-20T08:05:00.000Z'],
    [503, 'soon', 'retry', '2026-11-20T08:00:01.000Z'],
    [503, '99999999999', 'retry', '2026-11-20T14:00:00.000Z'],
  ] as const) {
    const result = classifyResponse(status, retryAfter, now);
    assert.deepEqual(
      [result.outcome, 'retryAt' in result ? result.retryAt : undefined],
      [outcome, retryAt],
      `${status}`,
    );
  }
});
