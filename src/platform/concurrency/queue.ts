import { UnavailableError } from '../../core/requests/api-error.ts';
import { getIpSite } from '../../core/requests/ip-address.ts';
import { RoundRobinQueue } from './round-robin-queue.ts';

export interface QueueOptions {
  /** The label of the queue in the metrics. */
  readonly name: string;
  /** How many jobs run at a time; the others wait. */
  readonly concurrency: number;
  /** How many jobs of one site (`getIpSite`) run at a time. The default is `concurrency`. */
  readonly concurrencyPerSite?: number;
  /** How many jobs may wait however long it takes; these jobs have guaranteed slots. The default is 0. */
  readonly guaranteedSlots?: number;
  /** The maximum wait of a job without a guaranteed slot. */
  readonly maxWaitMs: number;
  /**
   * The maximum average duration of jobs that the estimate of a wait assumes, so that long jobs of one client do not lead to
   * rejections of others. By default, there is no maximum.
   */
  readonly maxEstimatedJobMs?: number;
  /** How many jobs of one client may wait, including those in guaranteed slots. By default, there is no limit. */
  readonly slotsPerClient?: number;
}

export interface JobOptions {
  /** The client that the job is for, usually an IP address. Jobs without one count as those of one client. */
  readonly client?: string;
  /** How many milliseconds the request had already waited before it added the job. This counts toward the maximum wait. */
  readonly waitedMs?: number;
}

export interface QueueLoad {
  readonly waitingCount: number;
  readonly runningCount: number;
  /** How many jobs have been rejected so far, because too many were waiting or they waited too long. */
  readonly rejectedCount: number;
}

/** The functions that return the load of a queue, by the name of the queue. */
const loadGetters = new Map<string, () => QueueLoad>();

/** Lists the queues of this process with their loads. */
export function listQueueLoads(): (readonly [name: string, load: QueueLoad])[] {
  return [...loadGetters].map(([name, getLoad]) => [name, getLoad()] as const);
}

/**
 * Creates a queue for CPU-intensive jobs, so that many simultaneous jobs do not slow down other requests. Returns a function
 * that adds a job and returns a promise of its result. Clients take turns, so that many jobs of one client do not delay the jobs of
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
  maxEstimatedJobMs = Infinity,
  slotsPerClient = Infinity,
}: QueueOptions) {
  const waitingJobs = new RoundRobinQueue<() => void>();
  const runningCountBySite = new Map<string, number>(); // contains only sites with running jobs
  let runningCount = 0;
  let averageJobMs = 10; // an assumption until jobs have been measured
  let rejectedCount = 0;
  loadGetters.set(name, () => ({ waitingCount: waitingJobs.size, runningCount, rejectedCount }));

  /** Creates the error of a rejected job, and counts the rejection. */
  const createRejection = () => {
    rejectedCount += 1;
    return new UnavailableError('Too many jobs are waiting.', Math.ceil(maxWaitMs / 1000));
  };

  const isBelowSiteLimit = (site: string) => (runningCountBySite.get(site) ?? 0) < concurrencyPerSite;

  function changeRunningCount(client: string, change: 1 | -1): void {
    const site = getIpSite(client);
    const count = (runningCountBySite.get(site) ?? 0) + change;
    if (count === 0) runningCountBySite.delete(site);
    else runningCountBySite.set(site, count);
    runningCount += change;
  }

  function waitForTurn({ client, waitedMs }: Required<JobOptions>): Promise<void> {
    if (runningCount < concurrency && isBelowSiteLimit(getIpSite(client))) {
      changeRunningCount(client, 1);
      return Promise.resolve();
    }
    const isGuaranteed = waitingJobs.size < guaranteedSlots;
    const jobsAhead = waitingJobs.countItemsBefore(client);
    const estimatedWaitMs = (jobsAhead / concurrency) * Math.min(averageJobMs, maxEstimatedJobMs);
    const isTooLong = !isGuaranteed && waitedMs + estimatedWaitMs > maxWaitMs;
    if (isTooLong || waitingJobs.countItems(client) >= slotsPerClient) return Promise.reject(createRejection());
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        waitingJobs.delete(client, start);
        reject(createRejection());
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

  return async <T>(work: () => Promise<T>, { client = '', waitedMs = 0 }: JobOptions = {}): Promise<T> => {
    await waitForTurn({ client, waitedMs });
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      averageJobMs = 0.9 * averageJobMs + 0.1 * (performance.now() - startedAt); // an exponential moving average
      changeRunningCount(client, -1);
      waitingJobs.takeNext(isBelowSiteLimit)?.();
    }
  };
}
