// Checks the arithmetic in texts of the packs.

/**
 * Whether the arithmetic in a text is correct: "7 + 5 = 12", "7 + ? = 12" with the answer inserted, and, at the end of
 * a question, "How much is 7 + 5?". Undefined if there is nothing to check.
 */
export function isArithmeticCorrect(text: string, answer?: number): boolean | undefined {
  if (answer === undefined && !text.includes('=')) return undefined;
  const checks = findExpressions(text).map(({ expression, isAtEnd }) =>
    isExpressionCorrect(expression, isAtEnd, answer),
  );
  const results = checks.filter((result) => result !== undefined);
  return results.length === 0 ? undefined : results.every(Boolean);
}

const BLANK = /\?|_+|□|…/g;

/** Finds the expressions and equations in a text, with blanks. `isAtEnd` is true if only punctuation follows. */
function findExpressions(text: string): { expression: string; isAtEnd: boolean }[] {
  const matches = [...text.matchAll(/[\d?_□…(][\d\s.,+−–×·*÷/:=?_□…()-]*/g)];
  const withOperator = matches.filter((match) => /[+−–×·*÷/:-]/.test(match[0])); // most are plain numbers
  return withOperator.map((match) => ({
    expression: normalizeExpression(match[0]),
    isAtEnd: /^[\s.!?¿¡»”"]*$/.test(text.slice(match.index + match[0].length)),
  }));
}

function normalizeExpression(expression: string): string {
  return expression
    .replaceAll(/(?<=\d)\s(?=\d{3}(\D|$))/g, '') // the space in 1 000
    .replaceAll(/(?<=\d),(?=\d)/g, '.') // a decimal comma
    .replace(/(?<=\d\)?)[\s?.,…:]*$/, '') // the end of the sentence
    .replaceAll(/\s[−–-]\s/g, ' - ')
    .replaceAll(/\s?[×·*]\s?/g, ' * ')
    .replaceAll(/\s?÷\s?|\s[:/]\s/g, ' : ') // a slash without spaces belongs to a fraction
    .trim();
}

/** An operator between spaces, as `normalizeExpression` writes it, or a plus sign. */
const OPERATOR = /\d\)? [-+*:] |\+/;

function isExpressionCorrect(expression: string, isAtEnd: boolean, answer: number | undefined): boolean | undefined {
  const sides = expression.split('=');
  const blankCount = expression.match(BLANK)?.length ?? 0;
  if (
    !OPERATOR.test(expression) ||
    blankCount > 1 ||
    (blankCount === 1 && (answer === undefined || sides.length === 1))
  )
    return undefined;
  const values = sides.map((side) => evaluate(side.replaceAll(BLANK, ` ${answer} `)));
  if (sides.length === 1) {
    if (!isAtEnd || answer === undefined) return undefined;
    values.push(answer);
  }
  const [first] = values;
  if (first === undefined || values.includes(undefined)) return undefined;
  return values.every((value) => value !== undefined && Math.abs(value - first) < 1e-9);
}

/** The value of an expression, or undefined if it is invalid. A fraction such as 3/4 is a number. */
function evaluate(expression: string): number | undefined {
  const tokens = expression.match(/-?\d+(\.\d+)?(\/\d+)?|[-+*:()]|\S/g) ?? [];
  const value = parseSum();
  return tokens.length === 0 && Number.isFinite(value) ? value : undefined;

  function parseSum(): number {
    let total = parseProduct();
    while (tokens[0] === '+' || tokens[0] === '-') total += tokens.shift() === '+' ? parseProduct() : -parseProduct();
    return total;
  }

  function parseProduct(): number {
    let total = parseFactor();
    while (tokens[0] === '*' || tokens[0] === ':') {
      if (tokens.shift() === '*') total *= parseFactor();
      else total /= parseFactor();
    }
    return total;
  }

  function parseFactor(): number {
    const token = tokens.shift() ?? '';
    if (token === '(') {
      const value = parseSum();
      return tokens.shift() === ')' ? value : Number.NaN;
    }
    const [, numerator = '', , denominator = '1'] = /^(-?\d+(\.\d+)?)(?:\/(\d+))?$/.exec(token) ?? [];
    return numerator === '' ? Number.NaN : Number(numerator) / Number(denominator);
  }
}
