import { UnavailableError } from '../../core/requests/api-error.ts';
import { currentWork } from './current-work.ts';
import { getIpSite } from './ip-site.ts';
import { RoundRobinQueue } from './round-robin-queue.ts';

export interface QueueOptions {
  /** The label of the queue in the metrics. */
  readonly name: string;
  /** How many jobs run at a time; the others wait. */
  readonly concurrency: number;
  /** How many jobs of one site (`getIpSite`) run at a time. The default is `concurrency`. */
  readonly concurrencyPerSite?: number;
  /** How many jobs may wait without an estimate of the wait and without a time limit. The default is 0. */
  readonly guaranteedSlots?: number;
  /** The maximum wait of a job without a guaranteed slot. */
  readonly maxWaitMs: number;
  /**
   * The maximum duration of a job in the estimate of the wait, so that long jobs of one client do not lead to rejections of
   * others. Without it, the estimate uses the average duration of the latest jobs.
   */
  readonly maxEstimatedMs?: number;
  /** How many jobs of one client may wait, including those in guaranteed slots. Without it, there is no limit per client. */
  readonly slotsPerClient?: number;
}

export interface JobOrigin {
  /** The client that the job is for, usually an IP address. The default is the client of the current request or job. */
  readonly client?: string;
  /** How many milliseconds the request had already waited before it added the job. This counts toward the maximum wait. */
  readonly waitedMs?: number;
}

export interface QueueLoad {
  readonly waitingCount: number;
  readonly runningCount: number;
  /** How many jobs have been rejected so far, because too many were waiting or they waited too long. */
  readonly refusedCount: number;
}

const loadByQueue = new Map<string, () => QueueLoad>();

/** Lists the queues of this process with their loads. */
export function listQueueLoads(): (readonly [name: string, load: QueueLoad])[] {
  return [...loadByQueue].map(([name, getLoad]) => [name, getLoad()] as const);
}

/**
 * Creates a queue for CPU-intensive jobs, so that many simultaneous jobs do not slow down other requests. Returns the function
 * that adds a job and resolves with its result. Clients take turns, so that many jobs of one client do not delay the jobs of
 * others. A job without a guaranteed slot waits for a limited time. It is rejected with UnavailableError immediately if its wait,
 * estimated from the average duration of jobs, would be too long, and otherwise when it has waited too long. Any job is rejected
 * if too many jobs of its client are waiting.
 */
export function createQueue({
  name,
  concurrency,
  concurrencyPerSite = concurrency,
  guaranteedSlots = 0,
  maxWaitMs,
  maxEstimatedMs = Infinity,
  slotsPerClient = Infinity,
}: QueueOptions) {
  const waitingJobs = new RoundRobinQueue<() => void>();
  const runningBySite = new Map<string, number>(); // contains only sites with running jobs
  let runningCount = 0;
  let averageMs = 10; // an assumption until jobs have been measured
  let refusedCount = 0;
  loadByQueue.set(name, () => ({ waitingCount: waitingJobs.size, runningCount, refusedCount }));

  const createQueueFullError = () => {
    refusedCount += 1;
    return new UnavailableError('Too many jobs are waiting.', Math.ceil(maxWaitMs / 1000));
  };

  const mayStart = (site: string) => (runningBySite.get(site) ?? 0) < concurrencyPerSite;

  function changeRunningCount(client: string, change: 1 | -1): void {
    const site = getIpSite(client);
    const count = (runningBySite.get(site) ?? 0) + change;
    if (count === 0) runningBySite.delete(site);
    else runningBySite.set(site, count);
    runningCount += change;
  }

  function waitForTurn({ client, waitedMs }: Required<JobOrigin>): Promise<void> {
    if (runningCount < concurrency && mayStart(getIpSite(client))) {
      changeRunningCount(client, 1);
      return Promise.resolve();
    }
    const isGuaranteed = waitingJobs.size < guaranteedSlots;
    const jobsAhead = waitingJobs.countItemsBefore(client);
    const estimatedMs = (jobsAhead / concurrency) * Math.min(averageMs, maxEstimatedMs);
    const isTooLong = !isGuaranteed && waitedMs + estimatedMs > maxWaitMs;
    if (isTooLong || waitingJobs.countItems(client) >= slotsPerClient) return Promise.reject(createQueueFullError());
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        waitingJobs.delete(client, start);
        reject(createQueueFullError());
      };
      const timer = isGuaranteed ? undefined : setTimeout(giveUp, maxWaitMs - waitedMs);
      const start = () => {
        clearTimeout(timer);
        changeRunningCount(client, 1);
        resolve();
      };
      waitingJobs.add(client, start);
    });
  }

  return async <T>(
    work: () => Promise<T>,
    { client = currentWork.getStore()?.client ?? '', waitedMs = 0 }: JobOrigin = {},
  ): Promise<T> => {
    await waitForTurn({ client, waitedMs });
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      averageMs = 0.9 * averageMs + 0.1 * (performance.now() - startedAt); // an exponential moving average
      changeRunningCount(client, -1);
      waitingJobs.takeNext(mayStart)?.();
    }
  };
}
