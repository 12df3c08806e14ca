import { isDeepStrictEqual } from 'node:util';
import type { Database, Handle } from '../../../platform/database/index.ts';
import type { MemoryRow } from '../../../schema/tables.ts';
import { lockTotals } from '../../progress/index.ts';
import { Abilities } from './ability.ts';
import { listRatedAnswers, listRatedProfiles, listRatings, saveRating } from './ratings-store.ts';

/** A rating of a child that differs from the one that its answers give. */
export interface RatingDifference {
  readonly profileId: string;
  readonly column: `rating ${string}`;
  readonly stored: number;
  readonly derived: number;
}

const PROFILES_PER_BATCH = 500;

/**
 * Replays the stored answers of every child and yields the ratings that differ. Repairs them unless `dryRun` is set. A rating is left as it
 * is if more answers have changed it than are stored, because older answers were not stored and the oldest attempts are removed.
 */
export async function* rebuildRatings(
  database: Pick<Database, 'db' | 'write'>,
  { dryRun }: { readonly dryRun: boolean },
): AsyncGenerator<RatingDifference> {
  let lastId = '';
  for (;;) {
    const ids = await listRatedProfiles(database, lastId, PROFILES_PER_BATCH);
    for (const id of ids) {
      const found = await findDifferences(database, id);
      if (found.length > 0) yield* (dryRun ? found : await repairRatings(database, id)).map(toDifference(id));
    }
    const last = ids.at(-1);
    if (last === undefined || ids.length < PROFILES_PER_BATCH) return;
    lastId = last;
  }
}

type Rating = Pick<MemoryRow, 'subject' | 'ability' | 'asked' | 'variance'>;

interface Difference {
  readonly stored: Rating;
  readonly derived: Rating;
}

/** Compares again under the lock that completions take, because a concurrent one may have caused the difference. */
function repairRatings(database: Pick<Database, 'write'>, profileId: string): Promise<Difference[]> {
  return database.write(async (tx) => {
    await lockTotals(tx, profileId);
    const differences = await findDifferences(tx, profileId);
    for (const { derived } of differences) await saveRating(tx, profileId, derived);
    return differences;
  });
}

async function findDifferences(ctx: Handle, profileId: string): Promise<Difference[]> {
  const ratings = await listRatings(ctx, profileId);
  const abilities = new Abilities([], { skills: new Map(), age: undefined });
  for (const rated of await listRatedAnswers(ctx, profileId)) abilities.replay(rated);
  return ratings.flatMap((stored) => {
    const derived = abilities.find(stored.subject);
    if (!derived || derived.asked < stored.asked) return [];
    const { subject } = stored;
    const rating = { subject, ability: derived.ability, asked: derived.asked, variance: derived.variance ?? null };
    return isDeepStrictEqual(rating, stored) ? [] : [{ stored, derived: rating }];
  });
}

function toDifference(profileId: string) {
  return ({ stored, derived }: Difference): RatingDifference => ({
    profileId,
    column: `rating ${stored.subject}`,
    stored: stored.ability,
    derived: derived.ability,
  });
}
