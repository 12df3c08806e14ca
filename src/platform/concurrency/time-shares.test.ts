import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TimeShares } from './time-shares.ts';

test('a network site that has used its share waits until it has as much time as the others', () => {
  const shares = new TimeShares();
  shares.charge('long requests', 7);
  shares.charge('short requests', 1);
  const listSitesWithTime = () => ['long requests', 'short requests', 'no requests'].filter(shares.hasTime);
  for (let round = 1; round <= 2; round += 1) {
    assert.deepEqual(listSitesWithTime(), ['short requests', 'no requests']);
    shares.startRound();
  }
  assert.deepEqual(listSitesWithTime(), ['short requests', 'no requests'], 'one millisecond is still missing');
  shares.startRound();
  assert.deepEqual(listSitesWithTime(), ['long requests', 'short requests', 'no requests']);
});

test('a very long request delays later ones of its site by fifty rounds at most', () => {
  const shares = new TimeShares();
  shares.charge('site', 10_000);
  for (let round = 1; round <= 50; round += 1) {
    assert.ok(!shares.hasTime('site'), `round ${round}`);
    shares.startRound();
  }
  shares.startRound();
  assert.ok(shares.hasTime('site'));
  shares.charge('site', 10_000);
  shares.reset();
  assert.ok(shares.hasTime('site'));
});
