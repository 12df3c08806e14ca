import type { Language } from '../../core/languages.ts';

export const CHILDREN_WORDS = {
  en: {
    level: (level: number) => `Level ${level}`,
    toGo: (xp: string) => `${xp} XP to go`,
  },
  es: {
    level: (level: number) => `Nivel ${level}`,
    toGo: (xp: string) => `faltan ${xp} XP`,
  },
  uk: {
    level: (level: number) => `Рівень ${level}`,
    toGo: (xp: string) => `ще ${xp} XP`,
  },
  pl: {
    level: (level: number) => `Poziom ${level}`,
    toGo: (xp: string) => `jeszcze ${xp} XP`,
  },
} satisfies Record<Language, unknown>;
