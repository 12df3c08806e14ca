import type { PlanetEntry, PlanetGoal } from '../../content/index.ts';
import type { LocalizedText } from '../../core/text/languages.ts';
import type { Instant } from '../../core/time/instant.ts';
import type { Context } from '../../platform/context.ts';
import { type FamilyPlanet, listFamilyPlanetsWithIds } from './family-planets/family-planets-store.ts';

/** A group of children, defined by a pack or founded by a parent. */
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

/** The planets with these ids, by id, without planets that no pack contains anymore. */
export async function findPlanets(ctx: Context, ids: readonly string[]): Promise<Map<string, Planet>> {
  const { planets } = ctx.content.current;
  const familyPlanets = await listFamilyPlanetsWithIds(
    ctx,
    ids.filter((id) => !planets.has(parsePlanetId(id).entryId)),
  );
  return new Map([
    ...ids.flatMap((id) => {
      const { entryId, copyNumber } = parsePlanetId(id);
      const entry = planets.get(entryId);
      return entry ? [[id, buildPlanetCopy(entry, copyNumber)] as const] : [];
    }),
    ...familyPlanets.map((row) => [row.id, toFamilyPlanet(ctx, row)] as const),
  ]);
}

export async function findPlanet(ctx: Context, id: string): Promise<Planet | undefined> {
  return (await findPlanets(ctx, [id])).get(id);
}

/**
 * Builds a copy of a planet from its entry in a pack (gap 156). Copy 1 is the planet itself. From copy 2 on, the number is
 * part of the id and the name.
 */
export function buildPlanetCopy(entry: PlanetEntry, copyNumber: number): Planet {
  const { age_min = null, age_max = null, min_level = null, starts_at = null, ends_at = null, goal = null } = entry;
  const id = formatCopyId(entry.id, copyNumber);
  const name = copyNumber === 1 ? entry.name : appendNumber(entry.name, copyNumber);
  return { ...entry, id, name, visibility: 'open', age_min, age_max, min_level, starts_at, ends_at, goal };
}

/** The id of a copy, such as `star-gazers.2`. Ids in packs contain no dots. */
export function formatCopyId(entryId: string, copyNumber: number): string {
  return copyNumber === 1 ? entryId : `${entryId}.${copyNumber}`;
}

/** Splits the id of a planet, such as `star-gazers.2`, into the id of its entry in the pack and the number of the copy. */
export function parsePlanetId(id: string): { readonly entryId: string; readonly copyNumber: number } {
  const match = /^([^.]+)\.([2-9]|[1-9]\d{1,5})$/.exec(id);
  return match ? { entryId: match[1] ?? '', copyNumber: Number(match[2]) } : { entryId: id, copyNumber: 1 };
}

function toFamilyPlanet({ content }: Context, row: FamilyPlanet): Planet {
  const { image = null, theme = null } = content.current.familyPlanetLook ?? {};
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

function appendNumber({ en, es, uk, pl }: LocalizedText, number: number): LocalizedText {
  return { en: `${en} ${number}`, es: `${es} ${number}`, uk: `${uk} ${number}`, pl: `${pl} ${number}` };
}

/** A text that a parent wrote is not translated, so it is the same in every language. */
function repeatInEveryLanguage(text: string): LocalizedText {
  return { en: text, es: text, uk: text, pl: text };
}
