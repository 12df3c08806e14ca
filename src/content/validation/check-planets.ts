import type { PackFiles } from '../files/read-pack.ts';
import type { Report, ReportAt, ValuePath } from '../files/validation-errors.ts';
import type { PlanetEntry } from '../format/planets.ts';

/** Checks that children can join the planets, and that the times of events and goals are valid. */
export function checkPlanets(packs: readonly PackFiles[], report: Report): void {
  const levelCount = packs.flatMap((pack) => pack.levels?.value.levels ?? []).length;
  const packsWithLook = packs.filter(({ planets }) => planets?.value.family);
  for (const { planets } of packsWithLook.slice(1))
    report(planets?.file ?? '', ['family'], 'Another pack already defines the look of family planets.');
  for (const { planets } of packs) {
    for (const [i, planet] of (planets?.value.planets ?? []).entries()) {
      checkPlanet(planet, levelCount, (path, message) => report(planets?.file ?? '', ['planets', i, ...path], message));
    }
  }
}

function checkPlanet(planet: PlanetEntry, levelCount: number, reportAt: ReportAt): void {
  const { id, kind, age_min = 3, age_max = 18, min_level = 1, goal } = planet; // the schema allows ages from 3 to 18
  if (age_min > age_max) reportAt(['age_min'], `No child can join "${id}": age_min is greater than age_max.`);
  if (levelCount > 0 && min_level > levelCount)
    reportAt(['min_level'], `No child can join "${id}": there are ${levelCount} levels.`);
  if (kind === 'event') checkPeriod(planet, 'An event', [], reportAt);
  else if (planet.starts_at || planet.ends_at)
    reportAt(['kind'], `"${id}" is a club, so it must not have starts_at or ends_at.`);
  if (!goal) return;
  if (!goal.every) checkPeriod(goal, 'A goal without `every`', ['goal'], reportAt);
  else if (goal.starts_at || goal.ends_at)
    reportAt(['goal', 'every'], 'A goal has either `every`, or starts_at and ends_at.');
}

function checkPeriod(
  { starts_at, ends_at }: Pick<PlanetEntry, 'starts_at' | 'ends_at'>,
  subject: string,
  path: ValuePath,
  reportAt: ReportAt,
): void {
  if (!starts_at || !ends_at) reportAt(path, `${subject} must have starts_at and ends_at.`);
  for (const [name, time] of Object.entries({ starts_at, ends_at })) {
    if (time && !isValidTime(time)) reportAt([...path, name], `${time} is not a valid date.`);
  }
  if (starts_at && ends_at && starts_at >= ends_at) reportAt([...path, 'ends_at'], 'ends_at must be after starts_at.');
}

/** Compares the parsed time with the original text, because Date accepts February 30 as March 2. */
function isValidTime(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString() === text;
}
