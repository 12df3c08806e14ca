import type { Content } from '../../../content/index.ts';
import type { LocalizedText } from '../../../core/text/languages.ts';
import { localized } from '../../../locales/index.ts';

/** The task ids of placements begin with this prefix. Ids of packs must not begin with "practice-". */
const PREFIX = 'practice-placement-';

/** The task id of the placement in a school subject, such as "practice-placement-mathematics". */
export function toPlacementId(subject: string): string {
  return `${PREFIX}${subject}`;
}

/** The subject of a placement; undefined for the id of another task, and if no skill has this subject. */
export function findPlacementSubject({ skills }: Pick<Content, 'skills'>, taskId: string): string | undefined {
  if (!taskId.startsWith(PREFIX)) return undefined;
  const subject = taskId.slice(PREFIX.length);
  return [...skills.values()].some((skill) => skill.subject === subject) ? subject : undefined;
}

/** The title of a placement; undefined for the id of another task. */
export function findPlacementTitle(taskId: string): LocalizedText | undefined {
  return taskId.startsWith(PREFIX) ? localized.learning.placement.title : undefined;
}
