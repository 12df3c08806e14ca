import type { AnswerKey, Item } from '../kinds/index.ts';
import { compileItemParts } from './compile-item-parts.ts';
import type { Draw } from './draw-values.ts';
import type { GeneratorSource } from './generator-source.ts';
import { compileText, type ScopesByLanguage } from './language-values.ts';
import type { CompiledPicture } from './picture.ts';
import { compileSolution } from './solution.ts';

/** The item of one draw and its answer key, in the same format as an item that an author has written. */
export interface GeneratedItem {
  readonly item: Item;
  readonly key: AnswerKey;
}

/** Compiles the texts and the answer keys of the items of a generator. */
export function compileItem(source: GeneratorSource, picture: CompiledPicture | undefined) {
  const { entry, answerEntry, taskId, version } = source;
  const formatPrompt = compileText(entry.prompt);
  const formatSpeech = entry.speech && compileText(entry.speech);
  const formatHints = answerEntry.hints.map(compileText);
  const formatFeedback = {
    right: compileText(answerEntry.feedback.right),
    wrong: compileText(answerEntry.feedback.wrong),
  };
  const formatAlt = entry.picture && compileText(entry.picture.alt);
  const buildItemParts = compileItemParts(source);
  const buildSolution = compileSolution(source);
  return {
    build(draw: Draw, scopesByLanguage: ScopesByLanguage, languages: readonly string[]): GeneratedItem {
      const drawText = JSON.stringify(draw);
      const { fields, key } = buildItemParts(scopesByLanguage, languages, `${entry.id} ${drawText}`);
      const path = `${taskId}/${entry.id}/${Buffer.from(drawText).toString('base64url')}`;
      const pictureField =
        picture && formatAlt
          ? { picture: { path: `${path}.svg`, version, alt: formatAlt(scopesByLanguage, languages) } }
          : {};
      const item = {
        id: entry.id,
        kind: entry.as,
        prompt: formatPrompt(scopesByLanguage, languages),
        ...(formatSpeech && { speech: formatSpeech(scopesByLanguage, languages) }),
        media: entry.media ?? [],
        points: entry.points ?? 1,
        ...(entry.skill !== undefined && { skill: entry.skill }),
        hints_available: answerEntry.hints.length,
        ...pictureField,
        ...fields,
      };
      const helpTexts = {
        hints: formatHints.map((formatHint) => formatHint(scopesByLanguage, languages)),
        feedback: {
          right: formatFeedback.right(scopesByLanguage, languages),
          wrong: formatFeedback.wrong(scopesByLanguage, languages),
        },
        ...(buildSolution && { solution: buildSolution(scopesByLanguage, languages, path) }),
      };
      // The casts are safe, because `buildItemParts` returns the fields that the kind requires.
      return {
        item: item as unknown as Item,
        key: { id: entry.id, kind: entry.as, ...key, ...helpTexts } as AnswerKey,
      };
    },
  };
}

/** Describes what a child sees of an item, to compare two items. `svg` is the picture of the item. */
export function describeItem({ item }: GeneratedItem, svg: string | undefined, language: string): string {
  const options = 'options' in item ? item.options.map(({ text }) => text[language] ?? '').sort() : [];
  return JSON.stringify([item.prompt[language], options, svg ?? '']);
}
