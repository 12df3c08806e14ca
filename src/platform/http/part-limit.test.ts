import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findBoundary } from './part-limit.ts';

const RFC_2046_BOUNDARY = /^[A-Za-z0-9'()+_,\-./:=? ]*[A-Za-z0-9'()+_,\-./:=?]$/;

test('a boundary, quoted or not, is accepted only if RFC 2046 allows all its characters', () => {
  const characters = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code));
  for (const character of characters) {
    for (const boundary of [character, `x${character}`, `${character}x`, `x${character}x`]) {
      for (const parameter of [`boundary=${boundary}`, `boundary="${boundary}"`]) {
        const foundBoundary = findBoundary(`multipart/form-data; ${parameter}`);
        if (foundBoundary === undefined) continue;
        assert.match(foundBoundary, RFC_2046_BOUNDARY, JSON.stringify(parameter));
        // An unquoted boundary ends at a semicolon or at white space.
        assert.ok(boundary.startsWith(foundBoundary), JSON.stringify(parameter));
      }
    }
  }
});

test('the boundaries that browsers and HTTP clients choose are accepted', () => {
  for (const boundary of [
    '----WebKitFormBoundaryx7NhEDdJ1Ku3JHzY',
    '----geckoformboundary5c4a1a1c8e3b8a1f2d',
    '------------------------d74496d66958873e',
    'dart-http-boundary-+,_.2:x',
    'gc0p4Jq0M2Yt08j34c0p',
  ]) {
    assert.equal(findBoundary(`multipart/form-data; boundary=${boundary}`), boundary);
    assert.equal(findBoundary(`multipart/form-data; charset=utf-8; boundary="${boundary}"`), boundary);
  }
});
