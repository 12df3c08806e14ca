import type { Item, TaskDetail } from '../../../typescript/src/index.ts';

/**
 * Whether a child who cannot read needs a voice for a task: it is done away from the screen, or the answers to at least half of its questions are
 * words. Otherwise they are pictures, numbers or lines, so that the child can do it without a voice.
 */
export function needsWords({ kind, items }: Pick<TaskDetail, 'kind' | 'items'>): boolean {
  if (kind === 'creative' || kind === 'real_world') return true;
  return 2 * items.filter(isShown).length <= items.length;
}

/** Whether an item shows its answers, or what it tells, without words. */
function isShown(item: Item): boolean {
  switch (item.kind) {
    case 'trace':
      return true;
    case 'info':
    case 'numeric':
      return item.media.some(({ mime }) => mime.startsWith('image/'));
    case 'single_choice':
    case 'multiple_choice':
    case 'sequencing':
      return item.options.every(hasNoWords);
    case 'matching':
      return [...item.left, ...item.right].every(hasNoWords);
    case 'categorize':
      return [...item.options, ...item.categories].every(hasNoWords);
    default:
      return false; // the prompt asks for a word, or says what is true or where something is
  }
}

function hasNoWords({ text, image_url }: { text: string; image_url?: string | null }): boolean {
  return Boolean(image_url) || !/\p{L}{2}/u.test(text);
}
