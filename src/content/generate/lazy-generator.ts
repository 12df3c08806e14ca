import { LRUCache } from 'lru-cache';
import { compileGenerator, type Generator, type GeneratorSource, type Instance } from './generator.ts';

/** An attempt asks for the same item at each of its requests. An item takes 2 KB. */
const RECENT_ITEMS = 40;

/**
 * A generator that is compiled when it is first used, because the start of the service would wait for all of them, and keeps the
 * items that it has made last.
 */
export function createLazyGenerator(source: GeneratorSource): Generator {
  let compiled: Generator | undefined;
  const recent = new LRUCache<string, Instance>({ max: RECENT_ITEMS });
  const getCompiled = () => {
    compiled ??= compileGenerator(source);
    return compiled;
  };
  return {
    version: source.version,
    draw: (seed) => getCompiled().draw(seed),
    isValidDraw: (draw): draw is Record<string, never> => getCompiled().isValidDraw(draw),
    instantiate(draw, languages) {
      const key = `${languages.join()} ${JSON.stringify(draw)}`;
      const instance = recent.get(key) ?? getCompiled().instantiate(draw, languages);
      recent.set(key, instance);
      return instance;
    },
    drawPicture: (draw, icon) => getCompiled().drawPicture(draw, icon),
    countAccepted: (seed, tries) => getCompiled().countAccepted(seed, tries),
  };
}
