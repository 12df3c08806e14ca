import type { MultilingualText } from '../format/pack.ts';
import { compileExpression, type Expression, type Scope } from './expressions/expression.ts';
import { compileTemplate, type Template } from './expressions/template.ts';
import { ExpressionError, isSame, type Value } from './expressions/values.ts';

/** The scope of each language, for one draw. */
export type ScopesByLanguage = ReadonlyMap<string, Scope>;
/** Formats a text in each of `languages`. `value` is what `{value}` in the text of an option stands for, by language. */
export type FormatTexts = (
  scopesByLanguage: ScopesByLanguage,
  languages: readonly string[],
  value?: ReadonlyMap<string, Value>,
) => MultilingualText;

/** Returns the value in each language; undefined if the expression is not defined for the draw. */
export function evaluateIfDefined(
  expression: Expression,
  scopesByLanguage: ScopesByLanguage,
): ReadonlyMap<string, Value> | undefined {
  try {
    return evaluateInEachLanguage(expression, scopesByLanguage);
  } catch (error) {
    if (error instanceof ExpressionError) return undefined;
    throw error;
  }
}

/** Returns the value of an expression in each language. */
export function evaluateInEachLanguage(
  expression: Expression,
  scopesByLanguage: ScopesByLanguage,
): ReadonlyMap<string, Value> {
  return new Map([...scopesByLanguage].map(([language, scope]) => [language, expression.evaluate(scope)]));
}

/** Evaluates an expression. Throws ExpressionError if its value is not the same in all languages. */
export function evaluateLanguageIndependent(expression: Expression, scopesByLanguage: ScopesByLanguage): Value {
  const [firstValue, ...otherValues] = evaluateInEachLanguage(expression, scopesByLanguage).values();
  if (firstValue === undefined || !otherValues.every((value) => isSame(firstValue, value)))
    throw new ExpressionError('The value differs between languages.');
  return firstValue;
}

/** Compiles a text. The text of each language is compiled when it is first formatted. */
export function compileText(text: MultilingualText): FormatTexts {
  const templates = new Map<string, Template>();
  return (scopesByLanguage, languages, value) => {
    const formatted: Record<string, string> = {};
    for (const language of languages) {
      const source = text[language];
      if (source === undefined) continue;
      const template = templates.get(language) ?? compileTemplate(source, language);
      templates.set(language, template);
      formatted[language] = template.format(
        addValueToScope(getScope(scopesByLanguage, language), value?.get(language)),
      );
    }
    return formatted;
  };
}

/** Compiles the text of an option. By default, the text is the value of the option. */
export function compileOptionText(text: MultilingualText | undefined): FormatTexts {
  if (text) return compileText(text);
  const valueTemplate = compileTemplate('{value}', 'en'); // the language matters only for plurals
  return (scopesByLanguage, languages, value) =>
    Object.fromEntries(
      languages.map((language) => [
        language,
        valueTemplate.format(addValueToScope(getScope(scopesByLanguage, language), value?.get(language))),
      ]),
    );
}

/** Compiles the expression for the picture of an option, in which `value` is the value of the option. */
export function compileOptionImage(source: string) {
  const expression = compileExpression(source);
  return (scopesByLanguage: ScopesByLanguage, values: ReadonlyMap<string, Value>): Value => {
    const [[language, scope] = []] = scopesByLanguage; // a picture is the same in all languages
    return language === undefined || !scope ? '' : expression.evaluate(addValueToScope(scope, values.get(language)));
  };
}

function addValueToScope(scope: Scope, value: Value | undefined): Scope {
  if (value === undefined) return scope;
  return { ...scope, values: { get: (name) => (name === 'value' ? value : scope.values.get(name)) } };
}

export function getScope(scopesByLanguage: ScopesByLanguage, language: string): Scope {
  return scopesByLanguage.get(language) as Scope; // `createItem` creates a scope for each language
}
