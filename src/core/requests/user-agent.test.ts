import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeUserAgent } from './user-agent.ts';

test('describeUserAgent names known browsers and operating systems, and nothing else', () => {
  const programByUserAgent: Record<string, string | undefined> = {
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36':
      'Chrome, Android',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile Safari/604.1':
      'Safari, iPhone',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0':
      'Edge, Windows',
    'okhttp/5.0 (Android)': 'Android',
    '<script>alert(1)</script>': undefined,
    '': undefined,
  };
  for (const [userAgent, program] of Object.entries(programByUserAgent))
    assert.equal(describeUserAgent(userAgent), program, userAgent);
});
