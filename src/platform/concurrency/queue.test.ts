import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { UnavailableError } from '../../core/requests/api-error.ts';
import { createQueue } from './queue.ts';

/** The outcome of a job: how many milliseconds it waited, and whether it was rejected. */
interface Outcome {
  readonly waitedMs: number;
  readonly isRejected: boolean;
}

async function runTimedJob(queue: ReturnType<typeof createQueue>, workMs: number): Promise<Outcome> {
  const enteredAt = performance.now();
  const getWaitedMs = () => performance.now() - enteredAt;
  try {
    return await queue(async () => {
      const waitedMs = getWaitedMs();
      await sleep(workMs);
      return { waitedMs, isRejected: false };
    });
  } catch (error) {
    assert.ok(error instanceof UnavailableError, String(error));
    return { waitedMs: getWaitedMs(), isRejected: true };
  }
}

test('a job without a guaranteed slot does not wait longer than the limit, even if jobs are slow', async () => {
  const queue = createQueue({ name: 'test', concurrency: 2, guaranteedSlots: 4, maxWaitMs: 100 });
  // The queue expects each job to take 10 ms, so it lets 21 jobs wait and rejects the last 17 of the 40 jobs immediately. But each
  // job takes ten times as long, so most of the waiting jobs also have to be rejected, when they have waited for 100 ms.
  const outcomes = await Promise.all(Array.from({ length: 40 }, () => runTimedJob(queue, 100)));
  const guaranteedOutcomes = outcomes.slice(0, 6); // two jobs that start immediately, and four in guaranteed slots
  assert.ok(guaranteedOutcomes.every(({ isRejected }) => !isRejected));
  for (const { waitedMs } of outcomes.slice(6)) assert.ok(waitedMs < 1000, `waited ${waitedMs} ms`);
  assert.ok(outcomes.filter(({ isRejected }) => isRejected).length > 20);
});

test('the time that a request waited before it added a job counts toward the limit', async () => {
  const queue = createQueue({ name: 'test', concurrency: 1, maxWaitMs: 200 });
  const runningJob = queue(() => sleep(400));
  const startedAt = performance.now();
  const waitForRejection = async (waitedMs: number) => {
    await assert.rejects(
      queue(async () => {}, { waitedMs }),
      UnavailableError,
    );
    return performance.now() - startedAt;
  };
  const [newJobMs, oldJobMs, tooOldJobMs] = await Promise.all([
    waitForRejection(0),
    waitForRejection(150),
    waitForRejection(250),
  ]);
  assert.ok(tooOldJobMs < oldJobMs && oldJobMs < newJobMs && newJobMs < 390, `${tooOldJobMs} ${oldJobMs} ${newJobMs}`);
  await runningJob;
});

test('jobs in guaranteed slots always run, in the order of arrival', async () => {
  const queue = createQueue({ name: 'test', concurrency: 1, guaranteedSlots: 5, maxWaitMs: 1 });
  const order: number[] = [];
  const jobs = [0, 1, 2, 3, 4, 5].map((job) => queue(async () => void order.push(await sleep(10, job))));
  await Promise.all(jobs);
  assert.deepEqual(order, [0, 1, 2, 3, 4, 5]);
});

test('a failing job does not block the next one', async () => {
  const queue = createQueue({ name: 'test', concurrency: 1, guaranteedSlots: 5, maxWaitMs: 1000 });
  const failingJob = queue(async () => assert.fail('on purpose'));
  const nextJob = queue(async () => 'done');
  await assert.rejects(failingJob, /on purpose/);
  assert.equal(await nextJob, 'done');
});

test('clients take turns, and each has a limited number of waiting jobs', async () => {
  const queue = createQueue({ name: 'test', concurrency: 1, guaranteedSlots: 50, maxWaitMs: 1000, slotsPerClient: 4 });
  const order: string[] = [];
  const addJob = (client: string) => queue(async () => void order.push(await sleep(5, client)), { client });
  const jobsOfA = Array.from({ length: 6 }, () => addJob('a'));
  const rejection = assert.rejects(jobsOfA[5] ?? Promise.resolve(), UnavailableError);
  const otherJobs = [addJob('b'), addJob('c')];
  await rejection;
  await Promise.all([...jobsOfA.slice(0, 5), ...otherJobs]);
  assert.deepEqual(order, ['a', 'a', 'b', 'c', 'a', 'a', 'a']);
});

test('the waiting jobs of one client do not cause the job of another to be rejected', async () => {
  const queue = createQueue({ name: 'test', concurrency: 1, maxWaitMs: 60, slotsPerClient: 6 });
  await queue(() => sleep(400), { client: 'a' }); // raises the average from 10 ms to about 50 ms
  const jobsOfA = Array.from({ length: 3 }, () => queue(() => sleep(10), { client: 'a' }).catch(() => undefined));
  assert.equal(await queue(async () => 'done', { client: 'b' }), 'done');
  await Promise.all(jobsOfA);
});

test('long jobs of one client do not lead to rejections of others when the estimate has a maximum', async () => {
  const countRejectionsOfOthers = async (options: { maxEstimatedJobMs?: number }) => {
    const queue = createQueue({ name: 'test', concurrency: 2, concurrencyPerSite: 1, maxWaitMs: 1000, ...options });
    // Raises the average from 10 ms to about 200 ms, so the estimated wait of the last jobs below is more than a second.
    for (let i = 0; i < 10; i += 1) await queue(() => sleep(300), { client: 'slow' });
    const jobs = Array.from({ length: 20 }, (_, i) => queue(async () => {}, { client: `client ${i}` }));
    return (await Promise.allSettled(jobs)).filter(({ status }) => status === 'rejected').length;
  };
  assert.ok((await countRejectionsOfOthers({})) > 0);
  assert.equal(await countRejectionsOfOthers({ maxEstimatedJobMs: 30 }), 0);
});
