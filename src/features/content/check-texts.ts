import { canonicalTag } from '../../core/languages.ts';
import { filesOf } from './make-content.ts';
import type { Report } from './mistakes.ts';
import type { PackFiles } from './read-pack.ts';
import { textsIn } from './texts.ts';

/** What `content new` writes where an author has to. */
export const UNWRITTEN = '…';

/** Every text is in every language of its pack, in no other, and written. */
export function checkTexts(pack: PackFiles, report: Report): void {
  if (!pack.about) return;
  const { languages } = pack.about.value;
  for (const [i, tag] of languages.entries()) {
    if (canonicalTag(tag) !== tag) report(pack.about.file, ['languages', i], `"${tag}" is no canonical language tag.`);
  }
  for (const { file, value } of filesOf(pack)) {
    for (const { path, text } of textsIn(value)) {
      const place = path.join('.');
      for (const language of languages) {
        if (!Object.hasOwn(text, language)) report(file, path, `${place} is missing in "${language}".`);
      }
      for (const [language, words] of Object.entries(text)) {
        if (!languages.includes(language))
          report(file, [...path, language], `${place} is in "${language}", which pack.yaml does not name.`);
        if ([words].flat().includes(UNWRITTEN))
          report(file, [...path, language], `${place} is not written yet in "${language}".`);
      }
    }
  }
}
