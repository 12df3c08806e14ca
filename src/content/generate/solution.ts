import type { SolutionStep } from '../kinds/kind.ts';
import { compileExpression } from './expressions/expression.ts';
import type { GeneratorSource } from './generator-source.ts';
import { compileText, evaluateLanguageIndependent, type ScopesByLanguage } from './language-values.ts';

/**
 * Compiles the worked solution of a generator. A step whose condition is false is left out. `path` is the path of the item's picture
 * without its extension. Returns undefined if the pack has no solution. Throws ExpressionError for a mistake in the pack.
 */
export function compileSolution({ answerEntry: { solution }, version }: GeneratorSource) {
  const steps = solution?.map(({ text, speech, when, picture }, i) => ({
    formatText: compileText(text),
    formatSpeech: speech && compileText(speech),
    condition: when === undefined ? undefined : compileExpression(when),
    pictureNumber: picture && i + 1,
  }));
  return (
    steps &&
    ((scopesByLanguage: ScopesByLanguage, languages: readonly string[], path: string): SolutionStep[] =>
      steps.flatMap(({ formatText, formatSpeech, condition, pictureNumber }) => {
        if (condition && evaluateLanguageIndependent(condition, scopesByLanguage) !== true) return [];
        const text = formatText(scopesByLanguage, languages);
        return [
          {
            text,
            ...(formatSpeech && { speech: formatSpeech(scopesByLanguage, languages) }),
            ...(pictureNumber && { picture: { path: `${path}.${pictureNumber}.svg`, version, alt: text } }),
          },
        ];
      }))
  );
}
