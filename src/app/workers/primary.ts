import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import { AggregatorRegistry, type MetricObject } from 'prom-client';
import { onStopSignal } from '../stop-signals.ts';
import type { PrimaryMessage, WorkerMessage } from './worker.ts';

/**
 * A worker that ends after it has run for longer than this is replaced immediately. Any other worker is replaced after a delay,
 * which doubles each time up to a maximum, so that restarts do not overload the machine.
 */
const STABLE_MS = 60_000;
const FIRST_DELAY_MS = 200;
const MAX_DELAY_MS = 30_000;
/** A worker that has not stopped after this time is killed. Normally it stops within ten seconds. */
const STOP_TIMEOUT_MS = 12_000;
/** How long each worker may take to send its metrics. */
const METRICS_TIMEOUT_MS = 1000;

interface PrimaryOptions {
  readonly workerCount: number;
  readonly log: Logger;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * Starts the worker processes and replaces each one that ends unexpectedly (decision 0041). The first worker starts alone. It
 * migrates the database, and if it cannot start, the service cannot start either. Ends the process when all workers have stopped.
 */
export function startPrimary({ workerCount, log, environment }: PrimaryOptions): void {
  const runningWorkers = new Set<Worker>();
  const readyWorkers = new Set<Worker>();
  const handleMetricsMessage = createMetricsMessageHandler(readyWorkers);
  let startupInfo: object | undefined;
  let haveAllStarted = false;
  let isStopping = false;
  let hasFailed = false;
  let earlyExitCount = 0;

  const startWorker = () => {
    if (isStopping) return;
    const startedAt = performance.now();
    const worker = cluster.fork();
    runningWorkers.add(worker);
    worker.on('message', (message: WorkerMessage) => {
      if (message.type === 'ready') handleReady(worker, message.startupInfo);
      else handleMetricsMessage(worker, message);
    });
    worker.once('exit', (code, signal) => {
      runningWorkers.delete(worker);
      readyWorkers.delete(worker);
      if (isStopping) return handleStopped(code);
      if (!startupInfo) process.exit(code || 1); // the first worker could not start, and has logged why
      earlyExitCount = performance.now() - startedAt > STABLE_MS ? 0 : earlyExitCount + 1;
      const delayMs = earlyExitCount === 0 ? 0 : Math.min(FIRST_DELAY_MS * 2 ** (earlyExitCount - 1), MAX_DELAY_MS);
      const details = { worker: worker.process.pid, code, signal, delay: delayMs };
      log.error(details, 'a worker ended unexpectedly and is replaced');
      setTimeout(startWorker, delayMs);
    });
  };
  const handleReady = (worker: Worker, workerInfo: object) => {
    readyWorkers.add(worker);
    if (!startupInfo) for (let started = 1; started < workerCount; started += 1) startWorker();
    startupInfo ??= workerInfo;
    const workerPids = Array.from(readyWorkers, ({ process: { pid } }) => pid);
    if (haveAllStarted) log.info({ worker: worker.process.pid }, 'a worker was replaced');
    else if (workerPids.length === workerCount) log.info({ ...startupInfo, workers: workerPids }, 'ready');
    haveAllStarted ||= workerPids.length === workerCount;
  };
  const handleStopped = (code: number | null) => {
    hasFailed ||= code !== 0;
    if (runningWorkers.size === 0) process.exit(hasFailed ? 1 : 0);
  };

  cluster.setupPrimary({ serialization: 'advanced' }); // a metric can be NaN, which JSON cannot represent
  process.on('SIGHUP', () => {
    for (const worker of readyWorkers) worker.process.kill('SIGHUP');
  });
  onStopSignal(environment, (reason) => {
    isStopping = true;
    log.info({ signal: reason, workers: runningWorkers.size }, 'stopping all workers');
    for (const worker of runningWorkers) worker.process.kill('SIGTERM');
    if (runningWorkers.size === 0) process.exit(0);
    setTimeout(() => {
      for (const worker of runningWorkers) worker.process.kill('SIGKILL');
    }, STOP_TIMEOUT_MS);
  });
  startWorker();
}

/**
 * Creates the handler of messages about metrics. It responds to a worker's request with the metrics of all workers that respond
 * in time.
 */
function createMetricsMessageHandler(readyWorkers: ReadonlySet<Worker>) {
  const pendingRequests = new Map<number, (metrics: MetricObject[]) => void>();
  let nextRequestId = 0;
  const send = (worker: Worker, message: PrimaryMessage) => {
    if (worker.isConnected()) worker.send(message, () => {}); // errors are ignored, because a worker can end at any time
  };
  const requestMetrics = (worker: Worker) =>
    new Promise<MetricObject[]>((resolve) => {
      const requestId = nextRequestId++;
      const respond = (metrics: MetricObject[]) => {
        clearTimeout(timer);
        pendingRequests.delete(requestId);
        resolve(metrics);
      };
      const timer = setTimeout(() => respond([]), METRICS_TIMEOUT_MS);
      pendingRequests.set(requestId, respond);
      send(worker, { type: 'metrics request', requestId });
    });
  return (worker: Worker, message: Exclude<WorkerMessage, { type: 'ready' }>) => {
    const { requestId } = message;
    if (message.type === 'metrics') return pendingRequests.get(requestId)?.(message.metrics);
    void Promise.all(Array.from(readyWorkers, requestMetrics)).then(async (metrics) => {
      send(worker, { type: 'all metrics', requestId, text: await AggregatorRegistry.aggregate(metrics).metrics() });
    });
  };
}
