import { domainToASCII } from 'node:url';
import type { Kysely } from 'kysely';

interface ProfileRow {
  id: string;
  email: string | null;
  created_at: string;
}

/** The columns that this migration reads and writes, as they were at that time. */
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
 * account with the canonical spelling, or else the oldest, gets the children and everything else that the others manage.
 * The other accounts keep their rows without an address and are signed out.
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
    const kept = accounts.find((account) => account.email === email) ?? accounts[0];
    if (!kept) continue;
    for (const other of accounts) if (other !== kept) await mergeAccounts(db, other.id, kept.id);
    if (kept.email !== email) await db.updateTable('profiles').set({ email }).where('id', '=', kept.id).execute();
  }
}

function toCanonicalEmail({ email }: ProfileRow): string | undefined {
  const [local = '', domain = ''] = (email ?? '').split('@');
  const ascii = domainToASCII(domain);
  return ascii === '' ? undefined : `${local}@${ascii}`;
}

async function mergeAccounts(db: Kysely<Rows>, from: string, to: string): Promise<void> {
  await moveChildren(db, from, to);
  await db.updateTable('consents').set({ parent_id: to }).where('parent_id', '=', from).execute();
  await db.updateTable('todos').set({ assigned_by: to }).where('assigned_by', '=', from).execute();
  await db.updateTable('family_planets').set({ founder_id: to }).where('founder_id', '=', from).execute();
  await db.updateTable('invitations').set({ inviter_id: to }).where('inviter_id', '=', from).execute();
  await db.updateTable('invitations').set({ accepted_by: to }).where('accepted_by', '=', from).execute();
  await db
    .deleteFrom('deletions')
    .where((where) => where.or([where('profile_id', '=', from), where('with_account', '=', from)]))
    .execute();
  await db.updateTable('deletions').set({ planned_by: to }).where('planned_by', '=', from).execute();
  const now = new Date().toISOString();
  await db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('profile_id', '=', from)
    .where('revoked_at', 'is', null)
    .execute();
  await db
    .updateTable('panel_sessions')
    .set({ ended_at: now })
    .where('profile_id', '=', from)
    .where('ended_at', 'is', null)
    .execute();
  await db.updateTable('profiles').set({ email: null }).where('id', '=', from).execute();
}

/**
 * Moves the links to children. Ranks change one after another, the lowest first, because no two guardians of a child may have the
 * same rank.
 */
async function moveChildren(db: Kysely<Rows>, from: string, to: string): Promise<void> {
  const links = await db.selectFrom('guardians').select('child_id').where('parent_id', '=', from).execute();
  for (const { child_id } of links) {
    const childGuardians = db.selectFrom('guardians').where('child_id', '=', child_id);
    const linkOfTarget = await childGuardians.select('rank').where('parent_id', '=', to).executeTakeFirst();
    const link = db.updateTable('guardians').where('child_id', '=', child_id);
    if (!linkOfTarget) {
      await link.set({ parent_id: to }).where('parent_id', '=', from).execute();
      continue;
    }
    await db.deleteFrom('guardians').where('child_id', '=', child_id).where('parent_id', '=', from).execute();
    const remainingGuardians = await childGuardians.select(['parent_id', 'rank']).orderBy('rank').execute();
    for (const [i, { parent_id }] of remainingGuardians.entries()) {
      await link
        .set({ rank: i + 1 })
        .where('parent_id', '=', parent_id)
        .execute();
    }
  }
}
