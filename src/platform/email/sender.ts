import { setTimeout as sleep } from 'node:timers/promises';
import { addSeconds, type Instant } from '../../core/time/instant.ts';
import { deliver, type SenderDependencies } from './deliver.ts';
import { listDueEmails, type QueuedEmail } from './outbox-store.ts';
import { LEASE_SECONDS } from './rules.ts';
import { createSlots } from './slots.ts';

interface ActiveDelivery {
  readonly row: QueuedEmail;
  readonly leaseEndsAt: Instant;
  readonly done: Promise<{ isProcessed: boolean }>;
}

/** How long `stop` waits for the emails that are being sent before it aborts them, and how long it waits after that. */
const GRACE_MS = 2000;
const ABORT_MS = 500;

/**
 * Sends several emails at a time, so that a slow mail server does not delay other recipients. Never sends two emails to one
 * recipient at a time, so that codes on one topic arrive in order. When one email has been sent or has failed, the next one is
 * started. Emails without a code, emails to one domain, and codes that one client has requested can each use only some of the
 * slots.
 */
export function createSender(deps: SenderDependencies) {
  const deliveries = new Set<ActiveDelivery>();
  const stopController = new AbortController();
  let isStopping = false;
  let lastRun: Promise<unknown> = Promise.resolve();

  const startDelivery = (row: QueuedEmail) => {
    const done = deliver(deps, row, stopController.signal)
      .then(() => ({ isProcessed: true }))
      .catch((error) => {
        deps.log.error({ outboxId: row.id, err: error }, 'an email could not be processed, it will be retried');
        return { isProcessed: false };
      })
      .finally(() => deliveries.delete(delivery));
    const delivery = { row, leaseEndsAt: addSeconds(deps.now(), LEASE_SECONDS), done };
    deliveries.add(delivery);
    return delivery;
  };

  const startDueDeliveries = async () => {
    const startedDeliveries: ActiveDelivery[] = [];
    for (;;) {
      const nextEmails = isStopping ? [] : await listNextEmails(deps, [...deliveries]);
      if (nextEmails.length === 0 || isStopping) return startedDeliveries;
      startedDeliveries.push(...nextEmails.map(startDelivery));
    }
  };
  /** Runs `startDueDeliveries` after the previous run has ended, because two runs at the same time would select the same emails. */
  const startSequentially = () => {
    const startedDeliveries = lastRun.then(startDueDeliveries);
    lastRun = startedDeliveries.catch(() => {});
    return startedDeliveries;
  };

  const deliverDueEmails = async (): Promise<void> => {
    const startedDeliveries = await startSequentially();
    await Promise.all(
      startedDeliveries.map(async ({ done }) => ((await done).isProcessed ? deliverDueEmails() : undefined)),
    );
  };

  return {
    deliverDueEmails,
    /** Waits briefly for the emails that are being sent, then aborts them. */
    async stop() {
      isStopping = true;
      const allDone = Promise.all([...deliveries].map(({ done }) => done));
      await Promise.race([allDone, sleep(GRACE_MS, undefined, { ref: false })]);
      stopController.abort();
      await Promise.race([allDone, sleep(ABORT_MS, undefined, { ref: false })]);
    },
  };
}

/** Selects the next emails to send, as many as there are free slots. */
async function listNextEmails(
  { database, now }: SenderDependencies,
  deliveries: readonly ActiveDelivery[],
): Promise<QueuedEmail[]> {
  const currentTime = now();
  // A delivery that hangs beyond its lease no longer occupies slots: another process may claim its email.
  const activeEmails = deliveries.filter(({ leaseEndsAt }) => leaseEndsAt > currentTime).map(({ row }) => row);
  const slots = createSlots(activeEmails);
  if (slots.countFree('all') <= 0) return [];
  const rows = await listDueEmails(database, {
    now: currentTime,
    onlyCodes: slots.countFree('withoutCode') <= 0,
    onlyFirstTries: slots.countFree('repeated') <= 0,
    limit: slots.countFree('all'),
    except: {
      id: activeEmails.map(({ id }) => id),
      recipient: slots.listFull('recipient'),
      domain: slots.listFull('domain'),
      requester: slots.listFull('requester'),
    },
  });
  return rows.filter(slots.take);
}
