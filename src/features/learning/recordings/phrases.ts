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
import { forEachYieldingToEventLoop } from '../../../platform/concurrency/for-each-yielding.ts';

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

const groupsOfContent = new WeakMap<Content, Map<Language, Promise<readonly PhraseGroup[]>>>();

/**
 * Lists what can be recorded in a language: the sentences of the guide and its praise, then, for each location, the questions of the quizzes
 * for children who cannot read yet. Questions that a generator changes with each attempt are left out (gap 230). The list is built once
 * for each content, in steps, because it reads the items of hundreds of tasks.
 */
export function listPhraseGroups(content: Content, language: Language): Promise<readonly PhraseGroup[]> {
  const groupsByLanguage = groupsOfContent.get(content) ?? new Map<Language, Promise<readonly PhraseGroup[]>>();
  groupsOfContent.set(content, groupsByLanguage);
  const groups = groupsByLanguage.get(language) ?? buildGroups(content, language);
  groupsByLanguage.set(language, groups);
  return groups;
}

/** Returns the key of a phrase. Two phrases with the same words are one. */
export function getPhraseKey(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

async function buildGroups(content: Content, language: Language): Promise<PhraseGroup[]> {
  const groups: PhraseGroup[] = [{ id: GUIDE, phrases: toPhrases(readGuideTexts(language)) }];
  const places = [...content.worlds.values()].flatMap((world) =>
    hasLanguage(world.languages, language)
      ? getWorldStructure(content, world).locations.map((location) => ({ world, location }))
      : [],
  );
  await forEachYieldingToEventLoop(places, async (place) => {
    const { tasks } = getLocationStructure(content, place.location);
    const quizzes = tasks.filter(({ pre_reader, kind }) => pre_reader && kind === 'quiz');
    const phrases = toPhrases(quizzes.flatMap((task) => listTaskTexts(content, task, language)));
    if (phrases.length > 0) groups.push({ id: place.location.id, place, phrases });
  });
  return groups;
}

function toPhrases(texts: readonly string[]): Phrase[] {
  return [...new Set(texts)].map((text) => ({ key: getPhraseKey(text), text }));
}

/** The texts of the items that are always the same, and of which the pack has no recording. */
function listTaskTexts({ generators }: Content, { id, items }: Task, language: Language): string[] {
  const isFixed = (item: Item) => generators.get(id)?.get(item.id)?.hasFixedQuestion ?? true;
  const fixedItems = items.filter((item) => isFixed(item) && !item.recording);
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

/** The sentences of the guide and its praise, from the messages of the child's app. */
function readGuideTexts(language: Language): string[] {
  const file = join(import.meta.dirname, '../../../../clients/play/locales', language, 'play.json');
  const messages: Readonly<Record<string, string>> = JSON.parse(readFileSync(file, 'utf8'));
  return Object.entries(messages).flatMap(([key, message]) => {
    const [, name] = /^(?:guide|praise)\.(\w+)$/.exec(key) ?? [];
    return name === undefined || [...SIGN_IN_MESSAGES, ...SILENT_MESSAGES].includes(name) ? [] : [message];
  });
}
