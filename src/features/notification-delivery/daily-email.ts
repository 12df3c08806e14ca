import { getMessages } from '../../locales/index.ts';
import { forEachYieldingToEventLoop } from '../../platform/concurrency/for-each-yielding.ts';
import type { Context } from '../../platform/context.ts';
import { composeEmail, type EmailRecipient } from '../../platform/email/compose.ts';
import type { Email } from '../../platform/email/transport.ts';
import { notifyParent } from '../access/index.ts';
import { findProfile, formatNameForEmail, loadFamily } from '../accounts/index.ts';
import { type DueEmail, findEmailTime, listDueEmails, updateDailyEmail } from '../notifications/index.ts';
import { getLatestTimeZone } from '../progress/index.ts';
import { listWaitingChildren, type WaitingChild } from './children-state.ts';

const DUE_PER_RUN = 100;

/** Sends the email of the day to the parents who want it, if something waits for them in the evening and something of it is new. */
export async function sendDailyEmails(ctx: Context): Promise<void> {
  await forEachYieldingToEventLoop(await listDueEmails(ctx, DUE_PER_RUN), (due) =>
    sendDailyEmail(ctx, due).catch((error) =>
      ctx.log.error({ err: error }, 'an email of the day failed; it will be retried'),
    ),
  );
}

async function sendDailyEmail(ctx: Context, due: DueEmail): Promise<void> {
  const { childrenWithoutDeletion: children, deletions } = await loadFamily(ctx, due.profile_id);
  const timeZone = await getLatestTimeZone(
    ctx,
    children.map(({ id }) => id),
  );
  const email_due_at = findEmailTime(ctx.now(), timeZone, due.emailed_at);
  await ctx.write(async (ctx) => {
    if (email_due_at !== undefined) return void (await updateDailyEmail(ctx, due, { email_due_at }));
    const parent = await findProfile(ctx, due.profile_id);
    const waitingChildren = deletions.has(due.profile_id) ? [] : await listWaitingChildren(ctx, children);
    const isSent = parent !== undefined && waitingChildren.length > 0;
    const change = { email_due_at: null, ...(isSent && { emailed_at: ctx.now() }) };
    if (!(await updateDailyEmail(ctx, due, change)) || !isSent) return;
    await notifyParent(ctx, parent, { topic: 'daily email', kind: 'other' }, (recipient) =>
      composeDailyEmail(ctx, recipient, waitingChildren),
    );
  });
}

function composeDailyEmail(
  { settings }: Context,
  recipient: EmailRecipient,
  waitingChildren: readonly WaitingChild[],
): Email {
  const { emails, panel } = getMessages(recipient.language);
  const t = emails.daily;
  const { works, todos, rewards } = panel.children.cards;
  return composeEmail(recipient, {
    subject: t.subject,
    parts: [
      t.intro,
      ...waitingChildren.map(({ child, todoCount, submissionCount, rewardCount }) => ({
        heading: formatNameForEmail(child),
        lines: [
          ...(submissionCount > 0 ? [works({ count: submissionCount })] : []),
          ...(todoCount > 0 ? [todos({ count: todoCount })] : []),
          ...(rewardCount > 0 ? [rewards({ count: rewardCount })] : []),
        ],
      })),
      { label: t.button, url: `${settings.baseUrl}/panel/approvals` },
    ],
    footer: [t.reason, { label: t.change, url: `${settings.baseUrl}/panel/account` }],
  });
}
