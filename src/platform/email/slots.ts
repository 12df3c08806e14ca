import type { OutboxRow } from '../../schema/tables.ts';
import { getEmailKind, MAX_CONCURRENT_EMAILS } from './rules.ts';

/** A kind of slot. An email that is being sent occupies one slot of each kind that applies to it. */
type SlotKind = keyof typeof MAX_CONCURRENT_EMAILS;
/** The kinds whose slots are shared by the emails with the same value in the column of that name. */
type SharedSlotKind = Extract<SlotKind, keyof OutboxRow>;
type EmailProperties = Pick<OutboxRow, SharedSlotKind | 'priority' | 'tries'>;

/** The slots of a sender (see `MAX_CONCURRENT_EMAILS`) while `activeEmails` are being sent. */
export function createSlots(activeEmails: readonly EmailProperties[]) {
  const counts = new Map<string, number>();
  const countFree = (slot: SlotKind, value = '') => MAX_CONCURRENT_EMAILS[slot] - (counts.get(`${slot} ${value}`) ?? 0);
  const occupy = (email: EmailProperties) => {
    for (const [slot, value] of listSlots(email)) {
      const key = `${slot} ${value}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  };
  for (const email of activeEmails) occupy(email);

  return {
    countFree,
    /** The recipients, domains or requesters that have no free slot. */
    listFull: (column: SharedSlotKind): string[] =>
      activeEmails.flatMap((email) => email[column] ?? []).filter((value) => countFree(column, value) <= 0),
    /** Occupies the slots of an email. Returns false if one of them is not free. */
    take(email: EmailProperties): boolean {
      const isFree = listSlots(email).every(([slot, value]) => countFree(slot, value) > 0);
      if (isFree) occupy(email);
      return isFree;
    },
  };
}

/** The slots that an email needs, each with the value of its column. The value is empty for a slot without a column. */
function listSlots(email: EmailProperties): [SlotKind, string][] {
  const { recipient, domain, requester } = email;
  const slots: [SlotKind, string | null | false][] = [
    ['all', ''],
    ['withoutCode', getEmailKind(email) !== 'code' && ''],
    ['repeated', email.tries > 0 && ''],
    ['recipient', recipient],
    ['domain', domain],
    ['requester', requester],
  ];
  return slots.filter((slot): slot is [SlotKind, string] => typeof slot[1] === 'string');
}
