import { addDays, type Day } from '../../core/days.ts';
import type { Language } from '../../core/languages.ts';
import { type Messages, messages } from '../../locales/index.ts';
import type { Context } from '../../platform/context.ts';
import { composeEmail } from '../../platform/email/compose.ts';
import type { Email } from '../../platform/email/transport.ts';

/** How a child's week was. */
export interface ChildWeek {
  readonly name: string;
  readonly daysActive: number;
  readonly xp: number;
  readonly xpBefore: number;
  readonly tasks: number;
  readonly minutes: number;
  /** What it found hard, in the parent's language. */
  readonly questions: readonly string[];
}

type Words = Messages['emails']['digest'];

/** The weekly letter: each child's week in a few numbers, and two things to talk about that were really hard. */
export function digestEmail(
  { settings }: Context,
  to: string,
  language: Language,
  weeks: readonly ChildWeek[],
  monday: Day,
  offToken: string,
): Email {
  const t = messages(language).emails.digest;
  const off = `${settings.baseUrl}/letters/${offToken}`;
  return composeEmail({
    to,
    language,
    subject: t.subject,
    parts: [
      t.lead({ span: spanIn(language, monday) }),
      ...weeks.map((week) => ({ heading: week.name, lines: linesOf(week, t, language) })),
      { label: t.button, url: `${settings.baseUrl}/panel` },
    ],
    foot: [t.why, { label: t.off, url: off }],
    headers: { 'List-Unsubscribe': `<${off}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  });
}

function linesOf({ daysActive, tasks, minutes, xp, xpBefore, questions }: ChildWeek, t: Words, language: Language) {
  const number = (n: number) => n.toLocaleString(language);
  const asked = questions.map((question) => t.ask({ question }));
  if (daysActive === 0 && xp === 0) return [t.quiet, ...asked];
  return [
    t.days({ n: number(daysActive) }),
    t.tasks({ n: number(tasks), minutes: number(minutes) }),
    t.xp({ n: number(xp), before: number(xpBefore) }),
    ...asked,
  ];
}

/** "Nov 16 – 22, 2026", as each language writes it. */
function spanIn(language: Language, monday: Day): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  return format.formatRange(new Date(monday), new Date(addDays(monday, 6)));
}
