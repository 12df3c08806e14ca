// Verifies the arithmetic in texts of the packs.

/**
 * Whether the arithmetic in a text is correct: "7 + 5 = 12", "7 + ? = 12" with the answer inserted, and, at the end of
 * a question, "How much is 7 + 5?". Undefined if there is nothing to verify.
 */
export function isArithmeticCorrect(text: string, answer?: number): boolean | undefined {
  const found = runsIn(text).map(({ run, last }) => isRunCorrect(run, last, answer));
  const results = found.filter((result) => result !== undefined);
  return results.length === 0 ? undefined : results.every(Boolean);
}

const BLANK = /\?|_+|□|…/g;

/** Sequences of numbers, operators and blanks; `last` if only punctuation follows. */
function runsIn(text: string): { run: string; last: boolean }[] {
  const runs = text.matchAll(/[\d?_□…(][\d\s.,+−–×·*÷/:=?_□…()-]*/g);
  return [...runs].map((match) => ({
    run: normalizeExpression(match[0]),
    last: /^[\s.!?¿¡»”"]*$/.test(text.slice(match.index + match[0].length)),
  }));
}

function normalizeExpression(run: string): string {
  return run
    .replaceAll(/(?<=\d)\s(?=\d{3}(\D|$))/g, '') // 1 000
    .replaceAll(/(?<=\d),(?=\d)/g, '.')
    .replace(/(?<=\d\)?)[\s?.,…:]*$/, '') // the question mark of the sentence
    .replaceAll(/\s[−–-]\s/g, ' - ')
    .replaceAll(/\s?[×·*]\s?/g, ' * ')
    .replaceAll(/\s?÷\s?|\s[:/]\s/g, ' : ')
    .trim();
}

function isRunCorrect(run: string, last: boolean, answer: number | undefined): boolean | undefined {
  const sides = run.split('=');
  const blanks = run.match(BLANK)?.length ?? 0;
  if (!/\d\)? [-+*:] |\+/.test(run) || blanks > 1 || (blanks === 1 && (answer === undefined || sides.length === 1)))
    return undefined;
  const values = sides.map((side) => evaluate(side.replaceAll(BLANK, ` ${answer} `)));
  if (sides.length === 1) {
    if (!last || answer === undefined) return undefined;
    values.push(answer);
  }
  const [first] = values;
  if (first === undefined || values.includes(undefined)) return undefined;
  return values.every((value) => value !== undefined && Math.abs(value - first) < 1e-9);
}

/** The value of an expression, or undefined if it is invalid. A fraction such as 3/4 is a number. */
function evaluate(expression: string): number | undefined {
  const tokens = expression.match(/-?\d+(\.\d+)?(\/\d+)?|[-+*:()]|\S/g) ?? [];
  const value = sum();
  return tokens.length === 0 && Number.isFinite(value) ? value : undefined;

  function sum(): number {
    let total = product();
    while (tokens[0] === '+' || tokens[0] === '-') total += tokens.shift() === '+' ? product() : -product();
    return total;
  }

  function product(): number {
    let total = factor();
    while (tokens[0] === '*' || tokens[0] === ':') {
      if (tokens.shift() === '*') total *= factor();
      else total /= factor();
    }
    return total;
  }

  function factor(): number {
    const token = tokens.shift() ?? '';
    if (token === '(') {
      const inner = sum();
      return tokens.shift() === ')' ? inner : Number.NaN;
    }
    const [, whole = '', , below = '1'] = /^(-?\d+(\.\d+)?)(?:\/(\d+))?$/.exec(token) ?? [];
    return whole === '' ? Number.NaN : Number(whole) / Number(below);
  }
}
