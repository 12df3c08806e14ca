import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import { AggregatorRegistry, type MetricObject } from 'prom-client';
import { onStopSignal } from '../stop-signals.ts';
import type { FromPrimary, FromWorker } from './messages.ts';

/** A worker that ran longer than this is replaced immediately. Otherwise the delay grows each time, to limit the load of restarts. */
const STABLE_MILLISECONDS = 60_000;
const FIRST_DELAY_MILLISECONDS = 100;
const MAX_DELAY_MILLISECONDS = 30_000;
/** A worker stops within ten seconds by itself. */
const STOP_MILLISECONDS = 12_000;
const METRICS_MILLISECONDS = 1000;

interface PrimaryParts {
  readonly count: number;
  readonly log: Logger;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * Starts the worker processes and replaces each one that ends unexpectedly (decision 0041). The first worker starts alone: it
 * migrates the database, and if it cannot start, the service cannot. Ends the process when all workers have stopped.
 */
export function startPrimary({ count, log, environment }: PrimaryParts): void {
  const alive = new Set<Worker>();
  const ready = new Set<Worker>();
  const collectMetrics = createCollector(ready);
  let info: object | undefined;
  let isComplete = false;
  let isStopping = false;
  let isFailed = false;
  let earlyEnds = 0;

  const start = () => {
    if (isStopping) return;
    const startedAt = performance.now();
    const worker = cluster.fork();
    alive.add(worker);
    worker.on('message', (message: FromWorker) => {
      if (message.type === 'ready') handleReady(worker, message.info);
      else collectMetrics(worker, message);
    });
    worker.once('exit', (code, signal) => {
      alive.delete(worker);
      ready.delete(worker);
      if (isStopping) return handleStopped(code);
      if (!info) process.exit(code || 1); // the worker has logged why
      earlyEnds = performance.now() - startedAt > STABLE_MILLISECONDS ? 0 : earlyEnds + 1;
      const delay = earlyEnds === 0 ? 0 : Math.min(FIRST_DELAY_MILLISECONDS * 2 ** earlyEnds, MAX_DELAY_MILLISECONDS);
      log.error({ worker: worker.process.pid, code, signal, delay }, 'a worker ended unexpectedly and is replaced');
      setTimeout(start, delay);
    });
  };
  const handleReady = (worker: Worker, workerInfo: object) => {
    ready.add(worker);
    if (!info) for (let others = 1; others < count; others += 1) start();
    info ??= workerInfo;
    const workers = Array.from(ready, ({ process: { pid } }) => pid);
    if (isComplete) log.info({ worker: worker.process.pid }, 'a worker was replaced');
    else if (workers.length === count) log.info({ ...info, workers }, 'ready');
    isComplete ||= workers.length === count;
  };
  const handleStopped = (code: number | null) => {
    isFailed ||= code !== 0;
    if (alive.size === 0) process.exit(isFailed ? 1 : 0);
  };

  cluster.setupPrimary({ serialization: 'advanced' }); // JSON has no NaN, which a metric may be
  process.on('SIGHUP', () => {
    for (const worker of ready) worker.process.kill('SIGHUP');
  });
  onStopSignal(environment, (signal) => {
    isStopping = true;
    log.info({ signal, workers: alive.size }, 'stopping all workers');
    for (const worker of alive) worker.process.kill('SIGTERM');
    if (alive.size === 0) process.exit(0);
    setTimeout(() => {
      for (const worker of alive) worker.process.kill('SIGKILL');
    }, STOP_MILLISECONDS);
  });
  start();
}

/** Answers a worker's request for the metrics of all workers. A worker that does not respond in time is left out. */
function createCollector(ready: ReadonlySet<Worker>) {
  const waiting = new Map<number, (metrics: MetricObject[]) => void>();
  let requests = 0;
  const send = (worker: Worker, message: FromPrimary) => {
    if (worker.isConnected()) worker.send(message, () => {}); // it may end at any moment
  };
  const requestMetrics = (worker: Worker) =>
    new Promise<MetricObject[]>((resolve) => {
      const request = requests++;
      const respond = (metrics: MetricObject[]) => {
        clearTimeout(timer);
        waiting.delete(request);
        resolve(metrics);
      };
      const timer = setTimeout(() => respond([]), METRICS_MILLISECONDS);
      waiting.set(request, respond);
      send(worker, { type: 'metrics request', request });
    });
  return (worker: Worker, message: Exclude<FromWorker, { type: 'ready' }>) => {
    const { request } = message;
    if (message.type === 'metrics') return waiting.get(request)?.(message.metrics);
    void Promise.all(Array.from(ready, requestMetrics)).then(async (all) => {
      send(worker, { type: 'all metrics', request, text: await AggregatorRegistry.aggregate(all).metrics() });
    });
  };
}
