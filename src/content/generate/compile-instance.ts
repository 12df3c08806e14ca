import type { AnswerKey } from '../format/answers.ts';
import type { Item } from '../format/task.ts';
import { compileItemKind } from './compile-item-kind.ts';
import type { Draw } from './draw-values.ts';
import type { GeneratorSource } from './generator-source.ts';
import { compileText, type Scopes } from './language-values.ts';
import type { CompiledPicture } from './picture.ts';

/** An item of one draw, in the form of an item that an author has written. */
export interface Instance {
  readonly item: Item;
  readonly key: AnswerKey;
}

interface CompiledInstance {
  build(draw: Draw, scopes: Scopes, languages: readonly string[]): Instance;
}

/** Compiles the texts, the picture and the answer key of the items of a generator. */
export function compileInstance(source: GeneratorSource, picture: CompiledPicture | undefined): CompiledInstance {
  const { entry, answer, taskId, version } = source;
  const formatPrompt = compileText(entry.prompt);
  const hints = answer.hints.map(compileText);
  const feedback = { right: compileText(answer.feedback.right), wrong: compileText(answer.feedback.wrong) };
  const formatAlt = entry.picture && compileText(entry.picture.alt);
  const buildItemParts = compileItemKind(source);
  return {
    build(draw, scopes, languages) {
      const { fields, key } = buildItemParts(scopes, languages, `${entry.id} ${JSON.stringify(draw)}`);
      const path = `${taskId}/${entry.id}/${Buffer.from(JSON.stringify(draw)).toString('base64url')}.svg`;
      const drawn = picture && formatAlt ? { picture: { path, version, alt: formatAlt(scopes, languages) } } : {};
      const item = {
        id: entry.id,
        kind: entry.as,
        prompt: formatPrompt(scopes, languages),
        media: entry.media ?? [],
        points: entry.points ?? 1,
        hints_available: answer.hints.length,
        ...drawn,
        ...fields,
      };
      const helpTexts = {
        hints: hints.map((hint) => hint(scopes, languages)),
        feedback: { right: feedback.right(scopes, languages), wrong: feedback.wrong(scopes, languages) },
      };
      // `compileItemKind` adds the parts that depend on the kind.
      return {
        item: item as unknown as Item,
        key: { id: entry.id, kind: entry.as, ...key, ...helpTexts } as AnswerKey,
      };
    },
  };
}
