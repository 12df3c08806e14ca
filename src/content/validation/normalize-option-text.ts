import { toNfkc } from '../../core/text/normalize-text.ts';
import { getDecimalSeparator } from '../generate/expressions/format-value.ts';

// Normalizes the texts of options, to find options with the same meaning in different notations: 1/2, 0.5 and 50%, or 60 min and
// 1 h.

/** A mixed number, a fraction, a number with spaces between groups of digits, or a number with points and commas. */
const NUMBER_PATTERN = String.raw`[−-]?(?:\d+ \d+\/\d+|\d+\/\d+|\d{1,3}(?: \d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)*)`;
const QUANTITY_PATTERN = new RegExp(
  String.raw`^(?<currency>[€$£]?) ?(?<quantities>${NUMBER_PATTERN}[^\d]*(?: ?${NUMBER_PATTERN}[^\d]*)*)$`,
  'u',
);
const NUMBER_AND_UNIT_PATTERN = new RegExp(String.raw`(${NUMBER_PATTERN})([^\d−-]*)`, 'gu');

interface Unit {
  readonly dimension: string;
  /** The size of the unit, measured in the base unit of the dimension, which has the factor 1. */
  readonly factor: number;
  /** Matches the names of the unit in English, Spanish, Ukrainian and Polish. */
  readonly names: RegExp;
}

const UNITS: readonly Unit[] = [
  { dimension: '', factor: 0.01, names: /^%$/ },
  { dimension: 'euro', factor: 100, names: /^(€|euros?|eur|євро)$/ },
  { dimension: 'euro', factor: 1, names: /^(ct|cents?|céntimos?|центи?|центів|centy?|centów)$/ },
  { dimension: 'dollar', factor: 1, names: /^(\$|dollars?|dólar(es)?|долар\p{L}*|dolar\p{L}*)$/u },
  { dimension: 'pound', factor: 1, names: /^£$/ },
  { dimension: 'hryvnia', factor: 100, names: /^(грн|гривня|гривні|гривень)$/ },
  { dimension: 'hryvnia', factor: 1, names: /^(коп|копійка|копійки|копійок)$/ },
  { dimension: 'złoty', factor: 100, names: /^(zł|złoty|złote|złotych)$/ },
  { dimension: 'złoty', factor: 1, names: /^(gr|grosz|grosze|groszy)$/ },
  { dimension: 'time', factor: 1, names: /^(s|с|seconds?|segundos?|секунд\p{L}*|sekund\p{L}*)$/u },
  { dimension: 'time', factor: 60, names: /^(min|хв|minut\p{L}*|хвилин\p{L}*)$/u },
  { dimension: 'time', factor: 3600, names: /^(h|год|godz|hours?|horas?|годин\p{L}*|godzin\p{L}*)$/u },
  { dimension: 'time', factor: 86_400, names: /^(days?|días?|день|дні|днів|dzień|dni)$/ },
  { dimension: 'time', factor: 604_800, names: /^(weeks?|semanas?|тиждень|тижні|тижнів|tydzień|tygodnie|tygodni)$/ },
  { dimension: 'months', factor: 1, names: /^(months?|mes(es)?|місяц\p{L}*|miesiąc\p{L}*|miesięcy)$/u },
  { dimension: 'months', factor: 12, names: /^(years?|años?|рік|роки|років|rok|lata|lat)$/ },
  { dimension: 'length', factor: 1, names: /^(mm|мм)$/ },
  { dimension: 'length', factor: 10, names: /^(cm|см)$/ },
  { dimension: 'length', factor: 100, names: /^(dm|дм)$/ },
  { dimension: 'length', factor: 1000, names: /^(m|м|met(er|re)s?|metros?|метр\p{L}*|metr\p{L}*)$/u },
  { dimension: 'length', factor: 1_000_000, names: /^(km|км)$/ },
  { dimension: 'mass', factor: 0.001, names: /^(mg|мг)$/ },
  { dimension: 'mass', factor: 1, names: /^(g|г|gram(s|o|os|y|ów)?|грам\p{L}*)$/u },
  { dimension: 'mass', factor: 1000, names: /^(kg|кг)$/ },
  { dimension: 'mass', factor: 1_000_000, names: /^(t|т)$/ },
  { dimension: 'volume', factor: 1, names: /^(ml|мл)$/ },
  { dimension: 'volume', factor: 10, names: /^cl$/ },
  { dimension: 'volume', factor: 100, names: /^dl$/ },
  { dimension: 'volume', factor: 1000, names: /^(l|л|lit(er|re)s?|litros?|літр\p{L}*|litr\p{L}*)$/u },
  { dimension: 'area', factor: 1, names: /^(cm2|см2)$/ },
  { dimension: 'area', factor: 10_000, names: /^(m2|м2)$/ },
];

/**
 * Returns a normalized form of a text, which is equal for texts with the same meaning. A number with a unit is converted to the
 * base unit of its dimension. In other texts, only case and spaces are normalized.
 */
export function normalizeOptionText(text: string, language: string): string {
  const normalized = toNfkc(text.replaceAll(/(?<=\d)(?=[¼-¾⅐-⅞])/g, ' '))
    .replaceAll('⁄', '/')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase();
  const { currency = '', quantities } = QUANTITY_PATTERN.exec(normalized)?.groups ?? {};
  if (quantities === undefined) return normalized;
  const summands = [...quantities.matchAll(NUMBER_AND_UNIT_PATTERN)].map(([, number = '', unit = '']) =>
    toQuantity(parseNumber(number, language), unit.trim().replace(/\.$/, '') || currency),
  );
  const [firstSummand] = summands;
  const isSum = summands.every(({ isKnown, dimension }) => isKnown && dimension === firstSummand?.dimension);
  const value = summands.reduce((sum, summand) => sum + summand.value, 0);
  if (!firstSummand || !Number.isFinite(value) || (summands.length > 1 && !isSum)) return normalized;
  // Nine digits hide the rounding errors of the conversion.
  return `${Number(value.toPrecision(9))} ${firstSummand.dimension}`;
}

/** Converts a number of units to the base unit of the dimension. An unknown unit is its own dimension. */
function toQuantity(number: number, unitName: string): { value: number; dimension: string; isKnown: boolean } {
  const unit = UNITS.find(({ names }) => names.test(unitName));
  if (unit) return { value: number * unit.factor, dimension: unit.dimension, isKnown: true };
  return { value: number, dimension: unitName, isKnown: false };
}

/** Parses a number as it is written in a language. Returns NaN for a code such as 007 and for a list such as 1,2,3. */
function parseNumber(text: string, language: string): number {
  const sign = /^[−-]/.test(text) ? -1 : 1;
  const unsigned = text.replace(/^[−-]/, '');
  const [, whole = '0', numerator, denominator] = /^(?:(\d+) )?(\d+)\/(\d+)$/.exec(unsigned) ?? [];
  if (numerator !== undefined) return sign * (Number(whole) + Number(numerator) / Number(denominator));
  if (/^0\d/.test(unsigned)) return Number.NaN;
  const digits = unsigned.replaceAll(' ', '');
  const hasDecimalPoint = getDecimalSeparator(language) === '.';
  const isGrouped = (hasDecimalPoint ? /^\d{1,3}(,\d{3})+(\.\d+)?$/ : /^\d{1,3}(\.\d{3})+(,\d+)?$/).test(digits);
  return sign * Number((isGrouped ? digits.replaceAll(hasDecimalPoint ? ',' : '.', '') : digits).replace(',', '.'));
}
