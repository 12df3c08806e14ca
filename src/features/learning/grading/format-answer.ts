import { languageFor } from '../../../core/languages.ts';
import { localized } from '../../../locales/index.ts';
import { type Item, localize } from '../../content/index.ts';
import { hasResponseType } from './grade-item.ts';

/** A response as a person would say it, in the language of `tag`: what was chosen and written, never ids. */
export function formatAnswer(item: Item, response: unknown, locale: string): string {
  if (response === null || response === undefined || !hasResponseType(item, response))
    return localized.learning.invalidAnswer[languageFor(locale)];
  switch (item.kind) {
    case 'single_choice':
    case 'true_false':
      return nameIn(item.options, String(response), locale);
    case 'multiple_choice':
      return (
        namesIn(item.options, response, locale).join(', ') || localized.learning.invalidAnswer[languageFor(locale)]
      );
    case 'sequencing':
      return (
        namesIn(item.options, response, locale).join(' → ') || localized.learning.invalidAnswer[languageFor(locale)]
      );
    case 'numeric':
      return [numberIn(response, locale), item.unit ? localize(item.unit, locale).text : ''].filter(Boolean).join(' ');
    case 'matching':
      return pairs(
        response,
        (id) => nameIn(item.left, id, locale),
        (id) => nameIn(item.right, id, locale),
      );
    case 'categorize':
      return pairs(
        response,
        (id) => nameIn(item.options, id, locale),
        (id) => nameIn(item.categories, id, locale),
      );
    case 'hotspot':
      return localized.learning.inThePicture[languageFor(locale)];
    default:
      return String(response);
  }
}

type Named = Pick<(Item & { kind: 'single_choice' })['options'][number], 'id' | 'text'>;

/** What its pack has lost keeps its id. */
function nameIn(choices: readonly Named[], id: string, locale: string): string {
  const choice = choices.find((one) => one.id === id);
  return choice ? localize(choice.text, locale).text : id;
}

function namesIn(choices: readonly Named[], ids: unknown, locale: string): string[] {
  return Array.isArray(ids) ? ids.map((id) => nameIn(choices, String(id), locale)) : [];
}

function pairs(response: unknown, left: (id: string) => string, right: (id: string) => string): string {
  const all = Object.entries(Object(response)).map(([from, to]) => `${left(from)} → ${right(String(to))}`);
  return all.join('; ');
}

function numberIn(response: unknown, locale: string): string {
  return typeof response === 'number'
    ? response.toLocaleString(languageFor(locale), { maximumFractionDigits: 6 })
    : String(response);
}
