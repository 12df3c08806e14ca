import { domainToASCII } from 'node:url';
import type { Kysely } from 'kysely';

interface ProfileRow {
  id: string;
  email: string | null;
  created_at: string;
}

/** The columns that this migration reads and writes. It does not use the current types, because later migrations change them. */
interface Rows {
  profiles: ProfileRow;
  guardians: { child_id: string; parent_id: string; rank: number };
  consents: { parent_id: string };
  todos: { assigned_by: string | null };
  family_planets: { founder_id: string };
  invitations: { inviter_id: string; accepted_by: string | null };
  deletions: { profile_id: string; planned_by: string | null; with_account: string | null };
  sessions: { profile_id: string; revoked_at: string | null };
  panel_sessions: { profile_id: string; ended_at: string | null };
}

/**
 * Stores the domains of email addresses in ASCII. Accounts whose addresses are two spellings of one mailbox are merged: the
 * account with the canonical spelling, or else the oldest account, receives the children and everything else that the other
 * accounts manage. The other accounts are signed out, and their rows remain without an address.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const db = database as Kysely<Rows>;
  const parents = await db
    .selectFrom('profiles')
    .select(['id', 'email', 'created_at'])
    .where('email', 'is not', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  for (const [email, accounts] of Map.groupBy(parents, toCanonicalEmail)) {
    if (email === undefined) continue; // the domain is not valid, so the address remains unchanged
    const keptAccount = accounts.find((account) => account.email === email) ?? accounts[0];
    if (!keptAccount) continue;
    for (const account of accounts) if (account !== keptAccount) await mergeAccounts(db, account.id, keptAccount.id);
    if (keptAccount.email !== email)
      await db.updateTable('profiles').set({ email }).where('id', '=', keptAccount.id).execute();
  }
}

function toCanonicalEmail({ email }: ProfileRow): string | undefined {
  const [local = '', domain = ''] = (email ?? '').split('@');
  const ascii = domainToASCII(domain);
  return ascii === '' ? undefined : `${local}@${ascii}`;
}

async function mergeAccounts(db: Kysely<Rows>, fromId: string, toId: string): Promise<void> {
  await moveChildren(db, fromId, toId);
  await db.updateTable('consents').set({ parent_id: toId }).where('parent_id', '=', fromId).execute();
  await db.updateTable('todos').set({ assigned_by: toId }).where('assigned_by', '=', fromId).execute();
  await db.updateTable('family_planets').set({ founder_id: toId }).where('founder_id', '=', fromId).execute();
  await db.updateTable('invitations').set({ inviter_id: toId }).where('inviter_id', '=', fromId).execute();
  await db.updateTable('invitations').set({ accepted_by: toId }).where('accepted_by', '=', fromId).execute();
  await db
    .deleteFrom('deletions')
    .where((where) => where.or([where('profile_id', '=', fromId), where('with_account', '=', fromId)]))
    .execute();
  await db.updateTable('deletions').set({ planned_by: toId }).where('planned_by', '=', fromId).execute();
  const now = new Date().toISOString();
  await db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('profile_id', '=', fromId)
    .where('revoked_at', 'is', null)
    .execute();
  await db
    .updateTable('panel_sessions')
    .set({ ended_at: now })
    .where('profile_id', '=', fromId)
    .where('ended_at', 'is', null)
    .execute();
  await db.updateTable('profiles').set({ email: null }).where('id', '=', fromId).execute();
}

/**
 * Moves the links to children. Ranks change one after another, the lowest first, because no two guardians of a child may have the
 * same rank.
 */
async function moveChildren(db: Kysely<Rows>, fromId: string, toId: string): Promise<void> {
  const links = await db.selectFrom('guardians').select('child_id').where('parent_id', '=', fromId).execute();
  for (const { child_id } of links) {
    const childGuardians = db.selectFrom('guardians').where('child_id', '=', child_id);
    const linkOfTarget = await childGuardians.select('rank').where('parent_id', '=', toId).executeTakeFirst();
    const link = db.updateTable('guardians').where('child_id', '=', child_id);
    if (!linkOfTarget) {
      await link.set({ parent_id: toId }).where('parent_id', '=', fromId).execute();
      continue;
    }
    await db.deleteFrom('guardians').where('child_id', '=', child_id).where('parent_id', '=', fromId).execute();
    const remainingGuardians = await childGuardians.select(['parent_id', 'rank']).orderBy('rank').execute();
    for (const [i, { parent_id }] of remainingGuardians.entries()) {
      await link
        .set({ rank: i + 1 })
        .where('parent_id', '=', parent_id)
        .execute();
    }
  }
}
