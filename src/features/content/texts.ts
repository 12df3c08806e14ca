import { canonicalTag } from '../../core/languages.ts';
import type { Path } from './mistakes.ts';
import type { LocalText } from './shapes-pack.ts';

/**
 * The words of a text for someone whose profile says `tag`, and the language they are in: that very tag, else its
 * primary language, else the pack's first.
 */
export function textIn(text: LocalText, tag: string): { text: string; language_served: string } {
  const language = languageAmong(Object.keys(text), tag);
  return { text: text[language] ?? '', language_served: language };
}

/** The one of `languages` for someone whose profile says `tag`: that very tag, else its primary language, else the first. */
export function languageAmong(languages: readonly string[], tag: string): string {
  const wanted = canonicalTag(tag) ?? tag;
  return [wanted, wanted.split('-')[0] ?? ''].find((known) => languages.includes(known)) ?? languages[0] ?? '';
}

/** A text found in a file's value, and where it stands. */
export interface Found {
  readonly path: Path;
  readonly text: Readonly<Record<string, string | readonly string[]>>;
  /** Puts another in its place. */
  put(text: Found['text']): void;
}

/** Keys whose object is the same words in several languages; what is a list under them is none. */
const TEXTS = new Set(['title', 'description', 'instructions', 'prompt', 'text', 'caption', 'alt', 'name', 'unit']);
const OF_ANSWERS = new Set(['right', 'wrong', 'accepted']);

/** Every text in the value of a pack's file. */
export function* textsIn(value: unknown, path: Path = []): Generator<Found> {
  if (!isNode(value)) return;
  for (const [name, inner] of Object.entries(value)) {
    const key = Array.isArray(value) ? Number(name) : name;
    const here = [...path, key];
    const put = (text: Found['text']) => {
      value[name] = text;
    };
    if (isText(key, path, inner)) yield { path: here, text: inner, put };
    else yield* textsIn(inner, here);
  }
}

function isText(key: string | number, path: Path, value: unknown): value is Found['text'] {
  if (!isNode(value) || Array.isArray(value)) return false;
  return path.at(-1) === 'hints' || TEXTS.has(String(key)) || OF_ANSWERS.has(String(key));
}

function isNode(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
