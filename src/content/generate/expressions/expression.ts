import jsep from 'jsep';
import { FUNCTIONS, requireNumber } from './functions.ts';
import { ExpressionError, isSame, requireWithinLimits, type Value } from './values.ts';

/** The names that an expression can use, with their values in one language. */
export interface Scope {
  readonly language: string;
  readonly values: { get(name: string): Value | undefined };
}

export interface Expression {
  /** The names in the expression, except those of functions. */
  readonly names: ReadonlySet<string>;
  /** Throws ExpressionError where an operation is not defined for the values. */
  evaluate(scope: Scope): Value;
}

type Evaluate = (scope: Scope) => Value;

/** The maximum number of syntax nodes. Expressions have no loops, so this also limits the number of evaluation steps. */
const MAX_NODES = 120;

const OPERATORS: Readonly<Record<string, (a: Value, b: Value) => Value>> = {
  '+': (a, b) => (typeof a === 'string' ? a + toText(b) : requireNumber(a) + requireNumber(b)),
  '-': (a, b) => requireNumber(a) - requireNumber(b),
  '*': (a, b) => requireNumber(a) * requireNumber(b),
  '/': (a, b) => requireNumber(a) / requireNumber(b),
  '%': (a, b) => requireNumber(a) % requireNumber(b),
  '<': (a, b) => requireNumber(a) < requireNumber(b),
  '<=': (a, b) => requireNumber(a) <= requireNumber(b),
  '>': (a, b) => requireNumber(a) > requireNumber(b),
  '>=': (a, b) => requireNumber(a) >= requireNumber(b),
  '==': isSame,
  '!=': (a, b) => !isSame(a, b),
};

/**
 * Compiles an expression of a generator: literals, names, arithmetic, comparison, `&& || ! ?:`, lists, `list[i]` and the
 * functions of `FUNCTIONS`. No other part of JavaScript is available: no properties, no assignments, no globals. Throws
 * ExpressionError.
 */
export function compileExpression(source: string | number): Expression {
  const names = new Set<string>();
  let nodeCount = 0;
  const compile = (node: jsep.Expression): Evaluate => {
    nodeCount += 1;
    if (nodeCount > MAX_NODES) throw new ExpressionError(`"${source}" is longer than ${MAX_NODES} parts.`);
    return compileNode(node as jsep.CoreExpression, compile, names);
  };
  const evaluate = compile(parseExpression(String(source)));
  return { names, evaluate: (scope) => requireWithinLimits(evaluate(scope)) };
}

function parseExpression(source: string): jsep.Expression {
  try {
    return jsep(source);
  } catch (error) {
    throw new ExpressionError(`"${source}" is not an expression: ${(error as Error).message}.`);
  }
}

function compileNode(
  node: jsep.CoreExpression,
  compile: (node: jsep.Expression) => Evaluate,
  names: Set<string>,
): Evaluate {
  switch (node.type) {
    case 'Literal': {
      const { value } = node;
      if (typeof value !== 'number' && typeof value !== 'string' && typeof value !== 'boolean')
        throw createNotAllowedError(node);
      return () => value;
    }
    case 'Identifier': {
      const { name } = node;
      names.add(name);
      return ({ values }) => {
        const value = values.get(name);
        if (value === undefined) throw new ExpressionError(`There is no "${name}".`);
        return value;
      };
    }
    case 'ArrayExpression': {
      const elements = node.elements.map((element) => (element ? compile(element) : failNotAllowed(node)));
      return (scope) => elements.map((element) => element(scope));
    }
    case 'UnaryExpression':
      return compileUnary(node, compile(node.argument));
    case 'BinaryExpression':
      return compileBinary(node, compile(node.left), compile(node.right));
    case 'ConditionalExpression': {
      const [condition, consequent, alternate] = [
        compile(node.test),
        compile(node.consequent),
        compile(node.alternate),
      ];
      return (scope) => (requireBoolean(condition(scope)) ? consequent(scope) : alternate(scope));
    }
    case 'MemberExpression': {
      if (!node.computed || node.optional) throw createNotAllowedError(node);
      const [list, index] = [compile(node.object), compile(node.property)];
      return (scope) => getEntry(list(scope), index(scope));
    }
    case 'CallExpression':
      return compileCall(node, node.arguments.map(compile));
    default:
      throw createNotAllowedError(node);
  }
}

function compileUnary({ operator, type }: jsep.UnaryExpression, value: Evaluate): Evaluate {
  if (operator === '-') return (scope) => -requireNumber(value(scope));
  if (operator === '!') return (scope) => !requireBoolean(value(scope));
  throw createNotAllowedError({ type: `${type} ${operator}` });
}

function compileBinary({ operator, type }: jsep.BinaryExpression, left: Evaluate, right: Evaluate): Evaluate {
  if (operator === '&&') return (scope) => requireBoolean(left(scope)) && requireBoolean(right(scope));
  if (operator === '||') return (scope) => requireBoolean(left(scope)) || requireBoolean(right(scope));
  const apply = Object.hasOwn(OPERATORS, operator) ? OPERATORS[operator] : undefined;
  if (!apply) throw createNotAllowedError({ type: `${type} ${operator}` });
  return (scope) => apply(left(scope), right(scope));
}

function compileCall({ callee, type }: jsep.CallExpression, args: readonly Evaluate[]): Evaluate {
  const name = callee.type === 'Identifier' ? String(callee.name) : '';
  const call = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
  if (!call) throw createNotAllowedError({ type: name ? `function ${name}` : type });
  return (scope) => {
    const values = args.map((arg) => arg(scope));
    return requireWithinLimits(call(values, scope.language));
  };
}

function getEntry(list: Value, index: Value): Value {
  const entries = typeof list === 'string' ? [...list] : list;
  const value = Array.isArray(entries) ? entries[requireNumber(index)] : undefined;
  if (value === undefined) throw new ExpressionError(`There is no entry ${String(index)} in ${JSON.stringify(list)}.`);
  return value;
}

function requireBoolean(value: Value): boolean {
  if (typeof value !== 'boolean') throw new ExpressionError(`${JSON.stringify(value)} is not a condition.`);
  return value;
}

function toText(value: Value): string {
  if (typeof value !== 'string' && typeof value !== 'number')
    throw new ExpressionError(`${JSON.stringify(value)} is not a text.`);
  return String(value);
}

function createNotAllowedError({ type }: { readonly type: string }): ExpressionError {
  return new ExpressionError(`${type} is not allowed in an expression.`);
}

function failNotAllowed(node: { readonly type: string }): never {
  throw createNotAllowedError(node);
}
