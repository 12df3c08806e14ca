import type { LocalizedText } from '../../core/text/languages.ts';
import { localized } from '../../locales/index.ts';
import type { PlanetLock } from './rules.ts';

/** The reason why a child cannot join a planet, as text for the child. */
export function describePlanetLock(planetLock: PlanetLock): LocalizedText {
  if (planetLock.reason === 'planets_off') return localized.planets.planetsOff;
  if (planetLock.reason === 'too_young') return localized.planets.tooYoung({ age: planetLock.minAge });
  if (planetLock.reason === 'too_old') return localized.planets.tooOld({ age: planetLock.maxAge });
  return localized.planets.underLevel({ level: planetLock.requiredLevel });
}
