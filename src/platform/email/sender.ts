import { setTimeout as sleep } from 'node:timers/promises';
import { addSeconds, type Instant } from '../../core/time/instant.ts';
import { deliver, type SenderDependencies } from './deliver.ts';
import { listDue, type QueuedEmail } from './outbox-store.ts';
import { getEmailKind, LEASE_SECONDS, MAX_CONCURRENT } from './rules.ts';

interface ActiveDelivery {
  readonly row: QueuedEmail;
  readonly leaseEndsAt: Instant;
  readonly done: Promise<{ processed: boolean }>;
}

const GRACE_MILLISECONDS = 2000;
const ABORT_MILLISECONDS = 500;

/**
 * Sends several emails at a time, but never two to one address: a slow mail server does not delay other recipients, and
 * codes on one topic arrive in order. When one is done, the next one starts. Some slots are reserved for codes.
 */
export function createSender(deps: SenderDependencies) {
  const sendings = new Set<ActiveDelivery>();
  const stopping = new AbortController();
  let hasStopped = false;
  let selecting: Promise<unknown> = Promise.resolve();

  const start = (row: QueuedEmail) => {
    const done = deliver(deps, row, stopping.signal)
      .then(() => ({ processed: true }))
      .catch((error) => {
        deps.log.error({ outboxId: row.id, err: error }, 'an email could not be processed, it will be retried');
        return { processed: false };
      })
      .finally(() => sendings.delete(sending));
    const sending = { row, leaseEndsAt: addSeconds(deps.now(), LEASE_SECONDS), done };
    sendings.add(sending);
    return sending;
  };

  const startAll = async () => {
    const started: ActiveDelivery[] = [];
    for (;;) {
      const next = hasStopped ? [] : await listNext(deps, [...sendings]);
      if (next.length === 0 || hasStopped) return started;
      started.push(...next.map(start));
    }
  };
  /** Selects emails sequentially: two concurrent selections would select the same emails. */
  const startInTurn = () => {
    const started = selecting.then(startAll);
    selecting = started.catch(() => {});
    return started;
  };

  const deliverDue = async (): Promise<void> => {
    const started = await startInTurn();
    await Promise.all(started.map(async ({ done }) => ((await done).processed ? deliverDue() : undefined)));
  };

  return {
    deliverDue,
    /** Waits briefly for the emails that are being sent, then aborts them. */
    async stop() {
      hasStopped = true;
      const all = Promise.all([...sendings].map(({ done }) => done));
      await Promise.race([all, sleep(GRACE_MILLISECONDS, undefined, { ref: false })]);
      stopping.abort();
      await Promise.race([all, sleep(ABORT_MILLISECONDS, undefined, { ref: false })]);
    },
  };
}

/** Selects the next emails to send: one for each address to which no email is being sent. */
async function listNext(
  { database, now }: SenderDependencies,
  sendings: readonly ActiveDelivery[],
): Promise<QueuedEmail[]> {
  const at = now();
  const active = sendings.filter(({ leaseEndsAt }) => leaseEndsAt > at);
  const slots = MAX_CONCURRENT.all - active.length;
  const slotsForOthers = MAX_CONCURRENT.other - active.filter(({ row }) => getEmailKind(row) !== 'code').length;
  if (slots <= 0) return [];
  const rows = await listDue(database.reader, {
    now: at,
    onlyCodes: slotsForOthers <= 0,
    limit: slots,
    exceptIds: active.map(({ row }) => row.id),
    exceptRecipients: active.flatMap(({ row }) => row.recipient ?? []),
  });
  const firsts = [...Map.groupBy(rows, ({ id, recipient }) => recipient ?? id).values()].flatMap(
    ([first]) => first ?? [],
  );
  const codes = firsts.filter((row) => getEmailKind(row) === 'code');
  const others = firsts.filter((row) => getEmailKind(row) !== 'code');
  return [...codes, ...others.slice(0, Math.max(0, slotsForOthers))];
}
