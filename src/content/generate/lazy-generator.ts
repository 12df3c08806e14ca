import { LRUCache } from 'lru-cache';
import type { GeneratedItem } from './compile-item.ts';
import type { Draw } from './draw-values.ts';
import { compileGenerator, type Generator } from './generator.ts';
import type { GeneratorSource } from './generator-source.ts';

/**
 * How many items of a generator are cached, because all requests of an attempt need the same items. An item takes about 2 KB
 * of memory.
 */
const MAX_CACHED_ITEMS = 40;

/**
 * Creates a generator that is compiled when it is first used, because compiling all generators would delay the start of the
 * service. It caches the most recently used items.
 */
export function createLazyGenerator(source: GeneratorSource): Generator {
  let compiled: Generator | undefined;
  const recentItems = new LRUCache<string, GeneratedItem>({ max: MAX_CACHED_ITEMS });
  const getCompiled = () => {
    compiled ??= compileGenerator(source);
    return compiled;
  };
  return {
    version: source.version,
    draw: (seed) => getCompiled().draw(seed),
    isValidDraw: (draw): draw is Draw => getCompiled().isValidDraw(draw),
    createItem(draw, languages) {
      const key = `${languages.join()} ${JSON.stringify(draw)}`;
      const item = recentItems.get(key) ?? getCompiled().createItem(draw, languages);
      recentItems.set(key, item);
      return item;
    },
    renderPicture: (draw, getIconSvg) => getCompiled().renderPicture(draw, getIconSvg),
    countAcceptedDraws: (seed, drawCount) => getCompiled().countAcceptedDraws(seed, drawCount),
  };
}
