import { LRUCache } from 'lru-cache';
import type { GeneratedItem } from './compile-item.ts';
import { compileGenerator, type Generator } from './generator.ts';
import type { GeneratorSource } from './generator-source.ts';

/** Each request of an attempt needs the same items. An item takes 2 KB. */
const RECENT_ITEMS = 40;

/**
 * Creates a generator that is compiled when it is first used, because compiling all of them would delay the start of the
 * service. It caches its last items.
 */
export function createLazyGenerator(source: GeneratorSource): Generator {
  let compiled: Generator | undefined;
  const recent = new LRUCache<string, GeneratedItem>({ max: RECENT_ITEMS });
  const getCompiled = () => {
    compiled ??= compileGenerator(source);
    return compiled;
  };
  return {
    version: source.version,
    draw: (seed) => getCompiled().draw(seed),
    isValidDraw: (draw): draw is Record<string, never> => getCompiled().isValidDraw(draw),
    createItem(draw, languages) {
      const key = `${languages.join()} ${JSON.stringify(draw)}`;
      const item = recent.get(key) ?? getCompiled().createItem(draw, languages);
      recent.set(key, item);
      return item;
    },
    renderPicture: (draw, getIconSvg) => getCompiled().renderPicture(draw, getIconSvg),
    countAccepted: (seed, tries) => getCompiled().countAccepted(seed, tries),
  };
}
