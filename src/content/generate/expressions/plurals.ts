import { ExpressionError } from './values.ts';

/** The plural categories in the order of a list of forms, such as [apple, apples] or [яблуко, яблука, яблук]. */
const CATEGORY_ORDER = ['one', 'few', 'many', 'other'] as const;

const pluralRules = new Map<string, Intl.PluralRules>();
const categoriesByLanguage = new Map<string, readonly string[]>();

function getPluralRules(language: string): Intl.PluralRules {
  const cached = pluralRules.get(language) ?? new Intl.PluralRules(language);
  pluralRules.set(language, cached);
  return cached;
}

export function selectPluralCategory(count: number, language: string): Intl.LDMLPluralRule {
  return getPluralRules(language).select(count);
}

/** Lists the categories of whole numbers in a language, and "other" for fractions, in the order of `CATEGORY_ORDER`. */
export function listPluralCategories(language: string): readonly string[] {
  const cached = categoriesByLanguage.get(language);
  if (cached) return cached;
  const categories: readonly string[] = getPluralRules(language).resolvedOptions().pluralCategories;
  // In Spanish, "many" is only for millions, which no item counts.
  const usedCategories = language === 'es' ? categories.filter((category) => category !== 'many') : categories;
  const ordered = CATEGORY_ORDER.filter((category) => usedCategories.includes(category));
  categoriesByLanguage.set(language, ordered);
  return ordered;
}

/**
 * Returns the form of a noun for a count. A language with four categories uses the fourth form for fractions only. This form is
 * optional; without it, fractions use the form for "few".
 */
export function selectPluralForm(count: number, forms: readonly string[], language: string): string {
  const categories = listPluralCategories(language);
  const formCount = categories.length === 4 ? 3 : categories.length;
  if (forms.length < formCount)
    throw new ExpressionError(`"${forms.join(', ')}" needs ${formCount} forms in "${language}".`);
  const index = categories.indexOf(selectPluralCategory(count, language));
  const form = forms[index] ?? (categories.length === 4 ? forms[1] : forms.at(-1));
  if (form === undefined) throw new ExpressionError(`"${forms.join(', ')}" has no form for ${count}.`);
  return form;
}
