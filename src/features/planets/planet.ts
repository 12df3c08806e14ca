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
  /** A picture's name; null when no pack defines how family planets look. */
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
  return [...content.current.planets.values()].map(fromPack);
}

/** Planets by id, without planets that a pack no longer contains. */
export async function findPlanets(ctx: Context, db: Reader, ids: readonly string[]): Promise<Map<string, Planet>> {
  const { planets } = ctx.content.current;
  const families = await listFamilyPlanetsById(
    db,
    ids.filter((id) => !planets.has(id)),
  );
  return new Map([
    ...ids.flatMap((id) => {
      const entry = planets.get(id);
      return entry ? [[id, fromPack(entry)] as const] : [];
    }),
    ...families.map((row) => [row.id, fromFamily(ctx, row)] as const),
  ]);
}

export async function findPlanet(ctx: Context, db: Reader, id: string): Promise<Planet | undefined> {
  return (await findPlanets(ctx, db, [id])).get(id);
}

function fromPack(entry: PlanetEntry): Planet {
  const { age_min = null, age_max = null, min_level = null, starts_at = null, ends_at = null, goal = null } = entry;
  return { ...entry, visibility: 'open', age_min, age_max, min_level, starts_at, ends_at, goal };
}

function fromFamily({ content }: Context, row: FamilyPlanet): Planet {
  const { image = null, theme = null } = content.current.familyPlanet ?? {};
  return {
    id: row.id,
    name: inEveryLanguage(row.name),
    description: inEveryLanguage(row.description),
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

/** Text that a parent wrote is not translated. */
function inEveryLanguage(text: string): LocalizedText {
  return { en: text, es: text, uk: text, pl: text };
}
