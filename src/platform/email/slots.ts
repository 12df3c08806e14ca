import type { OutboxRow } from '../../schema/tables.ts';
import { SHARED_COLUMNS } from './outbox-store.ts';
import { getEmailKind, MAX_CONCURRENT_EMAILS } from './rules.ts';

/** A kind of slot. An email that is being sent occupies one slot of each kind that applies to it. */
type SlotKind = keyof typeof MAX_CONCURRENT_EMAILS;
/** The kinds whose slots are shared by the emails with the same value in the column of that name. */
type SharedSlotKind = (typeof SHARED_COLUMNS)[number];
type EmailProperties = Pick<OutboxRow, SharedSlotKind | 'priority' | 'tries'>;

/** The slots of a sender (see `MAX_CONCURRENT_EMAILS`) while `activeEmails` are being sent. */
export function createSlots(activeEmails: readonly EmailProperties[]) {
  const occupiedCounts = new Map<string, number>();
  const countFree = (kind: SlotKind, value = '') =>
    MAX_CONCURRENT_EMAILS[kind] - (occupiedCounts.get(`${kind} ${value}`) ?? 0);
  const occupy = (email: EmailProperties) => {
    for (const [kind, value] of listSlots(email)) {
      const key = `${kind} ${value}`;
      occupiedCounts.set(key, (occupiedCounts.get(key) ?? 0) + 1);
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
      const areFree = listSlots(email).every(([kind, value]) => countFree(kind, value) > 0);
      if (areFree) occupy(email);
      return areFree;
    },
  };
}

/** Lists the slots that an email needs: the kind of each, and the value of the column whose emails share it, or else ''. */
function listSlots(email: EmailProperties): [SlotKind, string][] {
  const slots: [SlotKind, string][] = [['all', '']];
  if (getEmailKind(email) !== 'code') slots.push(['withoutCode', '']);
  if (email.tries > 0) slots.push(['repeated', '']);
  for (const column of SHARED_COLUMNS) {
    const value = email[column];
    if (value !== null) slots.push([column, value]);
  }
  return slots;
}
