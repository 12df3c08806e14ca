import type { GeneratedItem } from './compile-item.ts';

/** Describes what a child sees of an item, to compare two items. `svg` is the picture of the item. */
export function describeItem({ item }: GeneratedItem, svg: string | undefined, language: string): string {
  const options = 'options' in item ? item.options.map(({ text }) => text[language] ?? '').sort() : [];
  return JSON.stringify([item.prompt[language], options, svg ?? '']);
}
