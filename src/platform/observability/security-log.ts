import { appendFile, link, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { addSeconds, DAY, type Instant } from '../../core/time/instant.ts';
import { SECURITY_EVENT_DAYS } from '../../schema/retention.ts';
import type { SecurityEventRow } from '../../schema/tables.ts';
import type { Database } from '../database/index.ts';
import type { Secrets } from '../secrets/secrets.ts';
import type { Settings } from '../settings.ts';
import type { Metrics } from './metrics.ts';
import { createOutageLog } from './outage-log.ts';
import { insertSecurityEvents } from './security-log-store.ts';

/** What the security log contains (decision 0069). */
export interface SecurityEvent {
  readonly event:
    | 'sign-in'
    | 'sign-in-failed'
    | 'new-device'
    | 'locked'
    | 'budget-spent'
    | 'power-used'
    | 'export'
    | 'deletion'
    | 'operator'
    | 'refused';
  /** What exactly, such as the name of a limit. It is a label of a metric, so it must be one of a few constants. */
  readonly kind?: string;
  /** Whom the event concerns: a profile id or another key. The log contains only a keyed hash of it. */
  readonly subject?: string;
  /** The profile id of who acted, if that is somebody else. The log contains only a keyed hash of it. */
  readonly actor?: string;
  /** The name of an operator who acted. */
  readonly operator?: string;
}

/** The request that causes an event. */
export interface EventOrigin {
  readonly requestId: string;
  /** `Client.address`. */
  readonly address: string;
}

/** Records an event. It is stored within a second, even if the current transaction is rolled back. */
export type LogSecurity = (event: SecurityEvent, origin?: EventOrigin) => void;

export interface SecurityLog {
  readonly log: LogSecurity;
  /** Stores all events that this process has recorded, and waits for those that are being stored. */
  flush(): Promise<void>;
}

interface SecurityLogOptions {
  readonly database: Pick<Database, 'write'>;
  readonly secrets: Pick<Secrets, 'hashWithPepper'>;
  readonly settings: Pick<Settings, 'dataDir' | 'logsAddresses'>;
  readonly metrics: Pick<Metrics, 'countSecurityEvent'>;
  readonly log: Logger;
  readonly timeOrderedId: () => string;
  readonly now: () => Instant;
  /** How long events wait, so that many are stored at once. Without it, only `flush` stores them. */
  readonly flushDelayMs: number | undefined;
}

/** More events of a minute are only counted, so that an attacker cannot fill the disk with refusals. */
const MAX_EVENTS_PER_MINUTE = 600;
const FILE_NAME = 'security.jsonl';

/**
 * Creates the security log: a table, and the same events as lines of JSON in DATA_DIR/security.jsonl. Requests do not wait for it. Equal
 * events that arrive together are stored as one with a count.
 */
export function createSecurityLog(options: SecurityLogOptions): SecurityLog {
  const { database, secrets, settings, metrics, timeOrderedId, now, flushDelayMs } = options;
  const logFailure = createOutageLog(options.log, 'the security log could not be written');
  let events = new Map<string, SecurityEventRow>();
  let timer: NodeJS.Timeout | undefined;
  let minute = '';
  let minuteCount = 0;
  let droppedCount = 0;

  const add = (row: Omit<SecurityEventRow, 'id' | 'at' | 'repeats'>, repeats = 1) => {
    const key = JSON.stringify({ ...row, request_id: null });
    const previous = events.get(key);
    if (previous) previous.repeats += repeats;
    else events.set(key, { id: timeOrderedId(), at: now(), ...row, repeats });
  };
  const store = async () => {
    clearTimeout(timer);
    timer = undefined;
    const rows = [...events.values()];
    events = new Map();
    if (rows.length === 0) return;
    const writes = [
      database.write((tx) => insertSecurityEvents(tx, rows)),
      appendLines(settings.dataDir, now(), rows.map(formatLine).join('')),
    ];
    for (const result of await Promise.allSettled(writes)) if (result.status === 'rejected') logFailure(result.reason);
  };
  let lastFlush = Promise.resolve();
  const flush = () => {
    lastFlush = lastFlush.then(store);
    return lastFlush;
  };
  return {
    flush,
    log({ event, kind = null, subject, actor, operator = null }, origin) {
      metrics.countSecurityEvent(event, kind ?? '');
      const currentMinute = now().slice(0, 16);
      if (currentMinute !== minute) {
        if (droppedCount > 0) add({ ...NO_EVENT, event: 'dropped' }, droppedCount);
        [minute, minuteCount, droppedCount] = [currentMinute, 0, 0];
      }
      minuteCount += 1;
      if (minuteCount > MAX_EVENTS_PER_MINUTE) {
        droppedCount += 1;
        return;
      }
      add({
        event,
        kind,
        subject: subject === undefined ? null : computePseudonym({ secrets }, subject),
        actor: actor === undefined ? null : computePseudonym({ secrets }, actor),
        operator,
        request_id: origin?.requestId ?? null,
        address: settings.logsAddresses ? (origin?.address ?? null) : null,
      });
      if (flushDelayMs !== undefined) timer ??= setTimeout(flush, flushDelayMs).unref();
    },
  };
}

const NO_EVENT = { kind: null, subject: null, actor: null, operator: null, request_id: null, address: null };

/** The name of a profile in the security log. It cannot be traced back without the pepper. */
export function computePseudonym({ secrets }: { readonly secrets: Pick<Secrets, 'hashWithPepper'> }, id: string) {
  return secrets.hashWithPepper('security log', id).slice(0, 22);
}

/** One line, without the fields that are null. */
function formatLine({ id: _, at, repeats, ...fields }: SecurityEventRow): string {
  const setFields = Object.entries(fields).filter(([, value]) => value !== null);
  return `${JSON.stringify({ time: at, ...Object.fromEntries(setFields), ...(repeats > 1 && { repeats }) })}\n`;
}

/** Appends lines to the file of the current day, and first archives the file of an earlier day. */
async function appendLines(dataDir: string, now: Instant, lines: string): Promise<void> {
  const file = join(dataDir, FILE_NAME);
  const lastDay = (await stat(file).catch(() => undefined))?.mtime.toISOString().slice(0, 10);
  if (lastDay !== undefined && lastDay < now.slice(0, 10)) await archive(dataDir, file, lastDay, now);
  await appendFile(file, lines, { mode: 0o600 });
}

/** Several processes may share the folder: only the one that creates the link removes the old name. */
async function archive(dataDir: string, file: string, lastDay: string, now: Instant): Promise<void> {
  const toName = (day: string) => `security-${day}.jsonl`;
  const isLinked = await link(file, join(dataDir, toName(lastDay))).then(
    () => true,
    () => false,
  );
  if (isLinked) await rm(file);
  const oldestName = toName(addSeconds(now, -SECURITY_EVENT_DAYS * DAY).slice(0, 10));
  for (const name of await readdir(dataDir))
    if (/^security-[\d-]{10}\.jsonl$/.test(name) && name < oldestName) await rm(join(dataDir, name), { force: true });
}
