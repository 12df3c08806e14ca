import { speaks, type Text } from '../../core/languages.ts';
import { type Item, textIn } from '../content/index.ts';
import { fits } from './grade.ts';

/** A response as a person would say it, in the language of `tag`: what was chosen and written, never ids. */
export function inWords(item: Item, response: unknown, tag: string): string {
  if (response === null || response === undefined || !fits(item, response)) return NO_ANSWER[speaks(tag)];
  switch (item.kind) {
    case 'single_choice':
    case 'true_false':
      return nameIn(item.options, String(response), tag);
    case 'multiple_choice':
      return namesIn(item.options, response, tag).join(', ') || NO_ANSWER[speaks(tag)];
    case 'sequencing':
      return namesIn(item.options, response, tag).join(' → ') || NO_ANSWER[speaks(tag)];
    case 'numeric':
      return [numberIn(response, tag), item.unit ? textIn(item.unit, tag).text : ''].filter(Boolean).join(' ');
    case 'matching':
      return pairs(
        response,
        (id) => nameIn(item.left, id, tag),
        (id) => nameIn(item.right, id, tag),
      );
    case 'categorize':
      return pairs(
        response,
        (id) => nameIn(item.options, id, tag),
        (id) => nameIn(item.categories, id, tag),
      );
    case 'hotspot':
      return IN_THE_PICTURE[speaks(tag)];
    default:
      return String(response);
  }
}

type Named = Pick<(Item & { kind: 'single_choice' })['options'][number], 'id' | 'text'>;

/** What its pack has lost keeps its id. */
function nameIn(choices: readonly Named[], id: string, tag: string): string {
  const choice = choices.find((one) => one.id === id);
  return choice ? textIn(choice.text, tag).text : id;
}

function namesIn(choices: readonly Named[], ids: unknown, tag: string): string[] {
  return Array.isArray(ids) ? ids.map((id) => nameIn(choices, String(id), tag)) : [];
}

function pairs(response: unknown, left: (id: string) => string, right: (id: string) => string): string {
  const all = Object.entries(Object(response)).map(([from, to]) => `${left(from)} → ${right(String(to))}`);
  return all.join('; ');
}

function numberIn(response: unknown, tag: string): string {
  return typeof response === 'number'
    ? response.toLocaleString(speaks(tag), { maximumFractionDigits: 6 })
    : String(response);
}

const NO_ANSWER: Text = { en: 'no answer', es: 'sin respuesta', uk: 'без відповіді', pl: 'bez odpowiedzi' };
const IN_THE_PICTURE: Text = {
  en: 'a place in the picture',
  es: 'un lugar de la imagen',
  uk: 'місце на малюнку',
  pl: 'miejsce na obrazku',
};
