import type { Language } from '../../core/text/languages.ts';
import { formatWeek } from '../../core/time/date-formats.ts';
import type { Day } from '../../core/time/days.ts';
import { getMessages, type Messages } from '../../locales/index.ts';
import type { Context } from '../../platform/context.ts';
import { composeEmail, type EmailRecipient } from '../../platform/email/compose.ts';
import type { Email } from '../../platform/email/transport.ts';

/** Statistics of a child's week. */
export interface ChildWeek {
  readonly name: string;
  readonly activeDayCount: number;
  readonly xp: number;
  readonly previousWeekXp: number;
  readonly taskCount: number;
  readonly minutes: number;
  /** Questions that the child found hard, in the parent's language. */
  readonly questions: readonly string[];
}

/** The content of a weekly summary. */
interface WeeklySummary {
  /** The first day of the week. */
  readonly monday: Day;
  readonly childWeeks: readonly ChildWeek[];
  readonly unsubscribeToken: string;
}

type WeeklySummaryMessages = Messages['emails']['weeklySummary'];

/** Composes a weekly summary: for each child, a few numbers about the week, and the hard questions to talk about. */
export function composeWeeklySummaryEmail(
  { settings }: Context,
  recipient: EmailRecipient,
  { monday, childWeeks, unsubscribeToken }: WeeklySummary,
): Email {
  const { language } = recipient;
  const t = getMessages(language).emails.weeklySummary;
  const unsubscribeUrl = `${settings.baseUrl}/unsubscribe/${unsubscribeToken}`;
  return composeEmail(recipient, {
    subject: t.subject,
    parts: [
      t.intro({ span: formatWeek(language, monday) }),
      ...childWeeks.map((week) => ({ heading: week.name, lines: formatWeekLines(week, t, language) })),
      { label: t.button, url: `${settings.baseUrl}/panel` },
    ],
    footer: [t.reason, { label: t.unsubscribe, url: unsubscribeUrl }],
    headers: { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  });
}

function formatWeekLines(week: ChildWeek, t: WeeklySummaryMessages, language: Language) {
  const { activeDayCount, taskCount, minutes, xp, previousWeekXp, questions } = week;
  const formatNumber = (value: number) => value.toLocaleString(language);
  const talkingPoints = questions.map((question) => t.question({ question }));
  if (activeDayCount === 0 && xp === 0) return [t.quiet, ...talkingPoints];
  return [
    t.days({ n: formatNumber(activeDayCount) }),
    t.tasks({ n: formatNumber(taskCount), minutes: formatNumber(minutes) }),
    t.xp({ n: formatNumber(xp), before: formatNumber(previousWeekXp) }),
    ...talkingPoints,
  ];
}
