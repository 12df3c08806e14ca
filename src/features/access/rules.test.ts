import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPin, LIFETIME_SECONDS } from './rules.ts';

test('a PIN is four ASCII digits', () => {
  for (const pin of ['0000', '1234', '9999']) assert.ok(isPin(pin));
  for (const text of ['', '123', '12345', ' 1234', '1234\n', '12 34', '12a4', '-123', '１２３４', '١٢٣٤', '1e10']) {
    assert.ok(!isPin(text), JSON.stringify(text));
  }
});

test('lifetimes of codes and sessions match the specification', () => {
  assert.equal(LIFETIME_SECONDS.emailCode, 600);
  assert.equal(LIFETIME_SECONDS.linkingCode, 15 * 60);
  assert.equal(LIFETIME_SECONDS.panelIdle, 24 * 3600);
});
