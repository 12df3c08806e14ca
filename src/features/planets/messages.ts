import type { LocalizedText } from '../../core/text/languages.ts';
import { localized } from '../../locales/index.ts';
import type { PlanetLock } from './rules.ts';

/** The reason why a child cannot join a planet, as text for the child. */
export function describePlanetLock(barrier: PlanetLock): LocalizedText {
  if (barrier.reason === 'planets_off') return localized.planets.planetsOff;
  if (barrier.reason === 'too_young') return localized.planets.tooYoung({ age: barrier.age });
  if (barrier.reason === 'too_old') return localized.planets.tooOld({ age: barrier.age });
  return localized.planets.underLevel({ level: barrier.level });
}
