import type { LocalizedText } from '../../core/languages.ts';
import { localized } from '../../locales/index.ts';
import type { JoinBarrier } from './rules.ts';

/** Why a planet is closed to a child, said to the child. */
export function joinBarrierText(bar: JoinBarrier): LocalizedText {
  if (bar.reason === 'planets_off') return localized.planets.planetsOff;
  if (bar.reason === 'too_young') return localized.planets.tooYoung({ age: bar.age });
  if (bar.reason === 'too_old') return localized.planets.tooOld({ age: bar.age });
  return localized.planets.underLevel({ level: bar.level });
}
