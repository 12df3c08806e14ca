import { type Item, localize } from '../../../../content/index.ts';
import { toLanguage } from '../../../../core/text/languages.ts';
import { localized } from '../../../../locales/index.ts';
import { hasExpectedType } from '../grade-item.ts';

/** Formats a response as readable text in the language of `locale`, with the texts of options instead of their ids. */
export function formatAnswer(item: Item, response: unknown, locale: string): string {
  const invalidAnswerText = localized.learning.invalidAnswer[toLanguage(locale)];
  if (response === null || response === undefined || !hasExpectedType(item, response)) return invalidAnswerText;
  switch (item.kind) {
    case 'single_choice':
    case 'true_false':
      return getOptionText(item.options, String(response), locale);
    case 'multiple_choice':
      return getOptionTexts(item.options, response, locale).join(', ') || invalidAnswerText;
    case 'sequencing':
      return getOptionTexts(item.options, response, locale).join(' → ') || invalidAnswerText;
    case 'numeric':
      return [formatNumber(response, locale), item.unit ? localize(item.unit, locale).text : '']
        .filter(Boolean)
        .join(' ');
    case 'matching':
      return formatPairs(
        response,
        (id) => getOptionText(item.left, id, locale),
        (id) => getOptionText(item.right, id, locale),
      );
    case 'categorize':
      return formatPairs(
        response,
        (id) => getOptionText(item.options, id, locale),
        (id) => getOptionText(item.categories, id, locale),
      );
    case 'hotspot':
      return formatPoint(response as { x: number; y: number }, locale); // checked by `hasExpectedType`
    default:
      return String(response);
  }
}

type LabeledOption = Pick<(Item & { kind: 'single_choice' })['options'][number], 'id' | 'text'>;

/** The text of an option, or its id when the pack no longer contains the option. */
function getOptionText(options: readonly LabeledOption[], id: string, locale: string): string {
  const option = options.find((candidate) => candidate.id === id);
  return option ? localize(option.text, locale).text : id;
}

function getOptionTexts(options: readonly LabeledOption[], ids: unknown, locale: string): string[] {
  return Array.isArray(ids) ? ids.map((id) => getOptionText(options, String(id), locale)) : [];
}

function formatPairs(
  response: unknown,
  formatLeft: (id: string) => string,
  formatRight: (id: string) => string,
): string {
  const pairs = Object.entries(Object(response)).map(
    ([leftId, rightId]) => `${formatLeft(leftId)} → ${formatRight(String(rightId))}`,
  );
  return pairs.join('; ');
}

function formatPoint({ x, y }: { x: number; y: number }, locale: string): string {
  const toPercent = (fraction: number) => Math.round(fraction * 100);
  return localized.learning.spotInPicture({ x: toPercent(x), y: toPercent(y) })[toLanguage(locale)];
}

function formatNumber(response: unknown, locale: string): string {
  return typeof response === 'number'
    ? response.toLocaleString(toLanguage(locale), { maximumFractionDigits: 6 })
    : String(response);
}
