import { type Content, localize } from '../../../content/index.ts';
import type { LocalizedText } from '../../../core/text/languages.ts';
import { localized } from '../../../locales/index.ts';
import type { NextReason } from './choose-next.ts';

/** Tells the child why a step is suggested, in the language of `locale`. */
export function describeReason(content: Content, reason: NextReason, locale: string): string {
  return localize(describe(content, reason, locale), locale).text;
}

/** The names of skills and tasks are in the language of `locale`. */
function describe(content: Content, reason: NextReason, locale: string): LocalizedText {
  const t = localized.learning.next;
  const { code, days = 0, stars = 0, failedTask } = reason;
  const skill = findSkillName(content, reason.skill, locale);
  switch (code) {
    case 'due':
      return t.due({ days, skill });
    case 'new_skill':
      return t.new_skill({ skill });
    case 'builds_on':
      return t.builds_on({ skill, known: findSkillName(content, reason.knownSkill, locale) });
    case 'more':
      return t.more({ skill });
    case 'more_stars':
      return t.more_stars({ stars });
    case 'easier_first':
    case 'only_missed':
      return t[code]({ title: failedTask ? localize(failedTask.title, locale).text : '' });
    default:
      return t[code];
  }
}

/** An empty text for a skill that the packs do not contain. */
export function findSkillName({ skills }: Content, id: string | undefined, locale: string): string {
  const name = id === undefined ? undefined : skills.get(id)?.name;
  return name ? localize(name, locale).text : '';
}
