import type { Item, TaskDetail } from '../../../typescript/src/index.ts';

/** The URL of a picture that shows what a task is about: its own, the first one in its questions, or else its character. */
export function findTaskPicture({
  media,
  items,
  character,
}: Pick<TaskDetail, 'media' | 'items' | 'character'>): string | undefined {
  return findImage(media) ?? items.map(findItemPicture).find((url) => url !== undefined) ?? character?.calm_url;
}

function findItemPicture(item: Item): string | undefined {
  if (item.kind === 'hotspot') return item.image.url;
  const options = 'options' in item ? item.options : 'left' in item ? [...item.left, ...item.right] : [];
  return findImage(item.media) ?? options.find(({ image_url }) => image_url !== null)?.image_url ?? undefined;
}

function findImage(media: TaskDetail['media']): string | undefined {
  return media.find(({ mime }) => mime.startsWith('image/'))?.url;
}
