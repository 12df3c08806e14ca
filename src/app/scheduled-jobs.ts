import { cleanUpAccess } from '../features/access/index.ts';
import { eraseDueProfiles } from '../features/data-rights/index.ts';
import { sendDigests } from '../features/digest/index.ts';
import { cleanUpLearning } from '../features/learning/index.ts';
import type { Context } from '../platform/context.ts';
import { deleteOldEmailRecipients } from '../platform/email/outbox.ts';
import { deleteOldIdempotencyKeys } from '../platform/http/idempotency/idempotency.ts';
import { cleanUpUploads } from '../platform/http/uploads/temporary-files.ts';

const EVERY_MILLISECONDS = 60 * 60 * 1000;
/** So that a service which never runs for an hour sweeps all the same. */
const FIRST_MILLISECONDS = 60 * 1000;

const SWEEPS = [
  cleanUpAccess,
  deleteOldIdempotencyKeys,
  cleanUpLearning,
  cleanUpUploads,
  eraseDueProfiles,
  sendDigests,
  deleteOldEmailRecipients,
];

/** Runs what runs by the clock, never twice at the same time; gives what ends that, when the last run is over. */
export function startSweeps(ctx: Context): () => Promise<void> {
  let running: Promise<void> | undefined;
  const run = () => {
    running ??= sweep(ctx).finally(() => {
      running = undefined;
    });
  };
  const first = setTimeout(run, FIRST_MILLISECONDS);
  const regular = setInterval(run, EVERY_MILLISECONDS);
  return async () => {
    clearTimeout(first);
    clearInterval(regular);
    await running;
  };
}

/** Each by itself: one that fails keeps no other from its work. */
async function sweep(ctx: Context): Promise<void> {
  await Promise.all(
    SWEEPS.map((each) =>
      each(ctx).catch((error: unknown) =>
        ctx.log.error({ err: error, sweep: each.name }, 'a scheduled job failed; it is retried in an hour'),
      ),
    ),
  );
}
