import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TimeShares } from './time-shares.ts';

test('a network site that has used more than its share waits until the shares of later rounds make up for the excess', () => {
  const shares = new TimeShares();
  shares.charge('long requests', 7); // 5 ms more than the 2 ms that a site has in each round
  shares.charge('short requests', 1);
  const listSitesWithTime = () => ['long requests', 'short requests', 'no requests'].filter(shares.hasTime);
  for (let round = 1; round <= 2; round += 1) {
    assert.deepEqual(listSitesWithTime(), ['short requests', 'no requests']);
    shares.startRound();
  }
  assert.deepEqual(
    listSitesWithTime(),
    ['short requests', 'no requests'],
    'the site with long requests still lacks 1 ms',
  );
  shares.startRound();
  assert.deepEqual(listSitesWithTime(), ['long requests', 'short requests', 'no requests']);
});

test('a very long request delays later ones of its site by fifty rounds at most, and reset ends the delay', () => {
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
