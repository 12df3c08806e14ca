import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createLog } from './log.ts';

it('removes secrets from a logged object, and the values of a row from an error of PostgreSQL', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const error = Object.assign(new Error('duplicate key value'), {
    code: '23505',
    constraint: 'profiles_by_email',
    detail: 'Key (email)=(ada@example.org) already exists.',
    where: "unnamed portal parameter $1 = 'ada@example.org'",
  });
  log.error({ err: error, pin: '1234', body: { email: 'ada@example.org' } }, 'failed');
  const line = lines.join();
  assert.match(line, /duplicate key value/);
  assert.match(line, /profiles_by_email/);
  assert.doesNotMatch(line, /ada@example\.org|1234/);
});
