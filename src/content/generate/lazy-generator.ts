import { LRUCache } from 'lru-cache';
import { compileGenerator, type Generator, type GeneratorSource, type Instance } from './generator.ts';

/** An attempt asks for the same item at each of its requests. An item takes 2 KB. */
const RECENT_ITEMS = 40;

/**
 * A generator that is compiled when it is first used, because the start of the service would wait for all of them, and keeps the
 * items that it has made last.
 */
export function lazyGenerator(source: GeneratorSource): Generator {
  let compiled: Generator | undefined;
  const recent = new LRUCache<string, Instance>({ max: RECENT_ITEMS });
  const get = () => {
    compiled ??= compileGenerator(source);
    return compiled;
  };
  return {
    version: source.version,
    draw: (seed) => get().draw(seed),
    fits: (draw): draw is Record<string, never> => get().fits(draw),
    instantiate(draw, languages) {
      const key = `${languages.join()} ${JSON.stringify(draw)}`;
      const made = recent.get(key) ?? get().instantiate(draw, languages);
      recent.set(key, made);
      return made;
    },
    drawPicture: (draw, icon) => get().drawPicture(draw, icon),
    countAccepted: (seed, tries) => get().countAccepted(seed, tries),
  };
}
