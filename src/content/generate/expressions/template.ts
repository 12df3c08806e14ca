import { compileExpression, type Expression, type Scope } from './expression.ts';
import { formatValue } from './format-value.ts';
import { listPluralCategories, selectPluralCategory } from './plurals.ts';
import { ExpressionError } from './values.ts';

/** A text with expressions in it. */
export interface Template {
  /** The names in the expressions, except those of functions. */
  readonly names: ReadonlySet<string>;
  /** Throws ExpressionError. */
  format(scope: Scope): string;
}

type Part = string | Expression | Plural;

interface Plural {
  readonly count: Expression;
  readonly forms: ReadonlyMap<string, Template>;
}

/**
 * Compiles a text of a generator: "{a} + {b}", and ICU plurals "{n, plural, one {# ряд} few {# ряди} many {# рядів} other {# ряду}}",
 * in which `#` is the number. Throws ExpressionError, including for a plural that lacks a category of the language.
 */
export function compileTemplate(text: string, language: string): Template {
  const parts = parseParts(text, language);
  const names = new Set(parts.flatMap(listNames));
  const [firstPart] = parts;
  if (parts.length === 1 && typeof firstPart === 'string') return { names, format: () => firstPart };
  return { names, format: (scope) => parts.map((part) => formatPart(part, scope)).join('') };
}

function parseParts(text: string, language: string): Part[] {
  const parts: Part[] = [];
  let position = 0;
  while (position < text.length) {
    const openIndex = text.indexOf('{', position);
    const plainText = text.slice(position, openIndex < 0 ? undefined : openIndex);
    if (plainText.includes('}')) throw new ExpressionError(`"${text}" has a } without {.`);
    if (plainText) parts.push(plainText);
    if (openIndex < 0) break;
    const closeIndex = findClosingBrace(text, openIndex);
    parts.push(parsePlaceholder(text.slice(openIndex + 1, closeIndex), language));
    position = closeIndex + 1;
  }
  return parts;
}

function findClosingBrace(text: string, openIndex: number): number {
  let depth = 0;
  for (let i = openIndex; i < text.length; i += 1) {
    if (text[i] === '{') depth += 1;
    if (text[i] === '}') depth -= 1;
    if (depth === 0) return i;
  }
  throw new ExpressionError(`"${text}" has a { without }.`);
}

/** Parses the text between two braces. */
function parsePlaceholder(placeholder: string, language: string): Part {
  const [, count, formsText] = /^([^{]+?),\s*plural\s*,(.*)$/s.exec(placeholder) ?? [];
  if (count === undefined || formsText === undefined) return compileExpression(placeholder);
  const forms = new Map<string, Template>();
  let position = 0;
  for (const match of formsText.matchAll(/\s*(\w+)\s*\{/g)) {
    if (match.index < position) continue; // inside the previous form
    const openIndex = match.index + match[0].length - 1;
    const closeIndex = findClosingBrace(formsText, openIndex);
    const form = formsText.slice(openIndex + 1, closeIndex).replaceAll('#', `{${count}}`);
    forms.set(match[1] ?? '', compileTemplate(form, language));
    position = closeIndex + 1;
  }
  for (const category of listPluralCategories(language)) {
    if (!forms.has(category)) throw new ExpressionError(`"{${placeholder}}" has no form "${category}".`);
  }
  return { count: compileExpression(count), forms };
}

function listNames(part: Part): string[] {
  if (typeof part === 'string') return [];
  if ('names' in part) return [...part.names];
  return [...part.count.names, ...[...part.forms.values()].flatMap(({ names }) => [...names])];
}

function formatPart(part: Part, scope: Scope): string {
  if (typeof part === 'string') return part;
  if ('names' in part) return formatValue(part.evaluate(scope), scope.language);
  const count = part.count.evaluate(scope);
  if (typeof count !== 'number') throw new ExpressionError(`${JSON.stringify(count)} is not a number.`);
  return (part.forms.get(selectPluralCategory(count, scope.language)) ?? part.forms.get('other'))?.format(scope) ?? '';
}
