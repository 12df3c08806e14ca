import type { PlanetEntry, PlanetGoal } from '../../content/index.ts';
import type { LocalizedText } from '../../core/text/languages.ts';
import type { Instant } from '../../core/time/instant.ts';
import type { Context } from '../../platform/context.ts';
import type { Reader } from '../../platform/database/index.ts';
import { type FamilyPlanet, listFamilyPlanetsById } from './family-planets/family-planets-store.ts';

/** A group of children, from a pack or created by a parent. */
export interface Planet {
  readonly id: string;
  readonly name: LocalizedText;
  readonly description: LocalizedText;
  /** The name of a picture; null for a family planet when no pack defines its picture. */
  readonly image: string | null;
  readonly theme: { readonly color: string; readonly icon: string } | null;
  readonly kind: 'club' | 'event' | 'family';
  readonly visibility: 'open' | 'invite';
  readonly capacity: number;
  readonly age_min: number | null;
  readonly age_max: number | null;
  readonly min_level: number | null;
  readonly starts_at: Instant | null;
  readonly ends_at: Instant | null;
  readonly goal: PlanetGoal | null;
}

/** The planets that every child may see, in the order of the packs. */
export function listOpenPlanets({ content }: Context): Planet[] {
  return [...content.current.planets.values()].map(toPlanetFromPack);
}

/** Planets by id, without planets that a pack no longer contains. */
export async function findPlanets(ctx: Context, db: Reader, ids: readonly string[]): Promise<Map<string, Planet>> {
  const { planets } = ctx.content.current;
  const familyPlanets = await listFamilyPlanetsById(
    db,
    ids.filter((id) => !planets.has(id)),
  );
  return new Map([
    ...ids.flatMap((id) => {
      const entry = planets.get(id);
      return entry ? [[id, toPlanetFromPack(entry)] as const] : [];
    }),
    ...familyPlanets.map((row) => [row.id, toFamilyPlanet(ctx, row)] as const),
  ]);
}

export async function findPlanet(ctx: Context, db: Reader, id: string): Promise<Planet | undefined> {
  return (await findPlanets(ctx, db, [id])).get(id);
}

function toPlanetFromPack(entry: PlanetEntry): Planet {
  const { age_min = null, age_max = null, min_level = null, starts_at = null, ends_at = null, goal = null } = entry;
  return { ...entry, visibility: 'open', age_min, age_max, min_level, starts_at, ends_at, goal };
}

function toFamilyPlanet({ content }: Context, row: FamilyPlanet): Planet {
  const { image = null, theme = null } = content.current.familyPlanet ?? {};
  return {
    id: row.id,
    name: repeatInEveryLanguage(row.name),
    description: repeatInEveryLanguage(row.description),
    image,
    theme,
    kind: 'family',
    visibility: 'invite',
    capacity: row.capacity,
    age_min: null,
    age_max: null,
    min_level: null,
    starts_at: null,
    ends_at: row.ended_at,
    goal: row.goal,
  };
}

/** A text that a parent wrote is not translated, so it is the same in every language. */
function repeatInEveryLanguage(text: string): LocalizedText {
  return { en: text, es: text, uk: text, pl: text };
}
