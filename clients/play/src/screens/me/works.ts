import type { CreativeWork } from '../../../../typescript/src/index.ts';
import { fetchData } from '../../api/requests.ts';
import { language, t } from '../../messages.ts';
import { isSubmissionWaiting } from '../../offline/queue.ts';

const WORKS_PER_PAGE = 24;

/** Fetches the first pages of the child's creative work, the newest first, and whether there is more. */
export async function fetchWorks(pageCount: number): Promise<{ works: CreativeWork[]; hasMore: boolean }> {
  const works: CreativeWork[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < pageCount; page += 1) {
    const query: { limit: number; cursor?: string } = { limit: WORKS_PER_PAGE, ...(cursor !== null && { cursor }) };
    const { data, next_cursor } = await fetchData('/app/submissions', { query });
    works.push(...data);
    cursor = next_cursor;
    if (cursor === null) break;
  }
  return { works, hasMore: cursor !== null };
}

/** Whether a work came back to the child and a new version can be sent. */
export function canDoAgain({ status, title, task_id }: CreativeWork): boolean {
  return status === 'changes_requested' && title !== null && !isSubmissionWaiting(task_id);
}

export function formatStatus({ status, task_id }: CreativeWork): string {
  return isSubmissionWaiting(task_id) ? t('outbox.waits') : t(`creative.${status}`);
}

export function formatTitle({ title }: CreativeWork): string {
  return title ?? t('gallery.untitled');
}

export function isPicture({ mime }: CreativeWork['media'][number]): boolean {
  return mime.startsWith('image/');
}

/** The day on which a work was submitted, in the time zone of the device. */
export function formatSubmittedDay({ submitted_at }: CreativeWork): string {
  const locale = language.value === 'en' ? 'en-GB' : language.value; // the day comes before the month, as in the panel
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long' }).format(new Date(submitted_at));
}
