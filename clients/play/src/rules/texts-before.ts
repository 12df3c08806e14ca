import type { Item } from '../../../typescript/src/index.ts';

type TextItem = Extract<Item, { readonly kind: 'info' }>;
const isText = (item: Item): item is TextItem => item.kind === 'info';

/** The texts that a question is about: those that directly follow each other and come last before it. None for a text itself. */
export function listTextsBefore(items: readonly Item[], index: number): readonly TextItem[] {
  const item = items[index];
  if (!item || isText(item)) return [];
  const end = items.slice(0, index).findLastIndex(isText) + 1;
  const start = items.slice(0, end).findLastIndex((other) => !isText(other)) + 1;
  return items.slice(start, end).filter(isText);
}
