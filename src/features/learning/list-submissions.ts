import type { Context } from '../../platform/context.ts';
import type { Offset, Rows } from '../../platform/http/answers.ts';
import { notFound } from '../../platform/http/errors.ts';
import { listChildren, listOpenChildren, type Profile } from '../accounts/index.ts';
import { textIn } from '../content/index.ts';
import { listSubmissions, listWaiting, type Submission } from './submissions-store.ts';
import { type SubmissionOnWire, submissionsOnWire } from './submissions-wire.ts';

/** A work as a guardian sees it in a list. */
export interface ShownSubmission extends SubmissionOnWire {
  readonly profile_id: string;
  readonly child_name: string;
  /** In the guardian's language; the id of a task that its pack has lost. */
  readonly task_title: string;
}

interface Guardian {
  readonly profileId: string;
  readonly language: string;
}

/** What one child of a guardian has handed in, the newest first; refuses another family's child. */
export async function listChildsSubmissions(
  ctx: Context,
  guardian: Guardian,
  childId: string,
  offset: Offset,
): Promise<Rows<ShownSubmission>> {
  const children = await listChildren(ctx.db, guardian.profileId);
  if (!children.some(({ id }) => id === childId)) throw notFound();
  return shown(ctx, guardian, children, await listSubmissions(ctx.db, childId, offset));
}

/** What waits for a guardian's word, of all their children, the longest waiting first. */
export async function listWaitingSubmissions(
  ctx: Context,
  guardian: Guardian,
  offset: Offset,
): Promise<Rows<ShownSubmission>> {
  const children = await listOpenChildren(ctx.db, guardian.profileId);
  const ids = children.map(({ id }) => id);
  return shown(ctx, guardian, children, await listWaiting(ctx.db, ids, offset));
}

async function shown(
  ctx: Context,
  { language }: Guardian,
  children: readonly Profile[],
  { rows, total }: Rows<Submission>,
): Promise<Rows<ShownSubmission>> {
  const names = new Map(children.map(({ id, display_name }) => [id, display_name]));
  const onWire = await submissionsOnWire(ctx, ctx.db, rows);
  return {
    total,
    rows: rows.map(({ profile_id, task_id }, i) => {
      const task = ctx.content.current.tasks.get(task_id);
      const task_title = task ? textIn(task.title, language).text : task_id;
      const work = onWire[i] as SubmissionOnWire; // one for each row, in their order
      return { ...work, profile_id, child_name: names.get(profile_id) ?? '', task_title };
    }),
  };
}
