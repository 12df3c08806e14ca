import type { Instant } from '../../core/instant.ts';
import type { Context } from '../../platform/context.ts';
import type { Reader } from '../../platform/database/index.ts';
import { notFound } from '../../platform/refusals.ts';
import { findProfile, getChildSettings } from '../accounts/index.ts';
import { getTotals, levelOf } from '../progress/index.ts';
import { listMemberships, type Membership } from './memberships-store.ts';
import type { Visitor } from './rules.ts';

/** A child that views planets: the properties that conditions check, and its memberships. */
export interface PlanetVisitor extends Visitor {
  readonly profileId: string;
  /** Most recent first. */
  readonly memberships: readonly Membership[];
  readonly joinedAt: ReadonlyMap<string, Instant>;
}

export async function getPlanetVisitor(ctx: Context, db: Reader, profileId: string): Promise<PlanetVisitor> {
  const profile = await findProfile(db, profileId);
  if (!profile) throw notFound();
  const { xp_total } = await getTotals(db, profileId);
  const { onPlanets } = await getChildSettings(db, profileId);
  const memberships = await listMemberships(db, profileId);
  return {
    profileId,
    birth_year: profile.birth_year ?? 0,
    level: levelOf(xp_total, ctx.content.current.levels.length).level,
    onPlanets,
    memberships,
    joinedAt: new Map(memberships.map(({ planet_id, joined_at }) => [planet_id, joined_at])),
  };
}
