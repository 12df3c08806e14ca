import type { Item } from '../../../typescript/src/index.ts';

/**
 * Whether a question says the name of a number, which the child looks for among cards with numbers: “Which number is “ten”?” The cards are not
 * read aloud then, because that would be the answer. `numberNames` are separated by spaces.
 */
export function asksForNamedNumber(item: Item, numberNames: string): boolean {
  if (item.kind !== 'single_choice') return false;
  const name = /[“«„](.+?)[”»“]/.exec(item.prompt)?.[1] ?? '';
  return numberNames.split(' ').includes(name) && item.options.every(({ text }) => /^\d+$/.test(text));
}
