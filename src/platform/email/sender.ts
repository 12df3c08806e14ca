import { setTimeout as sleep } from 'node:timers/promises';
import { addSeconds, type Instant } from '../../core/instant.ts';
import { deliver, type Needs } from './deliver.ts';
import { listDue, type Waiting } from './outbox-store.ts';
import { kindOf, LEASE_SECONDS, SENDERS } from './rules.ts';

interface Sending {
  readonly row: Waiting;
  readonly leaseEndsAt: Instant;
  readonly done: Promise<{ movedOn: boolean }>;
}

const GRACE_MILLISECONDS = 2000;
const ABORT_MILLISECONDS = 500;

/**
 * Sends several emails at a time, never two to one address: so nobody waits for another's slow address, and codes on one
 * topic arrive in order. Each that is done makes room for the next one, and some places are for codes alone.
 */
export function createSender(needs: Needs) {
  const sendings = new Set<Sending>();
  const stopping = new AbortController();
  let hasStopped = false;
  let choosing: Promise<unknown> = Promise.resolve();

  const begin = (row: Waiting) => {
    const done = deliver(needs, row, stopping.signal)
      .then(() => ({ movedOn: true }))
      .catch((error) => {
        needs.log.error({ outboxId: row.id, err: error }, 'an email could not be dealt with, it is tried again');
        return { movedOn: false };
      })
      .finally(() => sendings.delete(sending));
    const sending = { row, leaseEndsAt: addSeconds(needs.now(), LEASE_SECONDS), done };
    sendings.add(sending);
    return sending;
  };

  const beginAll = async () => {
    const begun: Sending[] = [];
    for (;;) {
      const next = hasStopped ? [] : await listNext(needs, [...sendings]);
      if (next.length === 0 || hasStopped) return begun;
      begun.push(...next.map(begin));
    }
  };
  /** One choice after another: two at once would choose the same emails. */
  const beginInTurn = () => {
    const begun = choosing.then(beginAll);
    choosing = begun.catch(() => {});
    return begun;
  };

  const deliverDue = async (): Promise<void> => {
    const begun = await beginInTurn();
    await Promise.all(begun.map(async ({ done }) => ((await done).movedOn ? deliverDue() : undefined)));
  };

  return {
    deliverDue,
    /** Waits a little for what is being sent, then ends it. */
    async stop() {
      hasStopped = true;
      const all = Promise.all([...sendings].map(({ done }) => done));
      await Promise.race([all, sleep(GRACE_MILLISECONDS, undefined, { ref: false })]);
      stopping.abort();
      await Promise.race([all, sleep(ABORT_MILLISECONDS, undefined, { ref: false })]);
    },
  };
}

/** The next emails that may begin, one for each address that none is being sent to. */
async function listNext({ database, now }: Needs, sendings: readonly Sending[]): Promise<Waiting[]> {
  const at = now();
  const held = sendings.filter(({ leaseEndsAt }) => leaseEndsAt > at);
  const room = SENDERS.all - held.length;
  const roomForOthers = SENDERS.other - held.filter(({ row }) => kindOf(row) === 'other').length;
  if (room <= 0) return [];
  const rows = await listDue(database.reader, {
    now: at,
    onlyCodes: roomForOthers <= 0,
    most: room,
    exceptIds: held.map(({ row }) => row.id),
    exceptRecipients: held.flatMap(({ row }) => row.recipient ?? []),
  });
  const firsts = [...Map.groupBy(rows, ({ id, recipient }) => recipient ?? id).values()].flatMap(
    ([first]) => first ?? [],
  );
  const codes = firsts.filter((row) => kindOf(row) === 'code');
  const others = firsts.filter((row) => kindOf(row) === 'other');
  return [...codes, ...others.slice(0, Math.max(0, roomForOthers))];
}
