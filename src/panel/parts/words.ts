import type { Language } from '../../core/languages.ts';

/** The plural forms that a language has: Polish and Ukrainian tell few from many. */
interface Forms {
  en: 'one' | 'other';
  es: 'one' | 'many' | 'other';
  uk: 'one' | 'few' | 'many' | 'other';
  pl: 'one' | 'few' | 'many' | 'other';
}

/** Words for a number of things, by the plural rules of the language; `#` is where the number stands. */
export function counted<L extends Language>(
  language: L,
  forms: Readonly<Record<Forms[L] | 'other', string>>,
): (n: number) => string {
  const rules = new Intl.PluralRules(language);
  const all: Partial<Readonly<Record<Intl.LDMLPluralRule, string>>> = forms;
  return (n) => (all[rules.select(n)] ?? forms.other).replace('#', n.toLocaleString(language));
}
