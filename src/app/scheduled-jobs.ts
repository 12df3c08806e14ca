import { countAgainstLimit } from '../features/access/index.ts';
import { eraseDueProfiles } from '../features/data-rights/index.ts';
import { carryOutDepartures, sendVouchedLinks } from '../features/guardianship/index.ts';
import { applyItemLevels, cleanUpLearning, learnItemLevels } from '../features/learning/index.ts';
import { deliverNotifications } from '../features/notification-delivery/index.ts';
import { carryOutTodoChanges } from '../features/todos/index.ts';
import { sendWeeklySummaries } from '../features/weekly-summary/index.ts';
import type { Context } from '../platform/context.ts';
import { sweepExpiredRows } from '../platform/database/index.ts';
import { deleteOldSavedEmails } from '../platform/email/transport.ts';
import { cleanUpUploads } from '../platform/files/uploads.ts';
import { readDisk } from '../platform/observability/disk.ts';
import {
  BACKUP_JOB,
  deleteOtherJobRuns,
  readDatabaseSize,
  saveDatabaseSize,
  saveJobRun,
} from '../platform/observability/operations-store.ts';
import { parseBackupName } from './cli/backup/backup.ts';
import { findNewestBackup, openBackupPlace } from './cli/backup/backup-place.ts';
import { findRelease } from './operator/release-feed.ts';
import { sampleTraffic, TRAFFIC_INTERVAL_MS } from './operator/traffic.ts';

const INTERVAL_MS = 60 * 60 * 1000;
/** The first run is early, so that a service that is restarted more often than every hour still runs its jobs. */
const FIRST_DELAY_MS = 60 * 1000;

/** In this window, only one process runs a job. The window is shorter than an hour, so that no hourly run is skipped. */
const CLAIM_LIMIT = { name: 'scheduled job', maxCount: 1, windowSeconds: 55 * 60 };

export type Job = (ctx: Context) => Promise<void>;

const JOBS: readonly Job[] = [
  sweepExpiredRows,
  cleanUpLearning,
  learnItemLevels,
  applyItemLevels,
  cleanUpUploads,
  deleteOldSavedEmails,
  eraseDueProfiles,
  sendVouchedLinks,
  carryOutDepartures,
  sendWeeklySummaries,
  recordSizes,
  findBackup,
  findRelease,
  forgetOtherJobs,
];

/** The jobs that every process runs. */
const JOBS_OF_EACH_PROCESS: readonly Job[] = [applyItemLevels, cleanUpUploads, deleteOldSavedEmails];

/** How often what guardians have planned for to-dos is carried out. Every process does, because a change is taken by one (gap 201). */
const TODO_CHANGES_INTERVAL_MS = 2000;
/** How often parents are told what is due. */
const NOTIFICATIONS_INTERVAL_MS = 5000;

async function recordSizes(ctx: Context): Promise<void> {
  const kilobytes = await readDatabaseSize(ctx.database);
  const { freeBytes } = await readDisk(ctx.settings.dataDir);
  const free_disk_kilobytes = Math.round(freeBytes / 1024);
  await ctx.write((ctx) => saveDatabaseSize(ctx, { day: ctx.now().slice(0, 10), kilobytes, free_disk_kilobytes }));
}

/** Looks for the newest backup, which another process makes, perhaps on another machine. */
async function findBackup(ctx: Context): Promise<void> {
  const place = await openBackupPlace(ctx.settings);
  const newest = place && (await findNewestBackup(place));
  if (newest) await ctx.write((ctx) => saveJobRun(ctx, BACKUP_JOB, { result: parseBackupName(newest.name) }));
}

async function forgetOtherJobs(ctx: Context): Promise<void> {
  await ctx.write((ctx) =>
    deleteOtherJobRuns(
      ctx,
      JOBS.map(({ name }) => name),
    ),
  );
}

/** Runs the scheduled jobs, never twice at the same time. Returns a function that stops them and waits for the current run. */
export function startJobs(ctx: Context): () => Promise<void> {
  let currentRun: Promise<void> | undefined;
  const run = () => {
    currentRun ??= runJobs(ctx).finally(() => {
      currentRun = undefined;
    });
  };
  const firstTimer = setTimeout(run, FIRST_DELAY_MS);
  const intervalTimer = setInterval(run, INTERVAL_MS);
  const stopTodoChanges = startRepeating(ctx, carryOutTodoChanges, TODO_CHANGES_INTERVAL_MS);
  const stopNotifications = startRepeating(ctx, deliverNotifications, NOTIFICATIONS_INTERVAL_MS);
  const stopSampling = ctx.settings.operatorToken
    ? startRepeating(ctx, sampleTraffic, TRAFFIC_INTERVAL_MS)
    : async () => {};
  return async () => {
    clearTimeout(firstTimer);
    clearInterval(intervalTimer);
    await Promise.all([currentRun, stopTodoChanges(), stopNotifications(), stopSampling()]);
  };
}

/** Runs a job again and again, never twice at the same time. Returns a function that stops it and waits for the current run. */
function startRepeating(ctx: Context, job: Job, intervalMs: number): () => Promise<void> {
  let currentRun: Promise<void> | undefined;
  const timer = setInterval(() => {
    currentRun ??= job(ctx)
      .catch((error) =>
        ctx.log.error({ err: error, job: job.name }, 'a repeated job failed; it will be retried at once'),
      )
      .finally(() => {
        currentRun = undefined;
      });
  }, intervalMs);
  return async () => {
    clearInterval(timer);
    await currentRun;
  };
}

/** Runs all jobs that this process can claim (`claimJob`). A job that fails does not stop the others. */
export async function runJobs(ctx: Context, jobs = JOBS): Promise<void> {
  await Promise.all(
    jobs.map(async (job) => {
      try {
        if (!(await claimJob(ctx, job))) return;
        await job(ctx);
        await ctx.write((ctx) => saveJobRun(ctx, job.name, { succeeded_at: ctx.now() }));
      } catch (error) {
        ctx.log.error({ err: error, job: job.name }, 'a scheduled job failed; it will be retried in an hour');
        await ctx.write((ctx) => saveJobRun(ctx, job.name, { failed_at: ctx.now() })).catch(() => {}); // the database may have failed
      }
    }),
  );
}

/**
 * Claims a job, and returns whether this process has to run it. Of all processes with the same database, one runs each job, but
 * every process cleans up its own data folder and reads what was learned about items. If the process that runs a job dies, a later hourly run runs the job
 * again. On SQLite there is only one process.
 */
async function claimJob(ctx: Context, job: Job): Promise<boolean> {
  if (ctx.database.dialect === 'sqlite' || JOBS_OF_EACH_PROCESS.includes(job)) return true;
  const { isWithinLimit } = await ctx.write((ctx) => countAgainstLimit(ctx, CLAIM_LIMIT, job.name));
  return isWithinLimit;
}
