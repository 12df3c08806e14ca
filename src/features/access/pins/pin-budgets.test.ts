import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addSeconds, DAY, HOUR, type Instant, MINUTE } from '../../../core/time/instant.ts';
import {
  FORMER_DEVICES,
  findPinWaitEnd,
  listSpentBudgets,
  type PinSource,
  UNKNOWN_DEVICES,
  type WrongPin,
} from './pin-budgets.ts';

const NOW = '2026-11-20T08:00:00.000Z';
const STRANGER: PinSource = { profileId: 'mia', lockKey: UNKNOWN_DEVICES, deviceKeys: ['phone'], siteKey: 'home' };
const FORMER: PinSource = { ...STRANGER, lockKey: FORMER_DEVICES };
const TABLET: PinSource = { profileId: 'mia', lockKey: 'tablet', deviceKeys: ['tablet', 'old key'], siteKey: null };

function createWrongPin(source: PinSource, secondsAgo: number, change: Partial<WrongPin> = {}): WrongPin {
  return {
    profile_id: source.profileId,
    lock_key: source.lockKey,
    device_key: source.deviceKeys[0] ?? null,
    site_key: source.siteKey,
    entered_at: addSeconds(NOW, -secondsAgo),
    excused_at: null,
    ...change,
  };
}

/** Wrong PINs at these times before now. */
const enter = (source: PinSource, secondsAgo: readonly number[], change?: Partial<WrongPin>) =>
  secondsAgo.map((seconds) => createWrongPin(source, seconds, change));
const repeat = (count: number, secondsAgo: number) => Array.from({ length: count }, () => secondsAgo);

test('a PIN waits for the last of its budgets', () => {
  const cases: readonly [name: string, wrongPins: readonly WrongPin[], source: PinSource, waitSeconds: number][] = [
    ['four wrong PINs', enter(TABLET, repeat(4, 1)), TABLET, 0],
    ['five wrong PINs', enter(TABLET, [800, 300, 200, 100, 1]), TABLET, 100],
    ['the oldest of five is 15 minutes old', enter(TABLET, [900, 300, 200, 100, 1]), TABLET, 0],
    ['five that a right PIN has excused', enter(TABLET, repeat(5, 1), { excused_at: NOW }), TABLET, 0],
    ['five on another device', enter(STRANGER, repeat(5, 1)), TABLET, 0],
    ['five on a former device', enter(FORMER, repeat(5, 1)), STRANGER, 0],
    ['five for another profile', enter({ ...TABLET, profileId: 'leo' }, repeat(5, 1)), TABLET, 0],
    ['five in the future', enter(TABLET, repeat(5, -2 * MINUTE)), TABLET, 0],
    ['five by a clock that is a little ahead', enter(TABLET, repeat(5, -30)), TABLET, 15 * MINUTE + 30],
    ['19 on a known device', enter(TABLET, repeat(19, HOUR)), TABLET, 0],
    ['20 on a known device', enter(TABLET, repeat(20, HOUR), { excused_at: NOW }), TABLET, DAY - HOUR],
    ['9 on unknown devices', enter(STRANGER, repeat(9, HOUR)), STRANGER, 0],
    ['10 on unknown devices', enter(STRANGER, repeat(10, HOUR)), STRANGER, DAY - HOUR],
    ['10 on former devices', enter(FORMER, repeat(10, HOUR)), FORMER, DAY - HOUR],
    ['30 on the device', enter(TABLET, repeat(30, HOUR), { profile_id: 'leo' }), TABLET, DAY - HOUR],
    [
      '30 under an earlier key',
      enter(TABLET, repeat(30, HOUR), { profile_id: 'leo', device_key: 'old key' }),
      TABLET,
      DAY - HOUR,
    ],
    ['29 on the device', enter(TABLET, repeat(29, HOUR), { profile_id: 'leo' }), TABLET, 0],
    [
      '40 at the address',
      enter(STRANGER, repeat(40, HOUR), { profile_id: 'leo', device_key: null }),
      STRANGER,
      DAY - HOUR,
    ],
    ['40 at the address of a known device', enter(STRANGER, repeat(40, HOUR), { profile_id: 'leo' }), TABLET, 0],
  ];
  for (const [name, wrongPins, source, waitSeconds] of cases) {
    const expected = waitSeconds === 0 ? undefined : addSeconds(NOW, waitSeconds);
    assert.equal(findPinWaitEnd(wrongPins, source, NOW), expected, name);
  }
});

test('somebody who enters a PIN as soon as possible never exceeds a budget in any window', () => {
  for (const [source, pinsPerDay] of [
    [STRANGER, 10],
    [TABLET, 20],
  ] as const) {
    const wrongPins: WrongPin[] = [];
    let now: Instant = NOW;
    const end = addSeconds(NOW, 4 * DAY);
    let lastPinsOfDay = 0;
    while (now < end) {
      wrongPins.push({ ...createWrongPin(source, 0), entered_at: now });
      if (listSpentBudgets(wrongPins, source, now).includes('wrong PINs of a day')) lastPinsOfDay += 1;
      now = findPinWaitEnd(wrongPins, source, now) ?? addSeconds(now, 7);
    }
    for (const [windowSeconds, maxCount] of [
      [15 * MINUTE, 5],
      [DAY, pinsPerDay],
    ] as const) {
      for (const { entered_at } of wrongPins) {
        const windowEnd = addSeconds(entered_at, windowSeconds);
        const inWindow = wrongPins.filter((row) => row.entered_at >= entered_at && row.entered_at < windowEnd);
        assert.ok(inWindow.length <= maxCount, `${inWindow.length} from ${entered_at}`);
      }
    }
    assert.equal(wrongPins.length, 4 * pinsPerDay);
    assert.ok(lastPinsOfDay >= 4);
  }
});
