import type { Child } from '../../core/caller.ts';
import { readLinkingCode } from '../../core/codes.ts';
import { DAY, plusSeconds, secondsUntil } from '../../core/instant.ts';
import { speaks } from '../../core/languages.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/index.ts';
import { notFound } from '../../platform/http/errors.ts';
import { tooMany } from '../../platform/http/gate.ts';
import {
  checkChildren,
  findProfile,
  insertFirstGuardian,
  listGuardians,
  nameInEmail,
  type Profile,
  recordConsent,
} from '../accounts/index.ts';
import { findOwner, spendCode } from './codes-store.ts';
import { giveBack, raise } from './counters-store.ts';
import { wrongCode } from './email-codes.ts';
import { linkConflictLetter } from './letters.ts';
import { ownerDigests } from './owner-codes.ts';
import { CONFLICT_LETTERS, LINK_TRIES } from './rules.ts';
import { orGiveBack } from './tries.ts';
import { ALREADY_LINKED, LINKED_TO_ANOTHER } from './words.ts';

/** Makes the parent of a linking code the child's first guardian (gap 12). */
export async function redeemLink(
  ctx: Context,
  { profileId }: Child,
  typed: string,
): Promise<{ child: Profile; parent: Profile }> {
  const code = readLinkingCode(typed);
  if (code === undefined) throw wrongCode();
  await countTry(ctx, profileId);
  const child = await findProfile(ctx.db, profileId);
  if (!child) throw notFound();
  const outcome = await orGiveBack(
    ctx,
    () => ctx.write((tx) => link(ctx, tx, child, ownerDigests(ctx, 'linking', code))),
    (tx) => giveBack(tx, LINK_TRIES, profileId),
  );
  if (outcome instanceof Refusal) throw outcome; // only now: what was written with it stays
  return { child, parent: outcome };
}

async function countTry(ctx: Context, childId: string): Promise<void> {
  const now = ctx.now();
  const { within, endsAt } = await ctx.write((tx) => raise(tx, LINK_TRIES, childId, now));
  if (!within) throw tooMany(secondsUntil(now, endsAt));
}

async function link(ctx: Context, tx: Tx, child: Profile, digests: string[]): Promise<Profile | Refusal> {
  const now = ctx.now();
  const parentId = await findOwner(tx, 'linking', digests, now);
  const parent = parentId && (await findProfile(tx, parentId));
  if (!parent) throw wrongCode();
  await giveBack(tx, LINK_TRIES, child.id);
  if (!(await insertFirstGuardian(tx, child.id, parent.id, now))) return alreadyLinked(ctx, tx, child, parent);
  await checkChildren(tx, parent.id);
  // Another child may have been faster with the same code: then none of this has happened.
  if ((await spendCode(tx, 'linking', digests, now)) === undefined) throw wrongCode();
  await recordConsent(ctx, tx, child.id, parent.id);
  return parent;
}

/** The code stays unspent. A guardian hears of somebody else's code, at most once an hour. */
async function alreadyLinked(ctx: Context, tx: Tx, child: Profile, parent: Profile): Promise<Refusal> {
  const guardians = await listGuardians(tx, child.id);
  if (guardians.some((guardian) => guardian.id === parent.id)) return new Refusal('ALREADY_LINKED', ALREADY_LINKED);
  const [first] = guardians;
  const now = ctx.now();
  if (first?.email && (await raise(tx, CONFLICT_LETTERS, child.id, now)).within) {
    const letter = linkConflictLetter(first.email, nameInEmail(child), speaks(first.language));
    await ctx.mail.post(tx, letter, { topic: `link conflict ${child.id}`, now, expiresAt: plusSeconds(now, DAY) });
  }
  return new Refusal('CONFLICT', LINKED_TO_ANOTHER, { reason: 'linked_to_another_parent' });
}
