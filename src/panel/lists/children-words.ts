import type { Language } from '../../core/languages.ts';

export const CHILDREN_WORDS = {
  en: {
    level: (level: number) => `Level ${level}`,
    toGo: (xp: string) => `${xp} XP to go`,
    closing: (day: string) => `Closed, and gone on ${day}.`,
  },
  es: {
    level: (level: number) => `Nivel ${level}`,
    toGo: (xp: string) => `faltan ${xp} XP`,
    closing: (day: string) => `Cerrado; desaparecerá el ${day}.`,
  },
  uk: {
    level: (level: number) => `Рівень ${level}`,
    toGo: (xp: string) => `ще ${xp} XP`,
    closing: (day: string) => `Закрито, зникне ${day}.`,
  },
  pl: {
    level: (level: number) => `Poziom ${level}`,
    toGo: (xp: string) => `jeszcze ${xp} XP`,
    closing: (day: string) => `Zamknięty, zniknie ${day}.`,
  },
} satisfies Record<Language, unknown>;
