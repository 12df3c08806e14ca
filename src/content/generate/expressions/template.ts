import { compileExpression, type Expression, type Scope } from './expression.ts';
import { formatValue } from './format-value.ts';
import { listPluralCategories, selectPluralCategory } from './plurals.ts';
import { ExpressionError } from './values.ts';

/** A text with expressions in it. */
export interface Template {
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
 * in which `#` is the number. Throws ExpressionError, also where a plural lacks a category of the language.
 */
export function compileTemplate(text: string, language: string): Template {
  const parts = parseParts(text, language);
  const names = new Set(parts.flatMap(listNames));
  const [only] = parts;
  if (parts.length === 1 && typeof only === 'string') return { names, format: () => only };
  return { names, format: (scope) => parts.map((part) => formatPart(part, scope)).join('') };
}

function parseParts(text: string, language: string): Part[] {
  const parts: Part[] = [];
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf('{', at);
    const plain = text.slice(at, open < 0 ? undefined : open);
    if (plain.includes('}')) throw new ExpressionError(`"${text}" has a } without {.`);
    if (plain) parts.push(plain);
    if (open < 0) break;
    const close = findClosingBrace(text, open);
    parts.push(parseInside(text.slice(open + 1, close), language));
    at = close + 1;
  }
  return parts;
}

function findClosingBrace(text: string, open: number): number {
  let depth = 0;
  for (let i = open; i < text.length; i += 1) {
    if (text[i] === '{') depth += 1;
    if (text[i] === '}') depth -= 1;
    if (depth === 0) return i;
  }
  throw new ExpressionError(`"${text}" has a { without }.`);
}

function parseInside(inside: string, language: string): Part {
  const [, count, rest] = /^([^{]+?),\s*plural\s*,(.*)$/s.exec(inside) ?? [];
  if (count === undefined || rest === undefined) return compileExpression(inside);
  const forms = new Map<string, Template>();
  let at = 0;
  for (const match of rest.matchAll(/\s*(\w+)\s*\{/g)) {
    if (match.index < at) continue; // inside the previous form
    const open = match.index + match[0].length - 1;
    const close = findClosingBrace(rest, open);
    const form = rest.slice(open + 1, close).replaceAll('#', `{${count}}`);
    forms.set(match[1] ?? '', compileTemplate(form, language));
    at = close + 1;
  }
  for (const category of listPluralCategories(language)) {
    if (!forms.has(category)) throw new ExpressionError(`"{${inside}}" has no form "${category}".`);
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
