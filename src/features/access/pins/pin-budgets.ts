import { addSeconds, DAY, type Instant, MINUTE } from '../../../core/time/instant.ts';
import type { WrongPinRow } from '../../../schema/tables.ts';

/** What one wrong PIN counts for. */
export type WrongPin = Omit<WrongPinRow, 'id'>;

/** Who enters a PIN, for which profile. */
export interface PinSource {
  readonly profileId: string;
  /** The key of a known device, FORMER_DEVICES or UNKNOWN_DEVICES. */
  readonly lockKey: string;
  /** The keys under which the device may be stored. Empty if the request names no device. */
  readonly deviceKeys: readonly string[];
  /** The keyed hash of the IP address or IPv6 site; null for a known device, whose wrong PINs do not count for it. */
  readonly siteKey: string | null;
}

/** The lock key of all devices that have never signed in to the profile, or that cannot be recognized. */
export const UNKNOWN_DEVICES = 'unknown';

/**
 * The lock key of all devices that have signed in to the profile, but not with its current PIN. They are counted separately from
 * unknown devices, so that a stranger cannot shut out the family's devices after a new PIN has been set. They are counted together,
 * because a person who knew the old PIN may have signed in with any number of invented Device-Ids.
 */
export const FORMER_DEVICES = 'former';

/** The longest window of a budget, after which a wrong PIN no longer counts. */
export const LONGEST_PIN_WINDOW_SECONDS = DAY;

/** The names of the budgets, as the security log and its metric show them. */
export type PinBudgetName =
  | 'wrong PINs in 15 minutes'
  | 'wrong PINs of a day'
  | 'wrong PINs of a device over all profiles'
  | 'wrong PINs of an address over all profiles';

interface Budget {
  readonly name: PinBudgetName;
  readonly maxCount: number;
  readonly windowSeconds: number;
  readonly counts: (wrongPin: WrongPin) => boolean;
}

/**
 * When the next PIN from `source` may be compared; undefined if now. The windows slide: at no time are there more wrong PINs within a
 * window than its budget allows (gap 18).
 */
export function findPinWaitEnd(wrongPins: readonly WrongPin[], source: PinSource, now: Instant): Instant | undefined {
  return findLatest(listBudgets(source).map((budget) => findWindowEnd(wrongPins, budget, now)));
}

/** The budgets of `source` that are spent. */
export function listSpentBudgets(wrongPins: readonly WrongPin[], source: PinSource, now: Instant): PinBudgetName[] {
  const spentBudgets = listBudgets(source).filter((budget) => findWindowEnd(wrongPins, budget, now) !== undefined);
  return spentBudgets.map(({ name }) => name);
}

/**
 * When the last wait ends that concerns a profile: of the devices that have entered wrong PINs for it, and of `deviceKeys`, the
 * devices on which it is saved. The waits of IP addresses are not included.
 */
export function findLastPinWaitEnd(
  wrongPins: readonly WrongPin[],
  profileId: string,
  deviceKeys: readonly string[],
  now: Instant,
): Instant | undefined {
  const lockKeys = new Set(wrongPins.filter((row) => row.profile_id === profileId).map((row) => row.lock_key));
  const sources = [...new Set([...lockKeys, ...deviceKeys])].map((lockKey) => {
    return { profileId, lockKey, deviceKeys: isKnownDevice(lockKey) ? [lockKey] : [], siteKey: null };
  });
  return findLatest(sources.map((source) => findPinWaitEnd(wrongPins, source, now)));
}

function isKnownDevice(lockKey: string): boolean {
  return lockKey !== UNKNOWN_DEVICES && lockKey !== FORMER_DEVICES;
}

function listBudgets({ profileId, lockKey, deviceKeys, siteKey }: PinSource): Budget[] {
  const countsForSource = ({ profile_id, lock_key }: WrongPin) => profile_id === profileId && lock_key === lockKey;
  return [
    {
      name: 'wrong PINs in 15 minutes',
      maxCount: 5,
      windowSeconds: 15 * MINUTE,
      counts: (wrongPin) => countsForSource(wrongPin) && wrongPin.excused_at === null,
    },
    {
      name: 'wrong PINs of a day',
      maxCount: isKnownDevice(lockKey) ? 20 : 10,
      windowSeconds: DAY,
      counts: countsForSource,
    },
    {
      name: 'wrong PINs of a device over all profiles',
      maxCount: 30,
      windowSeconds: DAY,
      counts: ({ device_key }) => device_key !== null && deviceKeys.includes(device_key),
    },
    {
      name: 'wrong PINs of an address over all profiles',
      maxCount: 40,
      windowSeconds: DAY,
      counts: ({ site_key }) => site_key !== null && site_key === siteKey,
    },
  ];
}

/** When a budget that is spent allows the next PIN; undefined if it is not spent. */
function findWindowEnd(wrongPins: readonly WrongPin[], budget: Budget, now: Instant): Instant | undefined {
  const times = listCounted(wrongPins, budget, now).map(({ entered_at }) => entered_at);
  const oldestToExpire = times.sort()[times.length - budget.maxCount];
  return oldestToExpire === undefined ? undefined : addSeconds(oldestToExpire, budget.windowSeconds);
}

/**
 * Lists the wrong PINs in the window of a budget. A time in the future was stored while the clock was wrong, and is ignored. A
 * difference of up to a minute counts, because the clocks of machines differ.
 */
function listCounted(wrongPins: readonly WrongPin[], { windowSeconds, counts }: Budget, now: Instant): WrongPin[] {
  const [begin, end] = [addSeconds(now, -windowSeconds), addSeconds(now, MINUTE)];
  return wrongPins.filter((row) => row.entered_at > begin && row.entered_at <= end && counts(row));
}

function findLatest(times: readonly (Instant | undefined)[]): Instant | undefined {
  return times
    .filter((time) => time !== undefined)
    .sort()
    .at(-1);
}
