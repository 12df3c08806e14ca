import { type Language, toLanguage } from '../../core/text/languages.ts';
import type { Instant } from '../../core/time/instant.ts';
import { createNotFoundError } from '../../platform/api-errors.ts';
import type { Context } from '../../platform/context.ts';
import { findProfile, getChildSettings } from '../accounts/index.ts';
import { computeLevel, getTotals } from '../progress/index.ts';
import { listMemberships, type Membership } from './memberships-store.ts';
import type { PlanetCandidate } from './rules.ts';

/** A child in relation to planets: the properties that the conditions of a planet check, the memberships and the language. */
export interface PlanetChild extends PlanetCandidate {
  readonly profileId: string;
  /** The current memberships, the most recent first. */
  readonly memberships: readonly Membership[];
  /** When the child joined each planet, by planet id. */
  readonly joinedAtByPlanetId: ReadonlyMap<string, Instant>;
  readonly language: Language;
}

export async function getPlanetChild(ctx: Context, profileId: string): Promise<PlanetChild> {
  const profile = await findProfile(ctx, profileId);
  if (!profile) throw createNotFoundError();
  const { xp_total } = await getTotals(ctx, profileId);
  const { mayJoinPlanets } = await getChildSettings(ctx, profileId);
  const memberships = await listMemberships(ctx, profileId);
  return {
    profileId,
    birth_year: profile.birth_year ?? 0, // null only for a parent
    level: computeLevel(xp_total, ctx.content.current.levels.length).level,
    mayJoinPlanets,
    memberships,
    joinedAtByPlanetId: new Map(memberships.map(({ planet_id, joined_at }) => [planet_id, joined_at])),
    language: toLanguage(profile.language),
  };
}
