import * as diagrams from '../drawings/diagrams.ts';
import * as figures from '../drawings/figures.ts';
import * as quantities from '../drawings/quantities.ts';
import * as scenes from '../drawings/scenes.ts';
import type { Drawing } from '../drawings/svg.ts';
import type { GeneratorPicture } from '../format/generators.ts';
import { compileExpression, type Expression, type Scope } from './expressions/expression.ts';
import { ExpressionError, type Value } from './expressions/values.ts';

/** Increase this number when a drawing changes, so that clients fetch the drawn pictures again. */
export const DRAWING_REVISION = 2;

const DRAWINGS: Readonly<Record<string, Drawing>> = { ...diagrams, ...figures, ...quantities, ...scenes };

export interface CompiledPicture {
  /** Returns the SVG. `getIconSvg` returns the SVG of a picture of the packs. Throws ExpressionError. */
  render(scope: Scope, getIconSvg: (name: string) => string | undefined): string;
}

type Compute = (scope: Scope) => unknown;

/** Compiles a picture. A parameter that begins with "=" is an expression. Throws ExpressionError. */
export function compilePicture({ draw: name, alt: _, ...parameters }: GeneratorPicture): CompiledPicture {
  const drawing = Object.hasOwn(DRAWINGS, name) ? DRAWINGS[name] : undefined;
  if (!drawing) throw new ExpressionError(`There is no drawing "${name}", only ${Object.keys(DRAWINGS).join(', ')}.`);
  const parameterComputations = Object.entries(parameters).map(([key, value]) => {
    if (!Object.hasOwn(drawing.defaults, key)) throw new ExpressionError(`The drawing "${name}" has no "${key}".`);
    return [key, compileParameter(value)] as const;
  });
  return {
    render(scope, getIconSvg) {
      const values = Object.fromEntries(parameterComputations.map(([key, compute]) => [key, compute(scope)]));
      for (const [key, value] of Object.entries(values)) {
        if (typeof value !== typeof drawing.defaults[key])
          throw new ExpressionError(`${key} of "${name}" is not of the type ${typeof drawing.defaults[key]}.`);
      }
      return drawing.draw(values, (iconName, x, y, size) => embedIcon(getIconSvg(iconName), iconName, [x, y, size]));
    },
  };
}

function compileParameter(value: unknown): Compute {
  if (typeof value === 'string' && value.startsWith('=')) {
    const expression: Expression = compileExpression(value.slice(1));
    return (scope) => requireNoMarkup(expression.evaluate(scope));
  }
  if (Array.isArray(value)) {
    const entries = value.map(compileParameter);
    return (scope) => entries.map((entry) => entry(scope));
  }
  return () => requireNoMarkup(value as Value);
}

/** Throws if a text of a parameter could become markup. A final "<" or ">" is allowed, because tiles show these signs. */
function requireNoMarkup(value: Value): Value {
  if (typeof value === 'string' && /[<>&"']/.test(value.replaceAll(/[<>]$/g, '')))
    throw new ExpressionError(`"${value}" cannot be drawn.`);
  if (Array.isArray(value)) for (const entry of value) requireNoMarkup(entry);
  return value;
}

function embedIcon(svg: string | undefined, name: string, [x = 0, y = 0, size = 0]: readonly number[]): string {
  const [, viewBox = '0 0 32 32', body] = /<svg[^>]*viewBox="([^"]+)"[^>]*>([\s\S]*)<\/svg>/.exec(svg ?? '') ?? [];
  if (body === undefined) throw new ExpressionError(`There is no picture "${name}".`);
  return `<svg x="${x}" y="${y}" width="${size}" height="${size}" viewBox="${viewBox}">${body}</svg>`;
}
