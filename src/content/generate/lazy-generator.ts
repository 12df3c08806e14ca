import { compileGenerator, type Generator, type GeneratorSource } from './generator.ts';

/** A generator that is compiled when it is first used, because the start of the service would wait for all of them. */
export function lazyGenerator(source: GeneratorSource): Generator {
  let compiled: Generator | undefined;
  const get = () => {
    compiled ??= compileGenerator(source);
    return compiled;
  };
  return {
    version: source.version,
    draw: (seed) => get().draw(seed),
    fits: (draw): draw is Record<string, never> => get().fits(draw),
    instantiate: (draw, languages) => get().instantiate(draw, languages),
    drawPicture: (draw, icon) => get().drawPicture(draw, icon),
    countAccepted: (seed, tries) => get().countAccepted(seed, tries),
  };
}
