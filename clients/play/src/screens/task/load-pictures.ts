import type { TaskDetail } from '../../../../typescript/src/index.ts';
import { toLocalPath } from '../../parts/local-path.ts';
import { listOptions } from '../../rules/answers.ts';

/** Loads all pictures of a task, so that they are on the device if the network is lost before they are shown. */
export function loadPictures({ character, items }: TaskDetail): void {
  const urls = [
    ...(character ? [character.calm_url, character.happy_url, character.thinking_url] : []),
    ...items.flatMap((item) => [
      ...item.media.filter(({ mime }) => mime.startsWith('image/')).map(({ url }) => url),
      ...listOptions(item).flatMap(({ image_url }) => image_url ?? []),
      ...(item.kind === 'hotspot' ? [item.image.url] : []),
    ]),
  ];
  for (const url of new Set(urls)) new Image().src = toLocalPath(url);
}
