import { CORE_SCHEMA, load } from 'js-yaml';
import { parse } from 'yaml';

/**
 * Parses a YAML 1.2 text. Returns undefined or null if the text is empty, and throws the error of the package `yaml` if it is
 * invalid. Most texts are parsed by js-yaml, which is several times as fast as `yaml`. `yaml` parses the others, and locates errors
 * (decision 0033).
 */
export function parseYaml(text: string): unknown {
  if (YAML_1_1_NUMBER.test(text)) return parse(text);
  try {
    return load(text, { schema: CORE_SCHEMA });
  } catch {
    return parse(text);
  }
}

/** Matches numbers of YAML 1.1 such as 1_000 and 0b101, which are strings in YAML 1.2. */
const YAML_1_1_NUMBER = /\d_|_\d|0b[01]/;
