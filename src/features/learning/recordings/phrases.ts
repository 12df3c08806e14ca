import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Content,
  getLocationStructure,
  getWorldStructure,
  hasLanguage,
  type Item,
  type Location,
  localize,
  type Task,
  type World,
} from '../../../content/index.ts';
import type { Language } from '../../../core/text/languages.ts';

/** Something that the child's app says, word for word. */
export interface Phrase {
  /** A hash of the text, with which forms name the phrase. */
  readonly key: string;
  readonly text: string;
}

/** The phrases that a parent records together. */
export interface PhraseGroup {
  /** The id of the location, or `GUIDE`. */
  readonly id: string;
  /** Where the phrases are said; undefined for those of the guide, who speaks on all screens. */
  readonly place?: { readonly world: World; readonly location: Location };
  readonly phrases: readonly Phrase[];
}

/** The id of the group of the guide. */
export const GUIDE = 'guide';

const groupsOfContent = new WeakMap<Content, Map<Language, readonly PhraseGroup[]>>();

/**
 * Lists what can be recorded in a language: the sentences of the guide, then, for each location, the questions of the tasks for
 * children who cannot read yet. Texts that a generator makes are left out, because they change with each attempt (gap 230).
 */
export function listPhraseGroups(content: Content, language: Language): readonly PhraseGroup[] {
  const groupsByLanguage = groupsOfContent.get(content) ?? new Map<Language, readonly PhraseGroup[]>();
  groupsOfContent.set(content, groupsByLanguage);
  const groups = groupsByLanguage.get(language) ?? buildGroups(content, language);
  groupsByLanguage.set(language, groups);
  return groups;
}

/** Returns the key of a phrase. Two phrases with the same words are one. */
export function getPhraseKey(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function buildGroups(content: Content, language: Language): PhraseGroup[] {
  const groups = [...content.worlds.values()].flatMap((world) => {
    if (!hasLanguage(world.languages, language)) return [];
    return getWorldStructure(content, world).locations.map((location) => {
      const tasks = getLocationStructure(content, location).tasks.filter(
        (task) => task.pre_reader && task.kind === 'quiz',
      );
      const texts = tasks.flatMap((task) => listTaskTexts(content, task, language));
      return { id: location.id, place: { world, location }, phrases: toPhrases(texts) };
    });
  });
  return [{ id: GUIDE, phrases: toPhrases(readGuideTexts(language)) }, ...groups.filter(hasPhrases)];
}

function hasPhrases({ phrases }: PhraseGroup): boolean {
  return phrases.length > 0;
}

function toPhrases(texts: readonly string[]): Phrase[] {
  return [...new Set(texts)].map((text) => ({ key: getPhraseKey(text), text }));
}

/** The texts of the items that are always the same, and of which the pack has no recording. */
function listTaskTexts({ generators }: Content, { id, items }: Task, language: Language): string[] {
  const fixedItems = items.filter((item) => !generators.get(id)?.has(item.id) && !item.recording);
  return fixedItems.flatMap((item) => listItemTexts(item, language));
}

function listItemTexts(item: Item, language: Language): string[] {
  const toText = (text: Parameters<typeof localize>[0]) => localize(text, language).text;
  // For an info item, `speech` is about its text, whose list marks are not read aloud.
  if (item.kind === 'info') return [toText(item.prompt), toText(item.speech ?? item.text).replaceAll(/^- /gm, '')];
  return [toText(item.speech ?? item.prompt)];
}

/** The messages of the guide on the screens before the sign-in, where it is not known whose child is there. */
const SIGN_IN_MESSAGES = ['profiles', 'new', 'look', 'newPin', 'pin', 'join', 'undo'];
/** Messages that name something on the screen and are not spoken. */
const SILENT_MESSAGES = ['again'];

/** The sentences of the guide, from the messages of the child's app. */
function readGuideTexts(language: Language): string[] {
  const file = join(import.meta.dirname, '../../../../clients/play/locales', language, 'play.json');
  const messages: Readonly<Record<string, string>> = JSON.parse(readFileSync(file, 'utf8'));
  return Object.entries(messages).flatMap(([key, message]) => {
    const [, name] = /^guide\.(\w+)$/.exec(key) ?? [];
    return name === undefined || [...SIGN_IN_MESSAGES, ...SILENT_MESSAGES].includes(name) ? [] : [message];
  });
}
