import { localize } from '../../content/index.ts';
import { getDateFormatter } from '../../core/time/date-formats.ts';
import { getMessages } from '../../locales/index.ts';
import { forEachYieldingToEventLoop } from '../../platform/concurrency/for-each-yielding.ts';
import type { Context } from '../../platform/context.ts';
import { composeEmail, type EmailRecipient } from '../../platform/email/compose.ts';
import type { Email } from '../../platform/email/transport.ts';
import { notifyParent } from '../access/index.ts';
import {
  buildAvatarUrl,
  findProfile,
  formatNameForEmail,
  isLinkable,
  loadFamily,
  type Profile,
} from '../accounts/index.ts';
import {
  buildUnsubscribeLink,
  type DueEmail,
  findEmailTime,
  listDueEmails,
  updateDailyEmail,
} from '../notifications/index.ts';
import { getLatestTimeZone } from '../progress/index.ts';
import { listWaitingChildren, listWaitingItems, type WaitingChild, type WaitingItem } from './children-state.ts';

const DUE_PER_RUN = 100;
/** How much of what waits an email reads of each kind, how many lines it has, and how many children its subject names. */
const READ_ITEMS = 50;
const SHOWN_LINES = 5;
const SHOWN_NAMES = 3;

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
    const items = await listWaitingItems(
      ctx,
      waitingChildren.map(({ child }) => child),
      READ_ITEMS,
    );
    await notifyParent(ctx, parent, { topic: 'daily email', kind: 'other' }, (recipient) =>
      composeDailyEmail(ctx, recipient, { parentId: parent.id, children: waitingChildren, items, timeZone }),
    );
  });
}

/** The content of an email of the day. */
interface DailyEmail {
  readonly parentId: string;
  readonly children: readonly WaitingChild[];
  /** Some of what waits, at least the first `SHOWN_LINES`. */
  readonly items: readonly WaitingItem[];
  readonly timeZone: string;
}

/** Equal things of a child, with the days since when they have waited, the earliest first. */
interface WaitingGroup {
  readonly child: Profile;
  readonly title: string;
  readonly days: (string | null)[];
}

function formatGroup({ title, days }: WaitingGroup): string {
  const times = days.length > 1 ? `\u00a0×\u00a0${days.length}` : '';
  const dates = [...new Set([days[0], days.at(-1)])].filter(Boolean).join(' – ');
  return `${title}${times}${dates ? ` (${dates})` : ''}`;
}

/** Names what waits of each child, and since when. */
function composeDailyEmail(
  ctx: Context,
  recipient: EmailRecipient,
  { parentId, children, items, timeZone }: DailyEmail,
): Email {
  const { settings, content } = ctx;
  const { language } = recipient;
  const { emails } = getMessages(language);
  const t = emails.daily;
  const sum = (count: 'todoCount' | 'submissionCount' | 'rewardCount') =>
    children.reduce((total, child) => total + child[count], 0);
  const [todos, works, wishes] = [sum('todoCount'), sum('submissionCount'), sum('rewardCount')];
  const drawings = items.filter((item) => item.kind === 'work' && item.isDrawing).length;
  const counts = [
    ...(wishes > 0 ? [t.what.wishes({ count: wishes })] : []),
    ...(todos > 0 ? [t.what.todos({ count: todos })] : []),
    ...(works > 0 ? [(drawings === works ? t.what.drawings : t.what.works)({ count: works })] : []),
  ];
  const formatTitle = (item: WaitingItem) => {
    if (item.kind === 'work') {
      const task = content.current.tasks.get(item.taskId);
      return task ? localize(task.title, language).text : t.what.works({ count: 1 });
    }
    if (item.kind === 'todo') return isLinkable(item.title) ? emails.weeklySummary.someTodo : item.title;
    return isLinkable(item.title) ? t.what.wishes({ count: 1 }) : t.wish({ title: item.title });
  };
  const groups = new Map<string, WaitingGroup>();
  for (const item of items) {
    const key = JSON.stringify([item.kind, item.child.id, item.kind === 'work' ? item.taskId : item.title]);
    const group = groups.get(key) ?? { child: item.child, title: formatTitle(item), days: [] };
    group.days.push(item.since && getDateFormatter(language, 'day', timeZone).format(new Date(item.since)));
    groups.set(key, group);
  }
  const shown = [...groups.values()].slice(0, SHOWN_LINES);
  const hiddenCount = todos + works + wishes - shown.reduce((sum, { days }) => sum + days.length, 0);
  const byChild = [...Map.groupBy(shown, ({ child }) => child)];
  const shownChildren = children.slice(0, SHOWN_NAMES).map(({ child }) => child);
  const toAvatar = (child: Profile) => ({ id: `avatar-${child.id}`, url: buildAvatarUrl(ctx, child) });
  const hiddenNameCount = children.length - shownChildren.length;
  const subject = t.subject({
    names: [...shownChildren.map(formatNameForEmail), ...(hiddenNameCount > 0 ? [`+${hiddenNameCount}`] : [])].join(
      ', ',
    ),
    what: new Intl.ListFormat(language, { type: 'conjunction' }).format(counts),
  });
  const unsubscribe = buildUnsubscribeLink(ctx, 'daily', parentId);
  return composeEmail(recipient, {
    subject,
    preview: shown.map((group) => `${formatNameForEmail(group.child)}: ${formatGroup(group)}`).join(' · '),
    parts: [
      { pictures: shownChildren.map(toAvatar) },
      { title: subject },
      ...(byChild.length === 1
        ? [{ heading: t.intro, lines: shown.map(formatGroup) }]
        : byChild.map(([child, group]) => ({
            heading: formatNameForEmail(child),
            icon: toAvatar(child),
            lines: group.map(formatGroup),
          }))),
      ...(hiddenCount > 0 ? [t.more({ n: hiddenCount })] : []),
      { label: t.button, url: `${settings.baseUrl}/panel/approvals` },
    ],
    footer: [
      t.reason,
      { label: t.change, url: `${settings.baseUrl}/panel/account?open=notifications#notifications` },
      { label: t.unsubscribe, url: unsubscribe.url },
    ],
    headers: unsubscribe.headers,
  });
}
