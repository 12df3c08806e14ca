import type { Item, Option } from '../../../typescript/src/index.ts';

/** An ending of so many letters may differ, because a word in a sentence may be inflected. */
const MAX_ENDING = 2;
const MIN_STEM = 3;

/** The pictures of the choices that a step of a worked solution names, for a child who does not read it. */
export function listStepPictures(item: Item, step: string): string[] {
  const options: readonly Option[] =
    item.kind === 'matching' ? [...item.left, ...item.right] : 'options' in item ? item.options : [];
  const words = step.toLowerCase();
  const isNamed = ({ text }: Option) =>
    text.length >= MIN_STEM &&
    words.includes(text.toLowerCase().slice(0, Math.max(MIN_STEM, text.length - MAX_ENDING)));
  return [...new Set(options.flatMap((option) => (option.image_url && isNamed(option) ? [option.image_url] : [])))];
}
